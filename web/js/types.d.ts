// Made from the server's description of its interface by `npm run types`; not to be edited.

/** An account as operators see it. */
export type AccountJson = UserJson & {
  /** Made when. */
  created: number;
  /** Last seen when. */
  seen: number;
};

/** Accounts. */
export type AccountsJson = {
  /** The last seen first. */
  accounts: AccountJson[];
};

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

/** What is said to an answer. */
export type Answered = {
  /** What the best run brings. */
  best: number | null;
  refusal: RefusalJson | null;
  /** It is right. */
  right: boolean;
  /** What the run brings. */
  run: number | null;
  /** Number of the sentence about this wrong answer. */
  wrong: number | null;
};

/** Hides a game or shows it again. */
export type ArchiveBody = {
  /** Hidden. */
  archived: boolean;
};

/** A page of games that are over. */
export type ArchiveJson = {
  /** The last that ended first. */
  games: EndedGame[];
  /** Ask again with `after` for more. */
  next?: string | null;
};

/** A station on a stop. */
export type ArrangedStation = {
  /** Where. */
  cell: string;
  /** Whose. */
  company: string;
  /** Stop of the tile there. */
  stop?: number;
  /** It lies on the cell and waits for a stop. */
  waiting?: boolean;
};

/** A tile on a cell. */
export type ArrangedTile = {
  /** Steps clockwise. */
  rotation?: number;
  /** Its number. */
  tile: string;
};

/** A train: its name alone, or with what has happened to it. */
export type ArrangedTrain = string | ArrangedTrainCard;

/** A train with what has happened to it. */
export type ArrangedTrainCard = {
  /** Name of the side in use; the first if it is not told. */
  face?: string | null;
  /** Marks of the title. */
  marks?: number;
  /** Whether it is obsolete; what the phase makes of it if it is not told. */
  obsolete?: boolean | null;
  /** How often it ran, where that matters. */
  runs?: number;
  /** Kind and copy. */
  train: string;
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
  /** Seat that asks. */
  by?: number | null;
  /** `undo`, `abandon`, `end`, `replace` or `return`. */
  kind: string;
  /** Name of the person who shall play there, or wants to come back. */
  name?: string | null;
  /** Seats that did not. */
  refused: number[];
  /** Seat that shall have another player. */
  seat?: number | null;
  /** Back to this move. */
  to?: number | null;
  /** Seats that are asked. */
  waiting: number[];
  /** Who shall play there: `bot`, `person` or `offer`. */
  with?: string | null;
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

/** Whom to keep out. */
export type BanBody = {
  /** Id of an account. */
  account?: string | null;
  /** An address or a network. */
  address?: string | null;
  /** For so many days; for ever if missing. */
  days?: number | null;
  /** Why. */
  why: string;
};

/** Somebody who is kept out. */
export type BanJson = {
  /** Since when. */
  at: number;
  /** `account` or `address`. */
  kind: string;
  /** Name of the account. */
  name: string | null;
  /** Until when; for ever if nothing. */
  until: number | null;
  /** Id of the account, or address. */
  what: string;
  /** Why. */
  why: string;
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

/** Whom to block. */
export type BlockBody = {
  /** Account. */
  user: string;
};

/** Somebody whom one has blocked. */
export type BlockJson = {
  /** Since when. */
  at: number;
  /** Name. */
  name: string;
  /** Account. */
  user: string;
};

/** Everybody whom one has blocked. */
export type BlocksJson = {
  /** In the order in which they were blocked. */
  blocks: BlockJson[];
};

/** Results against bots of one level. */
export type BotScore = {
  /** Came before so many of them. */
  beaten: number;
  /** Level. */
  level: string;
  /** Bots met. */
  met: number;
  /** Title. */
  title: string;
};

/** Openings in games of bots. */
export type BotsOpenings = {
  /** How these games were made. */
  made: OpeningsMade;
  /** The figures. */
  openings: Openings;
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

/** A table that somebody laid out, and what a company could run there. */
export type Calculated = {
  best: BestRoutes | null;
  /** What else the title asks for, by name. */
  circumstances: string[];
  /** The best routes as layers of the map, then those of each alternative. */
  drawings: Drawing[];
  /** The map with all that lies on it. */
  map: string;
  /** What is odd. */
  notes: Oddity[];
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

/** A cell of a table. */
export type CellBody = {
  /** The cell. */
  cell: string;
  /** The table. */
  question: RouteQuestion;
};

/** All about a cell of the map. */
export type CellCard = {
  /** After so many moves. */
  at: number;
  /** Neighbours that no track may lead to. */
  barred: string[];
  /** Coordinates. */
  cell: string;
  /** Companies at home here. */
  homes: string[];
  /** A tile was laid; otherwise this is what is printed. */
  laid: boolean;
  /** Name of its place. */
  name: string | null;
  /** Companies that reach it. */
  reached_by: string[];
  /** Nobody but this company may lay a tile here. */
  reserved_for: string | null;
  /** How it is turned. */
  rotation: number;
  terrain: Terrain | null;
  tile: TileCard | null;
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

/** A new way. */
export type ChannelBody = {
  /** Secret of a browser. */
  auth?: string;
  /** Number of a chat. */
  chat?: string;
  /** The table whose it is; one's own if missing. */
  game?: string | null;
  /** For how many minutes notices are gathered. */
  gather?: number;
  /** `push`, `mail`, `discord`, `slack`, `telegram` or `json`. */
  kind: string;
  /** What its owner calls it. */
  label?: string;
  /** Language. */
  lang?: string;
  /** Key of a browser. */
  p256dh?: string;
  /** Address of a push service or another program. */
  url?: string;
};

/** Changes of a way. */
export type ChannelChange = {
  /** For how many minutes notices are gathered. */
  gather?: number | null;
  /** What its owner calls it. */
  label?: string | null;
  /** Language. */
  lang?: string | null;
  /** Whether it is used. */
  on?: boolean | null;
};

/** A way on which somebody is told. */
export type ChannelJson = {
  /** Made when. */
  created: number;
  /** For how many minutes notices are gathered into one message. */
  gather: number;
  /** It is the browser that asks. */
  here: boolean;
  /** Id. */
  id: string;
  /** `push`, `mail`, `discord`, `slack`, `telegram` or `json`. */
  kind: string;
  /** What its owner calls it. */
  label: string;
  /** Language. */
  lang: string;
  /** Where it leads, without what is secret there. */
  place: string;
  /** What was said when nothing arrived last. */
  said: string;
  /** Used last when; 0 if never. */
  sent: number;
  /** `on`, `stopped`, or `failed` if nothing arrived for too long. */
  state: string;
  /** How often in a row nothing arrived. */
  tries: number;
};

/** Where a chapter begins. */
export type ChapterOrigin = {
  /** After so many moves; all if missing. */
  at?: number | null;
  /** The game. */
  game: string;
  /** Word of the invitation. */
  invite?: string | null;
  kind: "game";
} | {
  kind: "title";
  /** Players. */
  players: number;
  /** Title. */
  title: string;
  /** Variant; the usual one if missing. */
  variant?: string | null;
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
  /** An operator removed what was said. */
  removed?: boolean;
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

/** The clocks of a table. */
export type ClockJson = {
  /** When the clock that runs ends. */
  end: number | null;
  /** The server's time at which this was so. */
  now: number;
  /** It stands still until then: a night, a weekend, days off. */
  paused: number | null;
  /** By seat. */
  seats: SeatTime[];
};

/** A code to be made. */
export type CodeBody = {
  /** So many days it is good. */
  days: number;
  /** Note. */
  label?: string;
  /** So many accounts can be made. */
  uses: number;
};

/** A code with which accounts can be made. */
export type CodeJson = {
  /** The code; shown once, when it is made. */
  code?: string | null;
  /** Made when. */
  created: number;
  /** Ends when. */
  expires: number;
  /** Its id. */
  id: string;
  /** Note. */
  label: string;
  /** So many accounts can still be made. */
  uses: number;
};

/** A code and a new password. */
export type CodeRecovery = {
  /** One of its codes. */
  code: string;
  /** Name of the account. */
  name: string;
  /** The new password. */
  password: string;
};

/** The password once more. */
export type CodesBody = {
  /** Password; accounts without one need none. */
  password?: string;
};

/** New codes, shown this once. */
export type CodesJson = {
  /** The codes; each opens the account once. */
  codes: string[];
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
  /** Levels of bots by seat; seats without one are played at this screen. If missing, the bots stay as they are. */
  bots?: (string | null)[] | null;
  /** Word of a link, for studies. */
  invite?: string | null;
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
  /** For a new account: a code, where one is needed. */
  code?: string | null;
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

/** What an operator did. */
export type DeedJson = {
  /** What was done. */
  act: string;
  /** When. */
  at: number;
  /** Name of who did it. */
  by: string;
  /** Its id. */
  id: string;
  /** More about it. */
  what: string;
  /** To what: an account, an address, a game. */
  whom: string;
  /** Why. */
  why: string;
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

/** How one comes in here. */
export type DoorJson = {
  /** Whether one may play without an account. */
  guests: boolean;
  /** Whether a lost password can be replaced by mail. */
  mail: boolean;
  /** Name of the provider with whose login one may come in. */
  provider: string | null;
  /** Who may make an account. */
  registration: RegistrationJson;
};

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

/** A game that is over. */
export type EndedGame = {
  /** Made when. */
  began: number;
  /** When the last move was made. */
  ended: number;
  /** All at one screen. */
  hot_seat: boolean;
  /** Id. */
  id: string;
  /** Moves. */
  length: number;
  /** Everybody may look at it. */
  listed: boolean;
  /** Name. */
  name: string;
  /** Options that differ from the preset. */
  options: {
    [name: string]: Setting;
  };
  /** Which ratings it counts for: `people`, `bots`, or empty. */
  pool: string;
  /** Preset. */
  preset: string;
  /** Why it ended. */
  reason: string;
  /** Seats in order. */
  seats: EndedSeat[];
  /** Title. */
  title: string;
  /** Variant. */
  variant: string;
};

/** A seat of a game that is over. */
export type EndedSeat = {
  /** Level, if a bot sat there. */
  bot?: string | null;
  /** Belongs to who asks. */
  mine: boolean;
  /** Name at the table; none of who keeps it back. */
  name?: string | null;
  /** Place, from 1. */
  place: number;
  /** The account, if it has a page. */
  player?: string | null;
  /** Number. */
  seat: number;
  /** Wealth at the end. */
  value: number;
  /** Among the winners. */
  won: boolean;
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

/** What every seat can expect. */
export type Expected = {
  /** Chance to win, in thousandths, by seat. */
  chance: number[];
  /** Wealth at the end, by seat. */
  wealth: number[];
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

/** A figure from several games. */
export type FigureJson = {
  /** How many values. */
  count: number;
  /** Half the width of its 95 % interval. */
  margin: number;
  /** Their mean. */
  mean: number;
};

/** A tile that may be laid on another. */
export type Follower = {
  /** Colour. */
  colour: string;
  /** How many are left; no limit if missing. */
  left: number | null;
  /** Laid by a special right only. */
  special: boolean;
  /** Number. */
  tile: string;
};

/** Whom one likes to meet. */
export type FriendBody = {
  /** Account. */
  user: string;
};

/** Somebody whom one likes to meet. */
export type FriendJson = {
  /** Since when. */
  at: number;
  /** Name. */
  name: string;
  /** Account. */
  user: string;
};

/** Everybody whom one likes to meet. */
export type FriendsJson = {
  /** In the order in which they were added. */
  friends: FriendJson[];
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
  /** When the clock that runs ends. */
  clock_end?: number | null;
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
  pace?: Pace | null;
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
  /** Of open tables: what is known of those who wait there. */
  waits: WaitsJson[];
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

/** What became of a game. */
export type Goodbye = {
  /** It is gone for everybody; otherwise others have part in it, and it left one's own list only. */
  deleted: boolean;
};

/** Choices of one kind. */
export type Group = {
  /** Choices. */
  choices: Choice[];
  /** Kind of move. */
  kind: MoveKind;
};

/** What somebody wants to be told. */
export type HabitsJson = {
  /** Kinds of notices that are not wanted. */
  off: string[];
  quiet: QuietJson | null;
};

/** Whom to ask. */
export type HintBody = {
  /** Level of the bot, with its character if it has one. */
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

/** When somebody does not play, every week. */
export type HoursJson = {
  night?: Night | null;
  /** No play on Saturdays and Sundays. */
  weekends?: boolean;
  /** Time zone by its IANA name, such as `Europe/Prague`. */
  zone: string;
};

/** Who may come in. */
export type HouseBody = {
  /** Whether one may play without an account; as it is if missing. */
  guests?: boolean | null;
  registration?: RegistrationJson | null;
  /** Why. */
  why?: string;
};

/** How the house stands. */
export type HouseJson = {
  /** Who is kept out. */
  bans: BanJson[];
  /** Codes that are good. */
  codes: CodeJson[];
  /** Whether one may play without an account. */
  guests: boolean;
  /** Who may make an account. */
  registration: RegistrationJson;
  /** How many reports are open. */
  reports: number;
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

/** A move of the game, as far as it is judged. */
export type JudgedMove = {
  /** What everybody could expect after it. */
  after: Expected;
  /** The company. */
  company?: string | null;
  /** Something was drawn on the way there: what changed is not the doing of who moved. */
  luck: boolean;
  /** The move. */
  move: Move;
  /** What is still to be done. */
  next: JudgementNext;
  /** Its number, from 1. */
  number: number;
  /** In which round. */
  round: Round;
  /** Who made it. */
  seat: number;
  /** What was to be decided, and for which company. */
  step: string;
  /** How much better another move looked at first, in thousandths of what a seat can expect. */
  suspicion: number;
  verdict?: Verdict | null;
};

/** How far the judgement of a game is, and what was found. */
export type JudgementJson = {
  /** Judgements of other games that come first. */
  ahead: number;
  begun: Expected | null;
  /** Moves that are judged. */
  done: number;
  /** All moves. */
  length: number;
  /** Who asks now has asked for it, and may cancel it. */
  mine: boolean;
  /** Moves in order, as far as they are known. */
  moves: JudgedMove[];
  /** Where to go on, if there are more. */
  next: number | null;
  /** `none`, `waiting`, `working`, `done`, `cancelled` or `failed`. */
  state: string;
};

/** What is to be done next for a move. */
export type JudgementNext = "look" | "search" | "nothing";

/** A sentence: key and values for any language, and English. */
export type JudgementReason = {
  /** Values for it. */
  args: {
    [name: string]: string;
  };
  /** Key of the sentence. */
  key: string;
  /** What made the difference, the most important first. */
  parts?: WhyPart[];
  /** The sentence in English. */
  text: string;
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

/** A cell of a table that somebody laid out. */
export type LaidCell = {
  /** Cell. */
  cell: string;
  /** Name of its place. */
  name: string | null;
  /** Stops with places for stations. */
  places: Places[];
  /** How it is turned. */
  rotation: number;
  /** What lies there. */
  tile: string | null;
  /** What could lie there, by colour. */
  tiles: Layable[];
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

/** A tile that could lie on a cell. */
export type Layable = {
  /** Colour. */
  colour: string;
  /** Those of them that meet the track around. */
  joined: number[];
  /** Copies left; no limit if missing. */
  left: number | null;
  /** Rotations at which it could lie there. */
  rotations: number[];
  /** Number. */
  tile: string;
};

/** Leaves a game. */
export type LeaveBody = {
  /** Level of the bot that takes over in a running game. */
  bot?: string | null;
  /** Seat; all one's seats if missing. */
  seat?: number | null;
  with?: WithBody | null;
};

/** A lesson. */
export type Lesson = {
  /** Group of lessons. */
  chapter: string;
  /** The rule of which it is a worked example; none for lessons. */
  example: string | null;
  /** As which game its positions are shown. */
  game: string;
  /** Its name. */
  id: string;
  /** Its steps. */
  steps: LessonStep[];
  /** Title that it belongs to. */
  title: string;
};

/** A step of a lesson. */
export type LessonStep = {
  /** Moves made after the right answer. */
  after: number;
  /** What it asks for: `nothing`, `move`, `run`, `number`. */
  asks: string;
  /** Moves made before it. */
  at: number;
  /** What its words point at. */
  point: Point[];
  /** Rules that it teaches. */
  rules: string[];
};

/** All lessons. */
export type Lessons = {
  /** In order. */
  lessons: Lesson[];
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

/** A line of chat to be removed. */
export type LineBody = {
  /** Number of its journal entry. */
  line: number;
  /** Why. */
  why: string;
};

/** Lines of the log. */
export type LogJson = {
  /** Lines in order. */
  lines: Line[];
};

/** Whose password is lost. */
export type LostBody = {
  /** Language of the letter. */
  lang?: string | null;
  /** Name or mail address of the account. */
  name: string;
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

/** A mail address for an account. */
export type MailBody = {
  /** Language of the letter. */
  lang?: string | null;
  /** The address; none if missing. */
  mail?: string | null;
  /** Password; accounts without one need none. */
  password?: string;
};

/** A move that was not made, and with which the company would have run for more. */
export type MissedItem = {
  /** Company. */
  company: string;
  /** What the move costs at once. */
  cost: number;
  /** What it could have run for. */
  could: number;
  /** The most that the company could run for as it was. */
  had: number;
  /** What it is. */
  kind: MissedKind;
  /** How much more that is. */
  more: number;
  /** The move. */
  move: Move;
  /** It is about the next run, not that of this turn. */
  next_run: boolean;
  /** The move that was made instead. */
  number: number;
  /** Both are proved; else it is at least so much more. */
  proved: boolean;
  /** Round. */
  round: Round;
  /** Seat that decided. */
  seat: number;
};

/** What was missed. */
export type MissedKind = "tile" | "station" | "train" | "subsidy";

/** Moves that were missed. */
export type MissedMoves = {
  /** Turns that were not looked through: it would have taken too long. */
  cut: number;
  /** In order; of each turn the one of a kind that brings most. */
  items: MissedItem[];
  /** Ask again from here; nothing if this is all. */
  next: number | null;
  /** Turns that were looked at. */
  turns: number;
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

/** A way that was made. */
export type NewChannelJson = {
  /** The way. */
  channel: ChannelJson;
  /** The secret of its signatures, shown this once. */
  secret: string | null;
};

/** A new chapter. */
export type NewChapter = {
  /** Where it begins. */
  from: ChapterOrigin;
  /** Title of the study or of the chapter. */
  title?: string;
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
  pace?: Pace | null;
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

/** A night: from a minute of the day to another. */
export type Night = {
  /** Begins, in minutes since midnight. */
  from: number;
  /** Ends, in minutes since midnight; at most twelve hours later. */
  to: number;
};

/** What a note shall say. */
export type NoteBody = {
  /** Text; empty: no note. */
  text: string;
};

/** A note. */
export type NoteJson = {
  /** What it says. */
  text: string;
  /** Changed when; 0 if there is none. */
  updated: number;
};

/** Nothing at all. */
export type Nothing = {
  [name: string]: unknown;
};

/** How somebody is told while the page is closed. */
export type NoticesJson = {
  /** The account's mail address. */
  address: string | null;
  /** Ways. */
  channels: ChannelJson[];
  /** What is wanted, and when not. */
  habits: HabitsJson;
  /** Kinds of notices there are. */
  kinds: string[];
  /** Whether this server sends mail. */
  mail: boolean;
  /** The key with which a browser subscribes. */
  push_key: string;
};

/** Something odd on the table: not in the box, or not as a game could lay it. */
export type Oddity = {
  /** Key of its sentence. */
  key: string;
  /** The sentence in English. */
  text: string;
  /** Values of the sentence. */
  values: {
    [name: string]: string;
  };
};

/** How seats did that opened in one way. */
export type OpeningRow = {
  /** Whether these are few games. */
  few: boolean;
  /** Games in which a seat opened so. */
  games: number;
  /** A company, a price, a paper or character, or the number of a seat from 1; empty for seats that had none. */
  name: string;
  /** Share of all wealth at the end. */
  wealth: OpeningShare;
  /** Share of wins; a win of several is shared. */
  wins: OpeningShare;
};

/** A share from 0 to 1, with its 95 % interval. */
export type OpeningShare = {
  /** Upper end of the interval. */
  high: number;
  /** Lower end of the interval. */
  low: number;
  /** The mean. */
  mean: number;
};

/** What became of openings in games of one variant with one number of players. */
export type Openings = {
  /** By the company that a seat was dealt or started first, the most frequent one first. */
  companies: OpeningRow[];
  /** Games that were counted. */
  games: number;
  /** By paper or character that a seat had after the opening, the most frequent one first. */
  papers: OpeningRow[];
  /** Seats. */
  players: number;
  /** By the starting price of that company. */
  prices: OpeningRow[];
  /** By seat. */
  seats: OpeningRow[];
  /** Variant. */
  variant: string;
};

/** How games of bots were made. */
export type OpeningsMade = {
  /** The command that made them. */
  command: string;
  /** Games that were played. Those that came to no end were not counted. */
  games: number;
  /** Level of the bots. */
  level: string;
  /** Preset of the options. */
  preset: string;
  /** The program and its commit. */
  program: string;
  /** Seed of the first game; the next has the next. */
  seed: number;
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

/** What happens when somebody's time runs out. */
export type Out = "bot" | "ask" | "mark";

/** How a game ended. */
export type Outcome = {
  /** Key of the reason. */
  reason: string;
  /** Wealth by seat. */
  values: number[];
  /** Winners. */
  winners: SeatNumber[];
};

/** A rating of a player. */
export type OwnRating = {
  /** `people` or `bots`. */
  pool: string;
  /** The rating. */
  rating: RatingJson;
  /** Title. */
  title: string;
};

/** A data sheet of one's own, to be looked at before a game is made with it. */
export type OwnSheet = {
  /** The sheet. */
  data: {
    [name: string]: unknown;
  };
};

/** The time of a table. Each decision has some time of its own; what takes longer is taken from a reserve. */
export type Pace = {
  /** Seconds of each decision. */
  each: number;
  /** Which kind of table. */
  kind: PaceKind;
  /** What happens when time runs out. */
  out: Out;
  /** Clocks stand still in a player's nights, weekends and days off. Only by correspondence. */
  pauses?: boolean;
  /** Seconds of the reserve that everybody has for the whole game. */
  reserve: number;
};

/** How fast somebody decides. */
export type PaceJson = {
  /** Milliseconds that one took on average. */
  mean: number;
  /** Decisions in games that are over. */
  moves: number;
};

/** Which kind of table. */
export type PaceKind = "live" | "correspondence";

/** Reason of a payment. */
export type PaidFor = "paper_income" | "dividend" | "withheld" | "subsidy" | "take_over" | "treasury" | "director_help" | "bonus";

/** A part of the table. */
export type Panel = "map" | "market" | "companies" | "players" | "trains" | "log" | "process";

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

/** A stop with places for stations. */
export type Places = {
  /** Name. */
  name: string | null;
  /** Who has a station in each place. */
  stations: (string | null)[];
  /** Stop of the tile. */
  stop: number;
};

/** Moves of a line that were made in a game. */
export type Played = {
  /** The game. */
  game: string;
  /** How many more the line has: something was drawn differently. */
  left: number;
  /** How many. */
  moves: number;
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

/** A player. */
export type PlayerPage = {
  /** Blocked by who asks. */
  blocked: boolean;
  /** Results against bots. */
  bots: BotScore[];
  /** A friend of who asks. */
  friend: boolean;
  /** His last games that who asks may see. */
  games: EndedGame[];
  /** Account. */
  id: string;
  /** Who asks. */
  me: boolean;
  /** Name. */
  name: string;
  /** How fast he decides. */
  pace: PaceJson;
  privacy?: Privacy | null;
  /** Ratings. */
  ratings: OwnRating[];
  /** Results by title and seat. */
  scores: SeatScore[];
  /** Here since when. */
  since: number;
};

/** Something on the table. */
export type Point = {
  /** A cell of the map. */
  cell: string;
} | {
  /** A company: its card or its row. */
  company: string;
} | {
  /** A part of the table. */
  panel: Panel;
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
  /** A card that would bring nothing now. */
  idle?: boolean;
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

/** What somebody keeps back. */
export type Privacy = {
  /** His name in lists: of ratings and of the archive. */
  hide_name: boolean;
  /** His page: others do not find it. */
  hide_page: boolean;
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

/** What to do at each turn of a stock round, or of an auction. */
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
} | {
  kind: "bid";
  /** At most so much. */
  most: number;
  /** For this paper; what is bid for now if missing. */
  paper?: string | null;
  round?: Round | null;
};

/** How far somebody is in the course. */
export type Progress = {
  /** Lessons that are done. */
  done: string[];
  /** The lesson at which they stopped. */
  lesson: string | null;
  /** Its step. */
  step: number;
};

/** A puzzle, without its answer. */
export type Puzzle = {
  /** Moves made before the question. */
  at: number;
  /** The company that it is about. */
  company: string | null;
  /** As which game its position is shown. */
  game: string;
  /** How hard it is, from 1 to 4. */
  grade: number | null;
  /** Its name. */
  id: string;
  /** What is asked. */
  kind: PuzzleKind;
  /** Everything legal was tried. */
  proved: boolean;
  /** Where it comes from. */
  source: PuzzleSource;
  /** Step of the decision. */
  step: string;
  /** Title. */
  title: string;
  /** Variant. */
  variant: string;
};

/** An answer. */
export type PuzzleAnswer = {
  /** The move. */
  move: Move;
};

/** What is said to an answer. */
export type PuzzleAnswered = {
  /** What it brings, where that can be told. */
  brings: number | null;
  refusal: RefusalJson | null;
  /** It is right. */
  right: boolean;
  /** What comes next after the best; told with a right answer. */
  second: number | null;
};

/** What is asked. */
export type PuzzleKind = "route" | "tile" | "train" | "stock";

/** How far somebody is with the puzzles. */
export type PuzzleProgress = {
  /** Days whose puzzle they solved, counted from 1970: the last seven that count. */
  days: number[];
  /** Most days in a row. */
  longest: number;
  /** Puzzles whose answer they were shown. */
  shown: string[];
  /** Puzzles that they solved by themselves. */
  solved: string[];
  /** Days in a row whose puzzle they solved, up to today or yesterday. */
  streak: number;
};

/** The answer. */
export type PuzzleSolution = {
  /** What they bring. */
  best: number;
  /** Moves that are right. */
  moves: Move[];
  /** What comes next. */
  second: number;
};

/** Where a puzzle comes from. */
export type PuzzleSource = {
  /** Level of the bots who played; none if it was another game. */
  level: string | null;
  /** Moves made before the position. */
  moves: number;
  /** Seed of their game. */
  seed: number | null;
};

/** Puzzles that were asked for. */
export type Puzzles = {
  /** How many there are on all pages. */
  count: number;
  /** The next page, if there is one. */
  next: number | null;
  /** This page of them. */
  puzzles: Puzzle[];
};

/** Something before or after a move: a number, a name, trains, or a round. */
export type Quantity = number | string | string[] | Round;

/** Hours of quiet, in minutes of the day in the zone of the account. */
export type QuietJson = {
  /** From. */
  from: number;
  /** Until. */
  until: number;
};

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

/** Somebody in a list of ratings. */
export type Ranked = {
  /** Level, if it is a bot. */
  bot?: string | null;
  /** Name; none of a bot. */
  name?: string | null;
  /** The account, if it has a page. */
  player?: string | null;
  /** The rating. */
  rating: RatingJson;
};

/** A list of ratings. */
export type Ranking = {
  /** `people` or `bots`. */
  pool: string;
  /** The highest first; provisional ones are not in it. */
  ranked: Ranked[];
  /** Title. */
  title: string;
};

/** A rating as people see it. */
export type RatingJson = {
  /** Games it comes from. */
  games: number;
  /** With 95 % they lie so many points around it. */
  margin: number;
  /** Points; who is new has 1500. */
  points: number;
  /** From few games: it still moves a lot. */
  provisional: boolean;
};

/** How an account can be opened if its password is lost. */
export type RecoveryJson = {
  /** Codes that are left. */
  codes: number;
  /** Its mail address. */
  mail: string | null;
  /** Whether it has a password. */
  password: boolean;
  /** Whether the login of the provider opens it. */
  provider: boolean;
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

/** Who may come in. */
export type RegistrationJson = "open" | "invited" | "closed";

/** Another name for an account. */
export type RenameBody = {
  /** The name. */
  name: string;
  /** Why. */
  why: string;
};

/** Asks that somebody else plays for a silent player. */
export type ReplaceBody = {
  /** Seat of the silent player. */
  seat: number;
  /** Who shall play. */
  with: WithBody;
};

/** A report to the operators. */
export type ReportBody = {
  /** The game; a player may be reported without one, from his page. */
  game?: string | null;
  /** Word of the invitation, for private games. */
  invite?: string | null;
  /** What is reported. */
  kind: ReportKind;
  /** The line of chat: number of its journal entry. */
  line?: number | null;
  /** The player: his account. */
  user?: string | null;
  /** Why. */
  why: string;
};

/** A report. */
export type ReportJson = {
  /** When. */
  at: number;
  /** Account of who reported it. */
  by: string | null;
  /** Name of who reported it. */
  by_name: string;
  /** Settled when. */
  done: number | null;
  /** Name of who settled it. */
  done_by: string;
  /** Game. */
  game: string | null;
  /** Its id. */
  id: string;
  /** `player`, `chat` or `game`. */
  kind: string;
  /** The line of chat. */
  line: number | null;
  /** What was said, or what the game is called. */
  said: string;
  /** Account that it is about. */
  whom: string | null;
  /** Name of who it is about. */
  whom_name: string;
  /** Why it was reported. */
  why: string;
};

/** What is reported. */
export type ReportKind = "player" | "chat" | "game";

/** A report that the operators have. */
export type ReportedJson = {
  /** Its id. */
  id: string;
  /** It was there already. */
  repeated: boolean;
};

/** Reports. */
export type ReportsJson = {
  /** Ask again with `before` at this time for more. */
  next: number | null;
  /** The newest first. */
  reports: ReportJson[];
};

/** Gives up one's seats. */
export type ResignBody = {
  /** Seat; all one's seats if missing. */
  seat?: number | null;
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

/** A table, and whose run is asked for. */
export type RouteQuestion = {
  /** Companies whose markers are turned over. */
  bankrupt?: string[];
  /** What else is so, of what the title knows. */
  circumstances?: string[];
  /** The company that runs; without one, only the table is looked at. */
  company?: string | null;
  /** Name of the phase; the first if it is not told. */
  phase?: string | null;
  /** Stations. */
  stations?: ArrangedStation[];
  /** Tiles that were laid, by cell. */
  tiles?: {
    [name: string]: ArrangedTile;
  };
  /** Its trains, by the names of their sides: `3+3`. */
  trains?: ArrangedTrain[];
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

/** A row of statistics. */
export type RowJson = {
  /** What it is about. */
  name: string;
  /** A figure for each column. */
  values: FigureJson[];
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

/** Where owners of a title should compare their box: what was decided, and what no rule text prints. */
export type RulingsJson = {
  /** Cases over which players of other programs stumbled. */
  cases: Rule[];
  /** Rules that rest on such a decision or on reconstructed data. */
  rules: Rule[];
  /** What had to be decided, where texts are silent or disagree. */
  rulings: Rule[];
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
  /** What became of who left it: `resigned` or `replaced`; they come back only if the table agrees. */
  fate?: string | null;
  /** Who asks left it to a bot and may take it back. */
  may_return: boolean;
  /** Belongs to who asks. */
  mine: boolean;
  /** Name. */
  name: string;
  /** Offered to who asks, or to all. */
  offered: boolean;
  /** Nobody sits there yet. */
  open: boolean;
  /** Number. */
  seat: number;
  /** Account. */
  user?: string | null;
};

/** A player (seat), or the automatic shareholder after the last seat. */
export type SeatNumber = number;

/** Results at one seat of tables of one size. */
export type SeatScore = {
  /** With bots at the table. */
  bots: boolean;
  /** Games. */
  games: number;
  /** Mean place. */
  place: number;
  /** Seats of the table. */
  players: number;
  /** The seat, from 0. */
  seat: number;
  /** Title. */
  title: string;
  /** Games won, alone or with others. */
  won: number;
};

/** The clock of a seat. */
export type SeatTime = {
  /** Milliseconds left of the decision's own time, if it decides. */
  left: number;
  /** Its time has run out. */
  out: boolean;
  /** How often time ran out. */
  outs: number;
  /** Milliseconds left of the reserve. */
  reserve: number;
  /** Its clock runs. */
  runs: boolean;
  /** Seat. */
  seat: number;
};

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

/** What a step asks for. */
export type Solution = {
  move: Move | null;
  /** A number. */
  number: number | null;
};

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
  clock: ClockJson | null;
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
  /** The last that happened at the table besides moves, in order. */
  told: TableTold[];
  undo: Asked | null;
  /** Moves that can be made again. */
  undone: number;
  /** The position. */
  view: View;
  /** What belongs to who asks. */
  you: You;
};

/** What games of a title show. */
export type Statistics = {
  /** Made when; nothing while there are too few games. */
  at?: number | null;
  /** Games it comes from. */
  games: number;
  /** Tables. */
  tables: TableJson[];
  /** Title. */
  title: string;
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

/** A stop as it lies on a tile. */
export type StopShown = {
  /** `city`, `town`, `halt` or `red`. */
  kind: string;
  /** Its own name, where it has one. */
  name: string | null;
  /** Places for stations. */
  slots: number;
  /** Routes end there. */
  terminus: boolean;
  /** Value now. */
  value: number;
  /** Values: one, or one for each colour of tiles. */
  values: number[];
  /** Value for who has a station there, where that differs. */
  with_station: number | null;
};

/** A way that was stopped, or goes on. */
export type StoppedJson = {
  /** Its kind. */
  kind: string;
  /** What its owner calls it. */
  label: string;
  /** Whether it is used. */
  on: boolean;
};

/** An arrow from one cell to another. */
export type StudyArrow = {
  /** Its colour. */
  colour: StudyColour;
  /** Cell it begins at. */
  from: string;
  /** Cell it points at. */
  to: string;
};

/** An author. */
export type StudyAuthor = {
  /** Name of the account. */
  name: string;
};

/** A chapter. */
export type StudyChapter = {
  /** Title of its game. */
  game: string;
  /** Id. */
  id: string;
  /** Moves before its tree begins. */
  moves: number;
  /** What is said of it. */
  text: string;
  /** Title. */
  title: string;
  /** Its tree: nodes, each before what follows from it, the main line first. Position NODE is shown as game `study-ID-CHAPTER-NODE`. */
  tree: StudyTree;
};

/** Colours to draw with. */
export type StudyColour = "green" | "red" | "blue" | "yellow";

/** A change of a study. */
export type StudyEdit = {
  edit: "title";
  /** The title. */
  title: string;
} | {
  edit: "text";
  /** The words. */
  text: string;
} | {
  /** Chapter. */
  chapter: string;
  edit: "chapter_title";
  /** The title. */
  title: string;
} | {
  /** Chapter. */
  chapter: string;
  edit: "chapter_text";
  /** The words. */
  text: string;
} | {
  /** Chapter. */
  chapter: string;
  edit: "move_chapter";
  /** Its place, from 0. */
  place: number;
} | {
  /** Chapter. */
  chapter: string;
  edit: "delete_chapter";
} | {
  /** Chapter. */
  chapter: string;
  edit: "add";
  /** The move. */
  move: Move;
  /** Name of the new node. */
  node: string;
  /** The node before. */
  parent: string;
} | {
  /** Chapter. */
  chapter: string;
  edit: "put";
  /** Its nodes, each before what follows from it. */
  nodes: StudyNode[];
  /** The node before. */
  parent: string;
  /** Place among its siblings, from 0. */
  place: number;
} | {
  /** Chapter. */
  chapter: string;
  edit: "delete";
  /** First node of the line. */
  node: string;
} | {
  /** Chapter. */
  chapter: string;
  edit: "place";
  /** First node of the line. */
  node: string;
  /** Place, from 0. */
  place: number;
} | {
  /** Chapter. */
  chapter: string;
  edit: "comment";
  /** Node. */
  node: string;
  /** The words; none if empty. */
  text: string;
} | {
  /** Chapter. */
  chapter: string;
  edit: "name";
  /** The name; none if empty. */
  name: string;
  /** Node. */
  node: string;
} | {
  /** Cell. */
  cell: string;
  /** Chapter. */
  chapter: string;
  colour?: StudyColour | null;
  edit: "mark";
  /** Node. */
  node: string;
} | {
  /** Chapter. */
  chapter: string;
  colour?: StudyColour | null;
  edit: "arrow";
  /** Cell it begins at. */
  from: string;
  /** Node. */
  node: string;
  /** Cell it points at. */
  to: string;
};

/** An edit. */
export type StudyEditBody = {
  /** Number of the last edit that was seen. */
  after: number;
  /** The edit. */
  edit: StudyEdit;
};

/** What became of an edit. */
export type StudyEdited = {
  back: StudyEdit | null;
  /** The study now. */
  study: StudyShown;
};

/** A study in a list. */
export type StudyHead = {
  /** Chapters. */
  chapters: number;
  /** Titles of its games. */
  games: string[];
  /** Id. */
  id: string;
  /** Who made it; empty if the name is kept back. */
  owner: string;
  /** `private`, `link` or `listed`. */
  sight: string;
  /** Title. */
  title: string;
  /** Changed when. */
  updated: number;
};

/** Which line, and where to. */
export type StudyLine = {
  /** Chapter. */
  chapter: string;
  /** A game at one's own screen. */
  game: string;
  /** Word of the study's link. */
  invite?: string | null;
  /** Last node of the line. */
  node: string;
};

/** Lists of studies. */
export type StudyLists = {
  /** Shown to everyone. */
  listed: StudyHead[];
  /** One's own. */
  mine: StudyHead[];
  /** Of others, in which one writes too. */
  shared: StudyHead[];
};

/** A marked cell. */
export type StudyMark = {
  /** The cell. */
  cell: string;
  /** Its colour. */
  colour: StudyColour;
};

/** A study, if it is not the one that was seen. */
export type StudyNews = {
  /** Number of its last edit. */
  number: number;
  study: StudyShown | null;
};

/** A position of the tree: the move that leads there, and what is said and drawn about it. */
export type StudyNode = {
  /** Arrows, in order of their cells. */
  arrows?: StudyArrow[];
  /** What is said about it. */
  comment?: string;
  /** Its name in edits; it never changes. */
  id: string;
  /** Marked cells in order. */
  marks?: StudyMark[];
  move?: Move | null;
  /** Name of the line that begins here. */
  name?: string;
  /** The node before it; none for the root. */
  parent?: string | null;
};

/** Settings of a study. */
export type StudySettings = {
  /** Another word for the link: who has the old one stays out. */
  renew?: boolean;
  /** Who may read. */
  sight: StudySight;
};

/** A study. */
export type StudyShown = {
  /** Names of its other authors. */
  authors: string[];
  /** Chapters. */
  chapters: StudyChapter[];
  /** Whether it may be shown in a frame elsewhere. */
  embed: boolean;
  /** Id. */
  id: string;
  /** Number of its last edit. */
  number: number;
  /** Who made it; empty if the name is kept back. */
  owner: string;
  /** Whether who asks made it. */
  owns: boolean;
  /** `private`, `link` or `listed`. */
  sight: string;
  /** What is said of it. */
  text: string;
  /** Title. */
  title: string;
  /** The word of its link, for its authors. */
  word: string | null;
  /** Whether who asks may change it. */
  writes: boolean;
};

/** Who may read. */
export type StudySight = "private" | "link" | "listed";

/** A tree of moves. */
export type StudyTree = StudyNode[];

/** The word of a link. */
export type StudyWord = {
  /** Word of the link. */
  invite?: string | null;
};

/** A table of statistics. */
export type TableJson = {
  /** Heads of its columns. */
  heads: string[];
  /** Rows. */
  rows: RowJson[];
  /** What it shows: `Seats`, `Companies`, `Starting prices`, `Phases`, `Ends`. */
  title: string;
};

/** The ways of a table. */
export type TableNoticesJson = {
  /** Ways. */
  channels: ChannelJson[];
};

/** Something that happened at the table besides moves. */
export type TableTold = {
  /** When. */
  at: number;
  /** Seat that asked or answered. */
  by?: number | null;
  /** Level of the bot. */
  level?: string | null;
  /** Name of who came. */
  name?: string | null;
  /** Whose seat. */
  seat?: number | null;
  /** Whose seats. */
  seats?: number[];
  /** Journal entry. */
  seq: number;
  /** What: `bot_took_over`, `timed_out`, `replaced`, `resigned`, … */
  what: string;
  /** To whom a seat is offered: `person` or `offer`. */
  with?: string | null;
};

/** Takes a seat that is offered. */
export type TakeBody = {
  /** Word of the invitation. */
  invite?: string | null;
  /** Name at the table; one's own if missing. */
  name?: string | null;
  /** Seat; the first that is offered if missing. */
  seat?: number | null;
};

/** Terrain. */
export type Terrain = {
  /** Cost. */
  cost: number;
  /** Kind. */
  kind: string;
};

/** All about a tile. */
export type TileCard = {
  /** `bare`, `yellow`, `green`, `brown`, `grey` or `red`. */
  colour: string;
  /** What it costs besides the terrain. */
  cost: number;
  /** Copies in the box; no limit if missing. Nothing is left of what is printed on the map. */
  count: number | null;
  /** Tiles that may follow it. */
  followers: Follower[];
  /** Letter. */
  label: string | null;
  /** How many are left; no limit if missing. */
  left: number | null;
  /** Money for every train that passes. */
  mine: number;
  /** Printed on the map, not in the box. */
  printed: boolean;
  /** What is drawn on it. */
  scenery: string | null;
  /** Laid by a special right only. */
  special: boolean;
  /** Stops. */
  stops: StopShown[];
  /** Number or name. */
  tile: string;
};

/** Everything about somebody's time. */
export type TimeJson = {
  /** Days off in a year. */
  days: number;
  /** Days off that are left. */
  days_left: number;
  hours?: HoursJson | null;
  /** Days off of the last year and to come. */
  vacations: VacationJson[];
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

/** What became of openings in games of a title. */
export type TitleOpenings = {
  /** When those of games here were counted; nothing while there are too few games. */
  at?: number | null;
  /** In games of bots, counted when the program was made. */
  bots: BotsOpenings[];
  /** In games played here, by variant and number of players, those with most games first. */
  here: Openings[];
  /** Title. */
  title: string;
};

/** All titles, and the levels and characters of bots. */
export type Titles = {
  /** Characters that a bot of any level but chance can have; such a bot is called `LEVEL-CHARACTER`. */
  characters: string[];
  /** Levels of bots. */
  levels: string[];
  /** Titles. */
  titles: Title[];
};

/** The puzzle of today. */
export type Today = {
  /** When it began, in milliseconds. */
  begins: number;
  /** The day, counted from 1970. */
  day: number;
  /** The puzzle. */
  puzzle: Puzzle;
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

/** The trail of what operators did. */
export type TrailJson = {
  /** The newest first. */
  deeds: DeedJson[];
  /** Ask again with `before` at this time for more. */
  next: number | null;
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

/** Whom to let in again. */
export type UnbanBody = {
  /** `account` or `address`. */
  kind: string;
  /** Id of the account, or address. */
  what: string;
  /** Why. */
  why?: string;
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

/** What became of a proposal. */
export type Undone = {
  /** Whether it is done. */
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
  /** May do what operators do. */
  operator: boolean;
};

/** Days off to be taken, by the calendar of one's zone. */
export type VacationBody = {
  /** First day, as in `2026-12-24`. */
  from: string;
  /** Last day. */
  to: string;
};

/** Days off. */
export type VacationJson = {
  /** Begins. */
  from: number;
  /** Id. */
  id: string;
  /** Ends. */
  to: number;
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

/** The judgement of a decision. */
export type Verdict = {
  /** The same in money. */
  amount: number;
  better?: Move | null;
  /** What the move costs, in thousandths of what a seat can expect. */
  loss: number;
  /** `best`, `good`, `doubtful` or `mistake`. */
  mark: string;
  /** What speaks for the better move, or for the one that was made. */
  reason: JudgementReason;
  /** `sure`, `likely` or `unsure`. */
  sure: string;
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

/** Games that wait for somebody. */
export type Waiting = {
  /** How many. */
  count: number;
  /** The longest waiting first; no more than 30. */
  games: GameJson[];
};

/** What is known of somebody who waits at an open table. */
export type WaitsJson = {
  /** A friend of who asks. */
  friend: boolean;
  /** The game. */
  game: string;
  /** The account has a page. */
  page: boolean;
  rating?: RatingJson | null;
  /** The seat. */
  seat: number;
};

/** A game as operators see it. */
export type WatchedJson = {
  /** What was said there. */
  chat: ChatLine[];
  /** The game. */
  game: GameJson;
};

/** Why a bot does something: a sentence by its key with its values, and the same in English. */
export type Why = {
  /** Its values by name. */
  args: {
    [name: string]: string;
  };
  /** Key of the sentence. */
  key: string;
  /** What made the difference, the most important first: where wealth comes from, and how much more of it. */
  parts?: WhyPart[];
  /** The sentence in English. */
  text: string;
};

/** A reason. */
export type WhyBody = {
  /** Why. */
  why?: string;
};

/** Why nothing may be done on a cell. */
export type WhyNot = {
  /** After so many moves. */
  after: number;
  refusal: RefusalJson | null;
};

/** A part of a difference. */
export type WhyPart = {
  /** How much more; less, if below zero. */
  amount: number;
  /** Where it comes from: `dividends`, `price`, `cash`, `company`, `help`, `papers`, `holdings`, `rivals` or `practice`. */
  of: string;
};

/** Who shall play for somebody. */
export type WithBody = {
  kind: "bot";
  /** Its level; the usual one if missing. */
  level?: string | null;
} | {
  kind: "person";
  /** Name of the account. */
  name: string;
} | {
  kind: "offer";
};

/** A word that came by mail. */
export type WordBody = {
  /** The word. */
  word: string;
};

/** A word that came by mail, and a new password. */
export type WordRecovery = {
  /** The new password. */
  password: string;
  /** The word. */
  word: string;
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
