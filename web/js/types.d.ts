// Made from the server's description of its interface by `npm run types`; not to be edited.

/** A seat that always agrees to undo. */
export type AgreeBody = {
  /** Always agrees. */
  always: boolean;
  /** Seat; all one's seats if missing. */
  seat?: number | null;
};

/** Other routes worth proposing. */
export type Alternative = {
  /** What they bring most of: `subsidy`. */
  most: string;
  /** The move that runs them. */
  move: Move;
  /** One a train. */
  routes: Route[];
  /** Together. */
  total: Total;
};

/** Amounts from `min` to `max` in steps. */
export type Amount = {
  /** Most. */
  max: number;
  /** Least. */
  min: number;
  /** Step. */
  step: number;
};

/** Answers a proposal. */
export type AnswerBody = {
  /** Yes or no. */
  agree: boolean;
  /** For which seat; all one's seats answer alike. */
  seat?: number | null;
};

/** Hides a game or shows it again. */
export type ArchiveBody = {
  /** Hidden. */
  archived: boolean;
};

/** What a seat may do although somebody else must decide. */
export type Aside = {
  /** Choices by kind. */
  groups: Group[];
  /** Seat. */
  seat: number;
};

/** Something that others must agree to. */
export type Asked = {
  /** Seats that agreed. */
  agreed: number[];
  /** Seat that asks to take moves back. */
  by?: number | null;
  /** `undo` or `abandon`. */
  kind: string;
  /** Back to this move. */
  to?: number | null;
  /** Seats that are asked. */
  waiting: number[];
};

/** Runs beside the best ones. */
export type Audit = {
  /** Runs in order. */
  items: AuditItem[];
  /** Ask again from here; nothing if this is all. */
  next: number | null;
};

/** A run beside the best that was possible. */
export type AuditItem = {
  /** The most that was possible. */
  best: number;
  /** Its subsidy. */
  best_subsidy: number;
  /** Nothing above this was possible. */
  bound: number;
  /** What was run for. */
  claimed: number;
  /** Its subsidy. */
  claimed_subsidy: number;
  /** Company. */
  company: string;
  /** What was missed. */
  missed: number;
  /** Move. */
  number: number;
  /** The most is proved. */
  proved: boolean;
  /** Round. */
  round: Round;
  /** Seat that decided. */
  seat: number;
};

/** Settings of a seat. */
export type AutomationBody = {
  /** Pass when nothing else is legal. */
  forced?: boolean | null;
  program?: Program | null;
  /** Seat. */
  seat: number;
  /** Ignored; the server says here why a program stopped. */
  stopped?: string | null;
};

/** What one's seats leave to the server. */
export type AutomationSet = {
  /** One a seat. */
  automation: SeatAutomation[];
  /** Moves made. */
  length: number;
};

/** Beginning of a round or phase. */
export type Beginning = {
  /** Moves made before. */
  number: number;
  /** The phase. */
  phase: string;
  /** The round. */
  round: Round;
};

/** The best routes of a company. */
export type BestRoutes = {
  /** Where subsidy can be had instead of revenue: the routes with most of it. */
  alternatives: Alternative[];
  /** After so many moves. */
  at: number;
  /** Nothing above this is possible. */
  bound: number;
  /** Company. */
  company: string;
  /** The move that runs them. */
  move: Move;
  /** The rule that demands the most, where one does. */
  must_maximise: string | null;
  /** Nodes of the search. */
  nodes: number;
  /** Nothing better is possible. */
  proved: boolean;
  /** One a train. */
  routes: Route[];
  /** Stops within reach. */
  stops: Stop[];
  /** Together. */
  total: Total;
  /** Trains. */
  trains: Runner[];
};

/** One thing that a lot brings. */
export type Brings = {
  /** Values of the sentence. */
  args: {
    [name: string]: Told;
  };
  /** Key of the sentence. */
  key: string;
  /** Not every lot of its kind brings as much. */
  special: boolean;
};

/** A stop that a route calls at. */
export type Call = {
  /** Bonus. */
  bonus: number;
  /** Cell. */
  cell: string;
  /** Counts for the train. */
  counted: boolean;
  /** Name. */
  name: string | null;
  /** Whether it does is the director's choice. */
  optional: boolean;
  /** Stop of the tile there. */
  stop: number;
  /** Subsidy. */
  subsidy: number;
  /** Value. */
  value: number;
};

/** What a move would change. */
export type Changed = {
  from: Quantity | null;
  id: Scalar | null;
  /** `player`, `company`, `bank`, … */
  of: string;
  to: Quantity | null;
  /** What of it. */
  what: string;
};

/** A company as printed. */
export type Charter = {
  /** Shares paid in. */
  capital: number;
  /** Colour of the token. */
  colour: string;
  /** Shares of the director's certificate. */
  director_units: number;
  /** Shares that must be sold. */
  float_units: number;
  /** Homes. */
  homes: string[];
  /** Abbreviation. */
  id: string;
  /** Shares that one may hold. */
  max_units: number;
  /** Name. */
  name: string;
  /** Abbreviation at the public platform. */
  public_id: string;
  /** Size class. */
  size: number;
  /** Cost of the stations. */
  station_costs: number[];
  /** Colour of its letters. */
  text_colour: string;
  /** Percent of one share. */
  unit_percent: number;
  /** Shares. */
  units: number;
};

/** Values, prices and incomes, one column for each move at which something changed. */
export type Charts = {
  /** Incomes in order. */
  incomes: IncomeShown[];
  /** Moves. */
  moves: number[];
  /** Wealth by seat. */
  players: number[][];
  /** Prices by company. */
  prices: {
    [name: string]: (number | null)[];
  };
  /** Rounds. */
  rounds: (Round | null)[];
};

/** A line of chat. */
export type ChatBody = {
  /** Word of the invitation: who has it may speak without a seat. */
  invite?: string | null;
  /** The client's word for it. */
  key?: string | null;
  /** Text. */
  text: string;
};

/** A line of chat. */
export type ChatLine = {
  /** When. */
  at: number;
  /** Always `chat`. */
  kind: string;
  /** Name. */
  name: string;
  /** Journal entry. */
  seq: number;
  /** Text. */
  text: string;
  /** Account; nobody once it is deleted. */
  user: string | null;
};

/** A choice. */
export type Choice = {
  amount: Amount | null;
  /** What it costs. */
  cost: number;
  /** The move. */
  move: Move;
};

/** All legal choices. */
export type Choices = {
  /** In the position after so many moves. */
  after: number;
  /** What the seats of who asks may do out of turn. */
  asides: Aside[];
  /** Where the cells lie that the moves name. */
  cells?: {
    [name: string]: Place;
  } | null;
  /** How many. */
  count: number;
  decision: Decision | null;
  /** Choices by kind. */
  groups: Group[];
  /** Who asks decides. */
  mine: boolean;
};

/** A stop that was clicked. */
export type Clicked = {
  /** Cell. */
  cell: string;
  /** Stop on the tile there. */
  stop?: number;
};

/** A company. */
export type Company = {
  /** Cell on the chart. */
  cell: number | null;
  /** Place in the stack there, 0 on top. */
  depth: number;
  /** Director's seat. */
  director: number | null;
  /** Flags that are set. */
  flags: Standing[];
  /** Abbreviation. */
  id: string;
  /** Unsold percent. */
  ipo: number;
  /** Revenue of the last run. */
  last_revenue: number;
  /** Cost of every marker on the charter. */
  markers: number[];
  /** Name. */
  name: string;
  /** Price after a dividend, after none. */
  next_prices: [number, number] | null;
  /** Papers. */
  papers: string[];
  /** Starting price. */
  par: number | null;
  /** Percent in the pool. */
  pool: number;
  /** Price. */
  price: number | null;
  /** Size class. */
  size: number;
  /** Stations on the map: cell, stop. */
  stations: [string, number][];
  /** Most trains it may own. */
  train_limit: number;
  /** Trains. */
  trains: Train[];
  /** Treasury; none for who may not see it. */
  treasury: number | null;
};

/** Stops that were clicked, in order. */
export type CompleteBody = {
  /** After so many moves; all if missing. */
  at?: number | null;
  /** The train. */
  card: string;
  /** How many halts it serves; missing: the best choice. */
  halts?: number | null;
  /** Word of the invitation, for private games. */
  invite?: string | null;
  /** Routes of other trains, whose track is taken. */
  others?: RouteClaim[];
  /** Stops that it passes on purpose. */
  passes?: Clicked[];
  /** The stops. */
  stops: Clicked[];
};

/** The line through clicked stops. */
export type Completed = {
  claim?: RouteClaim | null;
  /** There is one. */
  ok: boolean;
  route?: Route | null;
  /** Why there is none. */
  violation?: string | null;
};

/** Where a copy begins. */
export type CopyBody = {
  /** After so many moves; all if missing. */
  at?: number | null;
  /** Levels of bots by seat; seats without one are played at this screen. */
  bots?: (string | null)[];
};

/** How a game goes. */
export type Course = {
  /** Name of the player for whom nobody sits. */
  automatic: string | null;
  /** Directors choose the routes; otherwise trains run by themselves. */
  routes: boolean;
  /** Operating rounds are numbered within their set: 2.1, 2.2. */
  sets: boolean;
  /** Steps of a company's turn in order; none where companies take no turns. */
  steps: string[];
};

/** Name and password. */
export type Credentials = {
  /** At a login: the guest's seats go to the account. */
  keep_guest_games?: boolean;
  /** Name. */
  name: string;
  /** Password. */
  password: string;
};

/** Who must decide what. */
export type Decision = {
  /** For which company. */
  company: string | null;
  /** Seat. */
  player: SeatNumber;
  /** Key of the step. */
  step: string;
};

/** The password once more, before everything goes. */
export type DeleteBody = {
  /** Password; guests have none. */
  password?: string | null;
};

/** More about a fault. */
export type Detail = {
  /** The faults. */
  faults: string[];
} | {
  /** Number of the move, from 1. */
  number: number;
  refusal?: RefusalJson | null;
} | {
  /** Moves made. */
  after: number;
  /** Last journal entry. */
  seq: number;
} | RefusalJson | Nothing;

/** Routes to be drawn. */
export type DrawBody = {
  /** After so many moves; all if missing. */
  at?: number | null;
  /** Company. */
  company: string;
  /** Word of the invitation, for private games. */
  invite?: string | null;
  /** The routes: card, path of cells and segments. */
  routes: RouteClaim[];
};

/** Routes as layers of a map. */
export type Drawing = {
  /** Body of the layer of routes. */
  routes: string;
  /** Body of the layer of their tags. */
  tags: string;
};

/** Claimed routes. */
export type EvaluateBody = {
  /** After so many moves; all if missing. */
  at?: number | null;
  /** Word of the invitation, for private games. */
  invite?: string | null;
  /** The routes: card, path of cells and segments, halts. */
  routes: RouteClaim[];
};

/** What claimed routes are worth. */
export type Evaluated = {
  /** The most that is possible. */
  best?: number | null;
  /** Nothing above this is possible. */
  bound?: number | null;
  move?: Move | null;
  /** The rule that demands the most, where one does. */
  must_maximise?: string | null;
  /** Allowed. */
  ok: boolean;
  /** The most is proved. */
  proved?: boolean | null;
  refusal: RefusalJson | null;
  /** One a train. */
  routes?: Route[] | null;
  /** How much less than that they bring. */
  short_of_best?: number | null;
  total?: Total | null;
  /** What is wrong with them. */
  violation?: string | null;
};

/** The body of every answer that is not success. */
export type FaultBody = {
  /** More about it. */
  detail: Detail;
  /** Which kind. */
  error: string;
  /** A sentence. */
  message: string;
};

/** Something that happened. */
export type GameEvent = {
  event: "round_began";
  round: Round;
} | {
  company: string;
  event: "turn_began";
} | {
  event: "phase_began";
  phase: string;
} | {
  amount: number;
  event: "paid";
  from: Holder;
  to: Holder;
  why: PaidFor;
} | {
  event: "lot_taken";
  lot: Lot;
  player: SeatNumber;
  price: number;
} | {
  amount: number;
  event: "bid_made";
  lot: Lot | null;
  player: SeatNumber;
} | {
  event: "passed";
  player: SeatNumber;
} | {
  by: Holder;
  event: "paper_bought";
  from: Holder;
  paper: string;
  price: number;
} | {
  by: Holder;
  event: "paper_sold";
  paper: string;
  price: number;
} | {
  company: string;
  event: "paper_exchanged";
  paper: string;
  player: SeatNumber;
} | {
  event: "paper_closed";
  paper: string;
} | {
  company: string;
  event: "power_used";
  paper: string;
} | {
  company: string;
  event: "started";
  player: SeatNumber;
  price: number;
} | {
  company: string;
  event: "share_bought";
  from: ShareSource;
  player: SeatNumber;
  price: number;
} | {
  company: string;
  event: "shares_sold";
  player: SeatNumber;
  price: number;
  shares: number;
  total: number;
} | {
  company: string;
  event: "director_changed";
  from: SeatNumber | null;
  to: SeatNumber | null;
} | {
  capital: number;
  company: string;
  event: "floated";
} | {
  company: string;
  event: "price_moved";
  from: number;
  to: number;
} | {
  cell: string;
  company: string;
  cost: number;
  event: "tile_laid";
  rotation: number;
  tile: string;
} | {
  cell: string;
  event: "paper_tile_laid";
  paper: string;
  player: SeatNumber;
  rotation: number;
  tile: string;
} | {
  cell: string;
  company: string;
  cost: number;
  event: "station_placed";
  stop: number;
} | {
  cell: string;
  company: string;
  event: "station_waits";
} | {
  cell: string;
  company: string;
  event: "station_returned";
} | {
  company: string;
  event: "ran";
  revenue: number;
  subsidy: number;
} | {
  company: string;
  event: "paid_out";
  revenue: number;
} | {
  company: string;
  event: "kept";
  revenue: number;
} | {
  card: string;
  company: string;
  event: "train_bought";
  face: number;
  from: TrainFrom;
  price: number;
  train: string;
} | {
  card: string;
  company: string;
  event: "train_traded";
  given: string;
  price: number;
  train: string;
} | {
  event: "went_bankrupt";
  player: SeatNumber;
} | {
  card: string;
  company: string;
  event: "train_received";
  face: number;
  train: string;
} | {
  card: string;
  event: "train_scrapped";
  face: number;
  owner: string | null;
  train: string;
} | {
  card: string;
  event: "train_exported";
  train: string;
} | {
  card: string;
  company: string;
  event: "train_returned";
  train: string;
} | {
  card: string;
  company: string;
  event: "train_turned";
  face: number;
  price: number;
  train: string;
} | {
  card: string;
  event: "train_obsolete";
  owner: string | null;
  train: string;
} | {
  card: string;
  company: string;
  event: "train_leased";
  train: string;
} | {
  company: string;
  event: "acquired";
  price: number;
  target: string;
} | {
  event: "offered";
  from: string;
  to: SeatNumber;
} | {
  accept: boolean;
  event: "answered";
  player: SeatNumber;
} | {
  amount: number;
  event: "loan_taken";
  player: SeatNumber;
} | {
  amount: number;
  event: "repaid";
  player: SeatNumber;
} | {
  event: "order_changed";
  order: SeatNumber[];
} | {
  event: "priority_passed";
  player: SeatNumber;
} | {
  company: string;
  event: "status_changed";
  flag: Standing;
  on: boolean;
} | {
  copy: boolean;
  event: "card_played";
  player: SeatNumber;
  side: number;
  slot: SlotName;
} | {
  event: "right_used";
  player: SeatNumber;
  slot: SlotName;
} | {
  event: "drawn";
  index: number;
  of: number;
  result: string;
  what: string;
} | {
  event: "procedure";
  found: string;
  rule: string;
  step: string;
} | {
  event: "game_ended";
  reason: string;
};

/** A game. */
export type GameJson = {
  /** Hidden from one's own list. */
  archived: boolean;
  /** Pause before a bot moves, in milliseconds. */
  bot_pause: number;
  /** Made when. */
  created: number;
  /** All at one screen. */
  hot_seat: boolean;
  /** Id. */
  id: string;
  /** From a file. */
  imported: boolean;
  /** Word of the invitation, for members. */
  invite?: string | null;
  /** Moves made. */
  length: number;
  /** Shown to everyone. */
  listed: boolean;
  /** Name. */
  name: string;
  /** Options that differ from the preset. */
  options: {
    [name: string]: Setting;
  };
  outcome?: Outcome | null;
  /** Who made it. */
  owner?: string | null;
  /** Number of seats. */
  players: number;
  /** Preset. */
  preset: string;
  /** `owner`, `player` or `spectator`. */
  role: string;
  /** Seats. */
  seats: SeatJson[];
  /** Last journal entry. */
  seq: number;
  /** `open`, `playing`, `finished` or `abandoned`. */
  state: string;
  /** Title. */
  title: string;
  turn?: TurnJson | null;
  /** Changed when. */
  updated: number;
  /** Variant. */
  variant: string;
};

/** A list of games. */
export type Games = {
  /** Games, the last changed first. */
  games: GameJson[];
  /** Ask again with `before` at this time for more. */
  next?: number | null;
};

/** A value that a refusal names: one of these. */
export type Given = {
  /** A number. */
  number: number;
} | {
  /** An amount of money. */
  money: number;
} | {
  /** A company. */
  company: string;
} | {
  /** A seat. */
  player: SeatNumber;
} | {
  /** A paper. */
  paper: string;
} | {
  /** A cell. */
  cell: string;
};

/** Choices of one kind. */
export type Group = {
  /** Choices. */
  choices: Choice[];
  /** Kind of move. */
  kind: MoveKind;
};

/** Whom to ask. */
export type HintBody = {
  /** Level of the bot. */
  level?: string | null;
};

/** Something a bot would do. */
export type HintShown = {
  /** The move. */
  move: Move;
  reason: Why | null;
  /** What it expects. */
  value: number;
};

/** What a bot would do. */
export type Hints = {
  /** After so many moves. */
  after: number;
  /** Best first. */
  hints: HintShown[];
};

/** Where rounds and phases began. */
export type History = {
  /** Moves made. */
  length: number;
  /** In order. */
  marks: Beginning[];
};

/** Who holds, pays or is paid. */
export type Holder = "bank" | {
  /** A player. */
  player: SeatNumber;
} | {
  /** A company. */
  company: string;
};

/** A company's income. */
export type IncomeShown = {
  /** Company. */
  company: string;
  /** Move. */
  number: number;
  /** Paid out. */
  paid: boolean;
  /** Revenue. */
  revenue: number;
  /** Round. */
  round: Round;
};

/** Joins a game. */
export type JoinBody = {
  /** Word of the invitation. */
  invite?: string | null;
  /** Name at the table; one's own if missing. */
  name?: string | null;
  /** Seat; the first open one if missing. */
  seat?: number | null;
};

/** A laid tile. */
export type Laid = {
  /** Cell. */
  cell: string;
  /** Rotation. */
  rotation: number;
  /** Companies in the slots of every stop. */
  stations: ((string | null)[])[];
  /** Tile. */
  tile: string;
  /** A station waiting on the bare cell. */
  waiting: string | null;
};

/** On what ground a tile is laid. */
export type LayBy = "build" | "home" | {
  /** A paper's right to a special tile. */
  power: {
    /** The paper. */
    paper: string;
  };
} | {
  /** A regular build with a paper waiving the terrain. */
  waiver: {
    /** The paper. */
    paper: string;
  };
} | {
  /** The right of a card or character. */
  right: {
    /** Which one. */
    slot: SlotName;
  };
};

/** Leaves a game. */
export type LeaveBody = {
  /** Level of the bot that takes over in a running game. */
  bot?: string | null;
  /** Seat; all one's seats if missing. */
  seat?: number | null;
};

/** A line of the log. */
export type Line = {
  /** When. */
  at: number;
  /** Made by a setting of the player. */
  automatic: boolean;
  /** Person who decided; nobody for bots. */
  by?: string | null;
  /** What happened. */
  events: GameEvent[];
  /** The move. */
  move: Move;
  /** Number of the move, from 1. */
  number: number;
  reason?: Why | null;
  /** Seat that decided. */
  seat: number;
};

/** Lines of the log. */
export type LogJson = {
  /** Lines in order. */
  lines: Line[];
};

/** What is bid for or taken. */
export type Lot = {
  /** A private paper. */
  paper: string;
} | {
  /** A company. */
  company: string;
} | {
  /** A card or character. */
  slot: SlotName;
};

/** What may be known of a game's luck. */
export type Luck = {
  /** A person chose the seed. */
  chosen: boolean;
  /** SHA-256 of seed, a space and salt, in hexadecimal; null for games begun before there was one. */
  commitment: string | null;
  /** The salt, once the game is over. */
  salt: string | null;
  /** The seed as a decimal number, once the game is over. */
  seed: string | null;
};

/** A decision. */
export type Move = {
  move: "pass";
} | {
  accept: boolean;
  move: "answer";
} | {
  lot: Lot;
  move: "take";
} | {
  amount: number;
  lot?: Lot | null;
  move: "bid";
} | {
  company: string;
  move: "start";
  price: number;
} | {
  company: string;
  from: ShareSource;
  move: "buy_share";
} | {
  company: string;
  move: "sell_shares";
  shares: number;
} | {
  amount: number;
  move: "buy_paper";
  paper: string;
} | {
  move: "sell_paper";
  paper: string;
} | {
  move: "exchange";
  paper: string;
} | {
  amount: number;
  move: "repay";
} | {
  by: LayBy;
  cell: string;
  company: string;
  move: "lay_tile";
  rotation: number;
  tile: string;
} | {
  cell: string;
  move: "lay_paper_tile";
  paper: string;
  rotation: number;
  tile: string;
} | {
  cell: string;
  company: string;
  move: "place_station";
  stop: number;
} | {
  cell: string;
  company: string;
  move: "lift_station";
  stop: number;
} | {
  company: string;
  move: "run";
  recorded?: [number, number] | null;
  routes: RouteClaim[];
} | {
  move: "dividend";
  pay: Pay;
} | {
  amount: number;
  move: "acquire";
  target: string;
} | {
  card: string;
  face: number;
  move: "turn_train";
} | {
  card: string;
  move: "scrap_train";
} | {
  amount: number;
  card: string;
  company: string;
  face: number;
  from: TrainFrom;
  move: "buy_train";
} | {
  amount: number;
  card: string;
  company: string;
  given: string;
  move: "trade_train";
} | {
  move: "bankrupt";
} | {
  card: string;
  company: string;
  move: "return_train";
} | {
  card: string;
  company: string;
  move: "assign_train";
} | {
  card: string;
  move: "refit_train";
} | {
  copy: boolean;
  move: "play_card";
  side: number;
  slot: SlotName;
} | {
  move: "use";
  slot: SlotName;
} | {
  amount: number;
  company: string;
  move: "allot";
};

/** A move. */
export type MoveBody = {
  /** Moves made, as last seen. */
  after: number;
  /** The client's word for this move; the same word never makes a second one. */
  key?: string | null;
  /** The move. */
  move: Move;
  /** For which seat; checked if given. */
  seat?: number | null;
};

/** Kinds of moves. */
export type MoveKind = "pass" | "answer" | "take" | "bid" | "start" | "buy_share" | "sell_shares" | "buy_paper" | "sell_paper" | "exchange" | "repay" | "lay_tile" | "place_station" | "lift_station" | "run" | "dividend" | "acquire" | "turn_train" | "scrap_train" | "buy_train" | "trade_train" | "bankrupt" | "lay_paper_tile" | "return_train" | "assign_train" | "refit_train" | "play_card" | "use" | "allot";

/** Answer to a move. */
export type Moved = {
  /** Moves made. */
  length: number;
  /** What was made: the move and what followed by itself. */
  lines: Line[];
  /** The move had been made before with the same key. */
  repeated: boolean;
  /** Last journal entry. */
  seq: number;
  turn?: NextTurn | null;
};

/** A new name. */
export type NameBody = {
  /** Name. */
  name: string;
};

/** A game to be made. */
export type NewGame = {
  /** Pause before a bot moves, in milliseconds. */
  bot_pause?: number | null;
  /** A data sheet of one's own instead of the title's. */
  data?: {
    [name: string]: unknown;
  } | null;
  /** Anything else a title needs to know. */
  extra?: {
    [name: string]: unknown;
  } | null;
  /** All at one screen. */
  hot_seat?: boolean;
  /** Shown to everyone. */
  listed?: boolean;
  /** Name. */
  name?: string;
  /** Options that differ from the preset. */
  options?: {
    [name: string]: Setting;
  };
  /** Preset; the default one if missing. */
  preset?: string | null;
  /** Seats in order. */
  seats: SeatBody[];
  /** Seed as a decimal number, only where nobody else sits; random and secret if missing. */
  seed?: string | null;
  /** Mix the seats at the start. */
  shuffle?: boolean;
  /** Start at once, if no seat is open. */
  start?: boolean;
  /** Title. */
  title: string;
  /** Variant; the usual one if missing. */
  variant?: string | null;
};

/** A new token, shown this once. */
export type NewTokenJson = {
  /** Id. */
  id: string;
  /** The secret. */
  token: string;
};

/** Who must decide next. */
export type NextTurn = {
  /** For which company. */
  company: string | null;
  /** Seat. */
  seat: number;
  /** Since when. */
  since: number;
  /** Key of the step. */
  step: string;
};

/** Nothing at all. */
export type Nothing = {
  [name: string]: unknown;
};

/** An option of a title. */
export type OptionDef = {
  /** Options that cannot be on together with it. */
  excludes: string[];
  /** Name. */
  id: string;
  /** Value in each preset of the title, in the order of [`Title::presets`]. */
  presets: Setting[];
  /** Rule it belongs to. */
  rule: string;
  /** Values it may take (words only). */
  words: string[];
};

/** How a game ended. */
export type Outcome = {
  /** Key of the reason. */
  reason: string;
  /** Wealth by seat. */
  values: number[];
  /** Winners. */
  winners: SeatNumber[];
};

/** A data sheet of one's own, to be looked at before a game is made with it. */
export type OwnSheet = {
  /** The sheet. */
  data: {
    [name: string]: unknown;
  };
};

/** Reason of a payment. */
export type PaidFor = "paper_income" | "dividend" | "withheld" | "subsidy" | "take_over" | "treasury" | "director_help" | "bonus";

/** A paper. */
export type Paper = {
  /** Abbreviation. */
  id: string;
  /** Income. */
  income: number;
  /** Name. */
  name: string;
  /** Where it is: `player:0`, `company:BN`, `bank`, `aside`, `gone`. */
  owner: string;
  /** Price or face value. */
  price: number;
  /** Power used. */
  used: boolean;
};

/** Old and new password. */
export type PasswordBody = {
  /** New. */
  new: string;
  /** Old. */
  old: string;
};

/** What happens with revenue. */
export type Pay = "out" | "withhold";

/** A phase. */
export type Phase = {
  /** Newest colour of tiles. */
  colour: string | null;
  /** Column of values. */
  column: number;
  /** Name. */
  name: string;
  /** Most trains by size class. */
  train_limit: number[];
};

/** Centre and outline of a cell in the units of the map. */
export type Place = {
  /** Centre. */
  centre: [number, number];
  /** Outline as the path of a picture. */
  outline: string;
};

/** A player. */
export type Player = {
  /** Cash. */
  cash: number;
  /** Certificates that count against the limit. */
  certificates: number;
  /** Loan. */
  debt: number;
  /** The limit. */
  limit: number | null;
  /** Papers. */
  papers: string[];
  /** Penalty. */
  penalty: number;
  /** Seat. */
  seat: number;
  /** Shares by company: abbreviation, shares, percent, director. */
  shares: [string, number, number, boolean][];
  /** Worth if the game ended now. */
  value: number;
};

/** Somebody who looks at the game now. */
export type Present = {
  /** Name. */
  name: string;
  /** Seats. */
  seats: number[];
  /** Account. */
  user: string;
};

/** What a move would bring. */
export type Preview = {
  /** What would change. */
  changes?: Changed[] | null;
  decision?: Decision | null;
  /** Not a move at all. */
  error?: string | null;
  /** What would happen. */
  events?: GameEvent[] | null;
  move?: Move | null;
  /** Allowed. */
  ok: boolean;
  refusal?: RefusalJson | null;
  /** Chance comes next: what it does is not shown, and nobody decides before. */
  unseen?: boolean;
  view?: View | null;
};

/** Moves to look ahead at. */
export type PreviewBody = {
  /** In the position after so many moves; all if missing. */
  after?: number | null;
  /** Word of the invitation, for private games. */
  invite?: string | null;
  /** The moves, each on its own. */
  moves: Move[];
  /** Show the whole position after the first one. */
  view?: boolean;
};

/** What moves would bring. */
export type Previews = {
  /** In the position after so many moves. */
  after: number;
  /** One a move. */
  previews: Preview[];
};

/** A cell of the share price chart. */
export type PriceCell = {
  /** Number. */
  cell: number;
  /** Column. */
  column: number;
  /** Price. */
  price: number;
  /** Row. */
  row: number;
  /** Size classes that may start here, as bits. */
  start: number;
  /** Cells that its moves lead to. */
  to: number[];
  /** Zone. */
  zone: number;
};

/** A cell of the map as printed. */
export type PrintedCell = {
  /** Coordinates. */
  cell: string;
  /** Centre in the units of the map. */
  centre: [number, number] | null;
  /** Name of its place. */
  name: string | null;
  /** Outline in the units of the map. */
  outline: string | null;
  terrain: Terrain | null;
  /** Column. */
  x: number;
  /** Row. */
  y: number;
};

/** A paper as printed. */
export type PrintedPaper = {
  /** Company it belongs to. */
  company: string | null;
  /** Abbreviation. */
  id: string;
  /** Income. */
  income: number;
  /** Name. */
  name: string;
  /** Price. */
  price: number;
  /** Size class. */
  size: number;
};

/** A tile as printed. */
export type PrintedTile = {
  /** Colour. */
  colour: string;
  /** How many; no limit if missing. */
  count: number | null;
  /** Letter. */
  label: string | null;
  /** Number. */
  tile: string;
};

/** A box of the process track. */
export type ProcessBox = {
  /** A train leaves the stack after it. */
  export: boolean;
  /** Label. */
  label: string;
  /** Value. */
  value: number;
};

/** What to do at each turn of a stock round. */
export type Program = {
  kind: "pass";
  round?: Round | null;
  /** What stops it before. */
  unless?: Worry[];
} | {
  /** Of this company. */
  company: string;
  /** From where. */
  from?: Source;
  kind: "buy";
  /** The price when it was set; filled in by the server. */
  price?: number | null;
  /** Until when. */
  until: Until;
};

/** Something before or after a move: a number, a name, trains, or a round. */
export type Quantity = number | string | string[] | Round;

/** How far a train runs: its kind and the numbers that kind has. */
export type Range = {
  /** Cities among them. */
  cities?: number | null;
  /** Cities that count. */
  count?: number | null;
  /** `plain`, `plus`, `express`, `stations` or `cities`. */
  kind: string;
  /** Large stations. */
  large?: number | null;
  /** Small stations. */
  small?: number | null;
  /** Stops. */
  stops?: number | null;
  /** How often they count. */
  times?: number | null;
  /** All stops. */
  total?: number | null;
};

/** Asks for moves to be made again. */
export type RedoBody = {
  /** Moves made, as last seen. */
  after: number;
  /** How many; one if missing. */
  count?: number | null;
  /** The client's word for this request. */
  key?: string | null;
};

/** Why something is not allowed. */
export type RefusalJson = {
  /** Values of the sentence. */
  args: {
    [name: string]: Given;
  };
  /** Key of the sentence. */
  key: string;
  /** Rule. */
  rule: string;
  /** Text of the rule. */
  text?: string | null;
};

/** Takes a seat back. */
export type ReturnBody = {
  /** Seat; all those one left if missing. */
  seat?: number | null;
};

/** Which round it is. */
export type Round = {
  /** Kind. */
  kind: RoundKind;
  /** Number within the set, from 1. */
  number: number;
  /** Set of rounds, from 1. */
  set: number;
};

/** Kind of a round. */
export type RoundKind = "opening" | "stock" | "operating" | "actions" | "over";

/** The route of a train. */
export type Route = {
  /** Where it calls. */
  calls: Call[];
  /** The train's card. */
  card: string;
  /** Halts that it serves. */
  halts: number;
  /** Mines. */
  mines: number;
  /** The most halts that it could serve on this line. */
  most_halts: number;
  /** Bonus of a named connection. */
  named_bonus: number;
  /** Its track in order. */
  path: RouteStep[];
  /** Revenue. */
  revenue: number;
  /** Subsidy. */
  subsidy: number;
  /** Its name. */
  train: string;
};

/** The route of a train. */
export type RouteClaim = {
  /** The train. */
  card: string;
  /** Halts that it serves, where that is a choice. */
  halts?: number | null;
  /** Stops that it passes on purpose, where that is a choice. */
  passes?: RouteStop[];
  /** Its track in order. */
  path: RouteStep[];
};

/** A piece of track. */
export type RouteStep = {
  /** The cell. */
  cell: string;
  /** Number of the segment on the tile that lies there. */
  segment: number;
};

/** A stop on a cell. */
export type RouteStop = {
  /** The cell. */
  cell: string;
  /** Stop of the tile that lies there. */
  stop: number;
};

/** A rule of the catalogue. */
export type Rule = {
  /** ID. */
  id: string;
  /** Language that heading and text are in. */
  language: string;
  /** Heading it stands under. */
  section: string;
  /** Text. */
  text: string;
};

/** Rules of a title. */
export type RulesJson = {
  /** Rules in order. */
  rules: Rule[];
  /** Title. */
  title: string;
};

/** A train that runs. */
export type Runner = {
  /** Card. */
  card: string;
  /** Name. */
  train: string;
};

/** A line of chat was said. */
export type Said = {
  /** It had been said before with the same key. */
  repeated: boolean;
  /** Journal entry. */
  seq: number;
};

/** A number or a name. */
export type Scalar = number | string;

/** What a seat leaves to the server. */
export type SeatAutomation = {
  /** Pass when nothing else is legal. */
  forced: boolean;
  program: Program | null;
  /** Seat. */
  seat: number;
  /** Why the last program stopped. */
  stopped: string | null;
};

/** Who shall sit at a seat. */
export type SeatBody = {
  kind: "me";
  /** Name at the table. */
  name?: string | null;
} | {
  kind: "name";
  /** Name at the table. */
  name: string;
} | {
  kind: "open";
} | {
  kind: "bot";
  /** Its level. */
  level: string;
  /** Name at the table. */
  name?: string | null;
};

/** Changes a seat before the start. */
export type SeatChange = {
  /** A bot of this level. */
  bot?: string | null;
  /** A name at the owner's screen. */
  name?: string | null;
  /** Anybody who joins. */
  open?: boolean;
  /** Seat. */
  seat: number;
};

/** A seat. */
export type SeatJson = {
  /** Agrees to every undo. */
  always_agree: boolean;
  /** Level, if a bot plays it. */
  bot?: string | null;
  /** Who asks left it to a bot and may take it back. */
  may_return: boolean;
  /** Belongs to who asks. */
  mine: boolean;
  /** Name. */
  name: string;
  /** Nobody sits there yet. */
  open: boolean;
  /** Number. */
  seat: number;
  /** Account. */
  user?: string | null;
};

/** A player (seat), or the automatic shareholder after the last seat. */
export type SeatNumber = number;

/** Who is logged in. */
export type SessionJson = {
  user?: UserJson | null;
};

/** Value of an option. */
export type Setting = boolean | string;

/** Settings of a game. */
export type SettingsBody = {
  /** Pause before a bot moves, in milliseconds. */
  bot_pause?: number | null;
  /** Shown to everyone. */
  listed?: boolean | null;
  /** Name. */
  name?: string | null;
};

/** Where a share is bought. */
export type ShareSource = "ipo" | "pool";

/** What is printed. */
export type Sheet = {
  /** What a company, card or character brings to who takes it; a card a line for each of its sides. */
  brings: {
    [name: string]: Brings[];
  };
  /** Cells. */
  cells: PrintedCell[];
  /** Companies. */
  companies: Charter[];
  /** How the money of companies is written, if otherwise. */
  company_money: string | null;
  /** How the game goes. */
  course: Course;
  /** Share price chart. */
  market: PriceCell[];
  /** How money is written. */
  money: string;
  /** Name of the title. */
  name: string;
  /** Papers. */
  papers: PrintedPaper[];
  /** Phases. */
  phases: Phase[];
  /** Process track. */
  process: ProcessBox[];
  /** What was reconstructed. */
  reconstructed: string[];
  /** `hex` or `square`. */
  shape: string;
  /** Cards and characters. */
  slots: string[];
  /** Tiles. */
  tiles: PrintedTile[];
  /** Title. */
  title: string;
  /** Trains. */
  trains: TrainKind[];
  /** The board grows. */
  unbounded: boolean;
  /** Variant. */
  variant: string;
};

/** A card or character: its name, or its number where it has none. */
export type SlotName = number | string;

/** Where shares are bought. */
export type Source = "ipo" | "pool" | "any";

/** A standing of a company. */
export type Standing = "started" | "floated" | "operated" | "home" | "acquirer" | "closed" | "insolvent" | "receivership" | "bankrupt" | "ceased" | "available";

/** The state of a game at a move. */
export type State = {
  /** Moves shown. */
  at: number;
  /** Chat. */
  chat: ChatLine[];
  choices?: Choices | null;
  /** The game. */
  game: GameJson;
  last: Line | null;
  /** Moves made. */
  length: number;
  /** It is the last state. */
  live: boolean;
  /** The moves before. */
  log: Line[];
  /** What may be known of its luck. */
  luck: Luck;
  /** Who is here. */
  presence: Present[];
  /** Last journal entry. */
  seq: number;
  undo: Asked | null;
  /** Moves that can be made again. */
  undone: number;
  /** The position. */
  view: View;
  /** What belongs to who asks. */
  you: You;
};

/** A stop that a company reaches. */
export type Stop = {
  /** Bonus. */
  bonus: number;
  /** Cell. */
  cell: string;
  /** `city`, `town`, `halt` or `red`. */
  kind: string;
  /** Name. */
  name: string | null;
  /** It has a station there. */
  own: boolean;
  /** Trains may go on from there. */
  passable: boolean;
  /** Stop of the tile there. */
  stop: number;
  /** Trains end there. */
  terminus: boolean;
  /** Value. */
  value: number;
};

/** Terrain. */
export type Terrain = {
  /** Cost. */
  cost: number;
  /** Kind. */
  kind: string;
};

/** A title. */
export type Title = {
  /** Id. */
  id: string;
  /** Name. */
  name: string;
  /** Presets, the default first. */
  presets: string[];
  /** Version of the rules. */
  rules_version: number;
  /** Variants. */
  variants: Variant[];
};

/** All titles, and the levels of bots. */
export type Titles = {
  /** Levels of bots. */
  levels: string[];
  /** Titles. */
  titles: Title[];
};

/** A note about a token. */
export type TokenBody = {
  /** Note. */
  label?: string;
};

/** A token in a list. */
export type TokenJson = {
  /** Made when. */
  created: number;
  /** Ends when. */
  expires: number;
  /** Id. */
  id: string;
  /** Note. */
  label: string;
};

/** One's tokens. */
export type TokensJson = {
  /** Tokens. */
  tokens: TokenJson[];
};

/** A value of such a sentence. */
export type Told = {
  /** A number. */
  number: number;
} | {
  /** An amount of money. */
  money: number;
} | {
  /** A printed name. */
  name: string;
};

/** What routes bring together. */
export type Total = {
  /** Mines. */
  mines: number;
  /** What is to be the most. */
  primary: number;
  /** Revenue. */
  revenue: number;
  /** Subsidy. */
  subsidy: number;
};

/** A train. */
export type Train = {
  /** Card. */
  card: number;
  /** Kind and copy. */
  id: string;
  /** Face in use. */
  name: string;
  /** Obsolete. */
  obsolete: boolean;
};

/** One side of a train card. */
export type TrainFace = {
  /** Name. */
  name: string;
  /** Price. */
  price: number;
  /** How far it runs. */
  range: Range;
  /** Kinds that its sale scraps. */
  scraps: string[];
  /** Size class that may own it. */
  size: number;
};

/** Where a train comes from. */
export type TrainFrom = "deck" | "pool" | {
  /** Another company. */
  company: {
    /** The seller. */
    company: string;
  };
};

/** A kind of train card. */
export type TrainKind = {
  /** Cards. */
  count: number;
  /** Sides. */
  faces: TrainFace[];
  /** Name. */
  name: string;
  /** Phase that its first sale begins. */
  phase: number;
  /** Never runs out. */
  unlimited: boolean;
};

/** Who must decide. */
export type TurnJson = {
  /** Company. */
  company?: string | null;
  /** It is the turn of who asks. */
  mine: boolean;
  /** Seat. */
  seat: number;
  /** Since when. */
  since: number;
  /** Step. */
  step: string;
};

/** Asks for moves to be taken back. */
export type UndoBody = {
  /** Moves made, as last seen. */
  after: number;
  /** The client's word for this request. */
  key?: string | null;
  /** Last move that stays; missing: before one's own last move. */
  to?: number | null;
};

/** What became of an undo. */
export type Undone = {
  /** Whether the moves are taken back. */
  done: boolean;
  /** Moves made. */
  length: number;
  /** Last journal entry. */
  seq: number;
  undo?: Asked | null;
};

/** When buying ends. */
export type Until = {
  /** The seat holds so many percent. */
  percent: number;
} | {
  /** The company has floated. */
  floated: boolean;
};

/** A person as the interface shows them. */
export type UserJson = {
  /** Without name and password. */
  guest: boolean;
  /** Id. */
  id: string;
  /** Name. */
  name: string;
};

/** A variant of a title. */
export type Variant = {
  /** Name. */
  id: string;
  /** Most players. */
  max_players: number;
  /** Fewest players. */
  min_players: number;
  /** Options that apply. */
  options: OptionDef[];
};

/** A position. */
export type View = {
  /** Companies in the order in which they act: as fixed for the round, then by price and place in the stack. */
  acting: string[];
  /** Money in the bank. */
  bank: number;
  /** Tiles on the map (printed ones left out) and cells with stations. */
  board: Laid[];
  /** Companies. */
  companies: Company[];
  decision: Decision | null;
  /** Facts of the title. */
  facts: [string, unknown][];
  /** Order of players. */
  order: number[];
  outcome: Outcome | null;
  /** Papers. */
  papers: Paper[];
  /** Phase. */
  phase: string;
  /** Players by seat. */
  players: Player[];
  /** Trains in the pool. */
  pool: Train[];
  /** Box of the process track. */
  process: number;
  /** Round. */
  round: Round;
  /** Trains in the stack: kind, faces with prices, left (`null` without limit). */
  stack: [string, [string, number][], number | null][];
  /** Tiles left. */
  tiles: [string, number][];
  /** Title. */
  title: string;
  /** Variant. */
  variant: string;
};

/** Why a bot does something: a sentence by its key with its values, and the same in English. */
export type Why = {
  /** Its values by name. */
  args: {
    [name: string]: string;
  };
  /** Key of the sentence. */
  key: string;
  /** The sentence in English. */
  text: string;
};

/** Why nothing may be done on a cell. */
export type WhyNot = {
  /** After so many moves. */
  after: number;
  refusal: RefusalJson | null;
};

/** Something that stops a program. */
export type Worry = "start" | "sale" | "director" | "price";

/** What belongs to who asks. */
export type You = {
  /** What the seats leave to the server. */
  automation: SeatAutomation[];
  /** Something can be taken back. */
  may_undo: boolean;
  /** Seats. */
  seats: number[];
  /** Seats that would be asked. */
  undo_needs: number[];
  /** Back to this move. */
  undo_to: number | null;
};
