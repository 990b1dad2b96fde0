"""Everything that the extension brings. What actions and observations mean: docs/engine-protocol.md."""

from typing import Any, Literal, TypedDict, final

import numpy as np
import numpy.typing as npt

PROTOCOL: int
__version__: str

Move = dict[str, Any]
Level = Literal["random", "easy", "standard", "strong"]
Picture = Literal["map", "market", "tiles", "game"]

class Amount(TypedDict):
    min: int
    max: int
    step: int

class Choice(TypedDict, total=False):
    move: Move
    amount: Amount
    cost: int
    routes: str
    player: int

class Outcome(TypedDict):
    values: list[int]
    winners: list[int]
    reason: str

class Candidate(TypedDict):
    move: Move
    value: float

class Hint(TypedDict):
    move: Move
    reason: str
    candidates: list[Candidate]

class Best(TypedDict, total=False):
    company: str
    proved: bool
    bound: int
    pays: tuple[int, int]
    move: Move
    most_subsidy: Move
    nodes: int

class Playouts(TypedDict):
    count: int
    moves: int
    values: list[float]
    wins: list[float]

class Field(TypedDict):
    name: str
    shape: list[int]
    # `from` is a word of Python: field["from"].

class Refused(ValueError):
    """A rule forbids the move: message, ID of the rule, key of the sentence."""

def titles() -> list[dict[str, Any]]:
    """All titles with variants, presets and options."""

@final
class Game:
    """A game in play. A copy costs less than a microsecond and goes its own way."""

    def __init__(
        self,
        title: str,
        players: int | list[str],
        *,
        variant: str | None = None,
        preset: str | None = None,
        options: dict[str, bool | str] | None = None,
        seed: int = 1,
        rules: int | None = None,
    ) -> None: ...
    @staticmethod
    def load(text: str) -> Game:
        """A game from the text of a file, ours or the public platform's."""
    def save(self) -> str:
        """The game as the text of a file."""
    def clone(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    @property
    def title(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def players(self) -> list[str]: ...
    @property
    def seats(self) -> int: ...
    @property
    def moves(self) -> int:
        """How many moves were played."""
    @property
    def player(self) -> int | None:
        """Seat of whoever must decide; None when the game is over."""
    @property
    def company(self) -> str | None: ...
    @property
    def step(self) -> str | None:
        """Key of the step: stock, track, run, …"""
    @property
    def over(self) -> bool: ...
    @property
    def hash(self) -> str:
        """Hash of the state without its luck."""
    def position(self) -> dict[str, Any]:
        """The whole position with names."""
    def choices(self) -> list[Choice]:
        """All legal moves of whoever must decide."""
    def asides(self) -> list[Choice]:
        """Moves that others may make out of turn."""
    def play(self, move: Move) -> None: ...
    def play_choice(self, choice: int, amount: int | None = None) -> None:
        """Plays a choice by its place in the list: at its least amount, with the best routes."""
    def undo(self, to: int | None = None) -> None:
        """Takes back the last move, or all after the first `to`."""
    def values(self) -> list[int]:
        """What every seat would be worth if the game ended now."""
    def outcome(self) -> Outcome | None: ...
    def routes(self, company: str, nodes: int = 400_000) -> Best: ...
    def route_options(self, company: str) -> list[tuple[str, Move]]:
        """The sets of routes that have a name."""
    def hint(
        self, level: Level = "standard", *, seed: int = 1, nodes: int | None = None, ms: int = 5_000
    ) -> Hint | None:
        """What a bot does here. Other threads of Python go on meanwhile."""
    def playouts(self, count: int, seed: int = 1) -> Playouts:
        """Games played to the end at random, on all cores."""
    @property
    def action_count(self) -> int: ...
    def space(self) -> list[tuple[str, int, list[int]]]:
        """Parts of the actions: name, first index, shape."""
    def actions(self) -> list[int]:
        """The indices that may be chosen now."""
    def action_mask(self) -> npt.NDArray[np.int8]: ...
    def describe_action(self, index: int) -> dict[str, Any]:
        """Part and coordinates of an index, and the move that it stands for now, if it is one."""
    def act(self, index: int) -> bool:
        """Chooses an action. False: a further step of the same decision follows."""
    def fields(self) -> list[dict[str, Any]]:
        """Fields of the observation: name, from, shape."""
    @property
    def observation_size(self) -> int: ...
    def observation(self) -> npt.NDArray[np.float32]: ...
    def svg(self, what: Picture = "game") -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Games:
    """Many games of one setup, on all cores, with the interpreter's lock released. Seeds count up from `seed`."""

    def __init__(
        self,
        title: str,
        players: int | list[str],
        count: int,
        *,
        variant: str | None = None,
        preset: str | None = None,
        options: dict[str, bool | str] | None = None,
        seed: int = 1,
        rules: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> Game:
        """A copy of a game."""
    def __setitem__(self, at: int, game: Game) -> None: ...
    @property
    def action_count(self) -> int: ...
    @property
    def observation_size(self) -> int: ...
    def players(self) -> list[int | None]: ...
    def over(self) -> list[bool]: ...
    def moves(self) -> list[int]: ...
    def values(self) -> list[list[int]]:
        """Worth of every seat: at the end of games that are over, now in others."""
    def hashes(self) -> list[str]: ...
    def observations(self) -> npt.NDArray[np.float32]: ...
    def action_masks(self) -> npt.NDArray[np.int8]: ...
    def actions(self) -> list[list[int]]: ...
    def step(self, actions: list[int]) -> None:
        """One action a game. Games that are over, and negative actions, are passed over."""
    def play_random(self, moves: int = 1) -> int:
        """So many random moves in every game; how many were played in all."""
    def play_bots(
        self,
        seats: list[int],
        level: Level = "easy",
        *,
        seed: int = 1,
        nodes: int | None = None,
        ms: int = 5_000,
    ) -> None:
        """Bots play these seats in every game, until somebody else has to decide."""
