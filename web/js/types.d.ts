// temporary
export type Round = {
  kind: string;
  number?: number | null;
  set?: number | null;
};
export type Decision = {
  player: number;
  company: string | null;
  step: string;
};
export type Player = {
  seat: number;
  cash: number;
  value: number;
  certificates: number;
  limit: number | null;
  debt: number;
  penalty: number;
  shares: [string, number, number, boolean][];
  papers: string[];
};
export type Train = {
  card: number;
  id: string;
  name: string;
  obsolete: boolean;
};
export type Company = {
  id: string;
  name: string;
  size: number;
  director: number | null;
  flags: string[];
  treasury: number;
  par: number | null;
  price: number | null;
  cell: number | null;
  depth: number;
  next_prices: number[] | null;
  ipo: number;
  pool: number;
  trains: Train[];
  train_limit: number;
  markers: number[];
  stations: [string, number][];
  papers: string[];
  last_revenue: number;
};
export type Paper = {
  id: string;
  name: string;
  income: number;
  price: number;
  owner: string;
  used: boolean;
};
export type Laid = {
  cell: string;
  tile: string;
  rotation: number;
  stations: ((string | null)[])[];
  waiting: string | null;
};
export type Outcome = {
  values: number[];
  winners: number[];
  reason: string;
};
export type View = {
  title: string;
  variant: string;
  round: Round;
  phase: string;
  process: number;
  decision: Decision | null;
  order: number[];
  players: Player[];
  companies: Company[];
  papers: Paper[];
  bank: number;
  stack: [string, [string, number][], number | null][];
  pool: Train[];
  board: Laid[];
  tiles: [string, number][];
  facts: [string, any][];
  outcome: Outcome | null;
};
export type Move = {
  move: string;
  [name: string]: any;
};
export type Amount = {
  min: number;
  max: number;
  step: number;
};
export type Choice = {
  move: Move;
  amount: Amount | null;
  cost: number;
};
export type Group = {
  kind: string;
  choices: Choice[];
};
export type Place = {
  centre: [number, number];
  outline: string;
};
export type Choices = {
  after: number;
  decision: Decision | null;
  mine: boolean;
  groups: Group[];
  count: number;
  cells?: { [name: string]: Place } | null;
};
export type You = {
  seats: number[];
  automation: any[];
  may_undo: boolean;
  undo_to?: number | null;
  undo_needs: number[];
};
export type ChatLine = {
  seq: number;
  at: number;
  kind: string;
  user?: string | null;
  name: string;
  text: string;
};
export type Present = {
  user: string;
  name: string;
  seats: number[];
};
export type State = {
  game: GameJson;
  at: number;
  length: number;
  seq: number;
  undone: number;
  live: boolean;
  view: View;
  last: Line | null;
  log: Line[];
  you: You;
  undo: Asked | null;
  chat: ChatLine[];
  presence: Present[];
  choices?: Choices | null;
};
export type Asked = {
  kind: string;
  by: any;
  to?: number | null;
  agreed: number[];
  waiting: number[];
};
export type Charter = {
  id: string;
  name: string;
  size: number;
  unit_percent: number;
  units: number;
  director_units: number;
  max_units: number;
  float_units: number;
  capital: number;
  station_costs: number[];
  homes: string[];
  colour: string;
  text_colour: string;
  public_id: string;
};
export type PrintedPaper = {
  id: string;
  name: string;
  size: number;
  income: number;
  price: number;
  company: string | null;
};
export type TrainFace = {
  name: string;
  price: number;
  size: number;
  range: { [name: string]: any };
  scraps: string[];
};
export type TrainKind = {
  name: string;
  count: number;
  unlimited: boolean;
  phase: number;
  faces: TrainFace[];
};
export type Phase = {
  name: string;
  column: number;
  colour: string | null;
  train_limit: number[];
};
export type PriceCell = {
  cell: number;
  price: number;
  row: number;
  column: number;
  start: number;
  zone: number;
  to: number[];
};
export type ProcessBox = {
  label: string;
  value: number;
  export: boolean;
};
export type PrintedCell = {
  cell: string;
  name: string | null;
  x: number;
  y: number;
  centre?: [number, number] | null;
  outline?: string | null;
  terrain: Terrain | null;
};
export type Terrain = {
  kind: string;
  cost: number;
};
export type PrintedTile = {
  tile: string;
  colour: string;
  label: string | null;
  count: number | null;
};
export type Sheet = {
  title: string;
  variant: string;
  name: string;
  money: string;
  company_money: string | null;
  shape: string;
  unbounded: boolean;
  companies: Charter[];
  papers: PrintedPaper[];
  trains: TrainKind[];
  phases: Phase[];
  market: PriceCell[];
  process: ProcessBox[];
  slots: string[];
  reconstructed: string[];
  cells: PrintedCell[];
  tiles: PrintedTile[];
};
export type OptionDef = {
  id: string;
  rule: string;
  words: string[];
  presets: any[];
  excludes: string[];
};
export type Variant = {
  id: string;
  min_players: number;
  max_players: number;
  options: OptionDef[];
};
export type Title = {
  id: string;
  name: string;
  rules_version: number;
  presets: string[];
  variants: Variant[];
};
export type Titles = {
  titles: Title[];
  levels: string[];
};
export type RefusalJson = {
  rule: string;
  key: string;
  args: { [name: string]: any };
  text?: string | null;
};
export type Changed = {
  of: string;
  id: any;
  what: string;
  from: any;
  to: any;
};
export type Preview = {
  ok: boolean;
  error?: string | null;
  refusal?: RefusalJson | null;
  move?: Move | null;
  events?: any[] | null;
  changes?: Changed[] | null;
  decision?: Decision | null;
  view?: View | null;
};
export type Previews = {
  after: number;
  previews: Preview[];
};
export type AgreeBody = { always: boolean; seat?: number | null; };
export type AnswerBody = { agree: boolean; seat?: number | null; };
export type ArchiveBody = { archived: boolean; };
export type AutomationBody = { forced?: boolean | null; program?: null | Program; seat: number; stopped?: string | null; };
export type ChatBody = { key?: string | null; text: string; };
export type Clicked = { cell: string; stop?: number; };
export type CompleteBody = { at?: number | null; card: string; invite?: string | null; others?: { [name: string]: any }[]; stops: Clicked[]; };
export type CopyBody = { at?: number | null; bots?: (string | null)[]; };
export type Credentials = { keep_guest_games?: boolean; name: string; password: string; };
export type DeleteBody = { password?: string | null; };
export type DrawBody = { at?: number | null; company: string; invite?: string | null; routes: { [name: string]: any }[]; };
export type EvaluateBody = { at?: number | null; invite?: string | null; routes: { [name: string]: any }[]; };
export type FaultBody = { detail: { [name: string]: any }; error: string; message: string; };
export type GameJson = { archived: boolean; bot_pause: number; created: number; hot_seat: boolean; id: string; imported: boolean; invite?: string | null; length: number; listed: boolean; name: string; options: { [name: string]: any }; outcome?: { [name: string]: any } | null; owner?: string | null; players: number; preset: string; role: string; seats: SeatJson[]; seq: number; state: string; title: string; turn?: null | TurnJson; updated: number; variant: string; };
export type Games = { games: GameJson[]; next?: number | null; };
export type HintBody = { level?: string | null; };
export type JoinBody = { invite?: string | null; name?: string | null; seat?: number | null; };
export type LeaveBody = { bot?: string | null; seat?: number | null; };
export type Line = { at: number; automatic: boolean; by?: string | null; events: { [name: string]: any }[]; move: { [name: string]: any }; number: number; reason?: string; seat: number; };
export type LogJson = { lines: Line[]; };
export type MoveBody = { after: number; key?: string | null; move: { [name: string]: any }; seat?: number | null; };
export type Moved = { length: number; lines: Line[]; repeated: boolean; seq: number; turn?: { [name: string]: any } | null; };
export type NameBody = { name: string; };
export type NewGame = { bot_pause?: number | null; extra?: { [name: string]: any } | null; hot_seat?: boolean; listed?: boolean; name?: string; options?: { [name: string]: any }; preset?: string | null; seats: SeatBody[]; seed?: string | null; shuffle?: boolean; start?: boolean; title: string; variant?: string | null; };
export type NewTokenJson = { id: string; token: string; };
export type Nothing = { [name: string]: any };
export type PasswordBody = { new: string; old: string; };
export type PreviewBody = { after?: number | null; invite?: string | null; moves: { [name: string]: any }[]; view?: boolean; };
export type Program = { kind: "pass"; round?: { [name: string]: any } | null; unless?: Worry[]; } | { company: string; from?: Source; kind: "buy"; price?: number | null; until: Until; };
export type RedoBody = { after: number; count?: number | null; key?: string | null; };
export type ReturnBody = { seat?: number | null; };
export type Rule = { id: string; section: string; text: string; };
export type RulesJson = { rules: Rule[]; title: string; };
export type SeatBody = { kind: "me"; name?: string | null; } | { kind: "name"; name: string; } | { kind: "open"; } | { kind: "bot"; level: string; name?: string | null; };
export type SeatChange = { bot?: string | null; name?: string | null; open?: boolean; seat: number; };
export type SeatJson = { always_agree: boolean; bot?: string | null; may_return: boolean; mine: boolean; name: string; open: boolean; seat: number; user?: string | null; };
export type SessionJson = { user?: null | UserJson; };
export type SettingsBody = { bot_pause?: number | null; listed?: boolean | null; name?: string | null; };
export type Source = "ipo" | "pool" | "any";
export type TokenBody = { label?: string; };
export type TokenJson = { created: number; expires: number; id: string; label: string; };
export type TokensJson = { tokens: TokenJson[]; };
export type TurnJson = { company?: string | null; mine: boolean; seat: number; since: number; step: string; };
export type UndoBody = { after: number; key?: string | null; to?: number | null; };
export type Undone = { done: boolean; length: number; seq: number; undo?: { [name: string]: any } | null; };
export type Until = { percent: number; } | { floated: boolean; };
export type UserJson = { guest: boolean; id: string; name: string; };
export type Worry = "start" | "sale" | "director" | "price";
