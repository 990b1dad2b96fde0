"""Python and the engine protocol agree on every position of kept and recorded games.

That the protocol agrees with Rust is a test there (crates/protocol/tests/suite/agree.rs).
"""

import json

import pytest
from conftest import by_size, kept_games, recorded_games

import signalbox


def agree(engine, name, text):
    whole = signalbox.Game.load(text)
    file = json.loads(whole.save())
    begun = dict(file, moves=[])
    begun.pop("hash", None)
    game = signalbox.Game.load(json.dumps(begun))
    (handle,) = (a["game"] for a in engine.ask({"do": "load", "file": begun}))
    for number, move in enumerate(file["moves"], 1):
        asked = [{"do": "play", "game": handle, "move": move}, {"do": "state", "game": handle}]
        full = number % by_size(7, 3, 1) == 0
        if full:
            asked += [{"do": what, "game": handle} for what in ("choices", "values", "mask", "observe")]
        game.play(move)
        _, state, *rest = engine.ask(*asked)
        at = f"{name}, move {number}"
        assert game.hash == state["hash"], at
        assert game.moves == state["moves"] == number, at
        decision = state["decision"]
        assert game.player == (decision and decision["player"]), at
        if full:
            choices, values, mask, seen = rest
            assert game.choices() == choices["choices"], at
            assert game.values() == values["values"], at
            assert game.actions() == mask["indices"], at
            assert game.observation().tolist() == seen["observation"], at
    assert game.hash == whole.hash
    (outcome, _) = engine.ask({"do": "outcome", "game": handle}, {"do": "close", "game": handle})
    assert game.outcome() == outcome["outcome"], name


def test_kept_games(engine):
    for name, text in kept_games():
        agree(engine, name, text)


def test_recorded_games(engine):
    games = list(recorded_games())
    if not games:
        pytest.skip("no recorded games here")
    for name, text in games:
        agree(engine, name, text)
