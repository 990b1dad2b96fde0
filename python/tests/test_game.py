"""Games: playing, copying, going back, files, routes, bots, pictures."""

import copy
import doctest
import json
import random
import xml.etree.ElementTree

import numpy
import pytest

import signalbox

TITLES = [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)]


def played(title, players, moves, seed=1):
    game = signalbox.Game(title, players, seed=seed)
    rng = random.Random(seed)
    while game.moves < moves and not game.over:
        game.act(rng.choice(game.actions()))
    return game


def test_the_example_in_the_package_runs():
    result = doctest.testmod(signalbox)
    assert result.attempted > 3 and result.failed == 0


def test_titles_are_told():
    told = {title["id"]: title for title in signalbox.titles()}
    assert {title for title, _ in TITLES} <= set(told)
    assert told["1889"]["variants"][0]["min_players"] >= 2


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_a_copy_goes_its_own_way_and_undo_finds_back(title, players):
    game = played(title, players, 60)
    before, moves = game.hash, game.moves
    for other in (game.clone(), copy.copy(game), copy.deepcopy(game)):
        for _ in range(3):
            other.act(other.actions()[0])
        assert game.hash == before
        other.undo(moves)
        assert (other.hash, other.moves) == (before, moves)
    game.undo()
    assert game.moves == moves - 1 and game.hash != before


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_a_saved_game_is_loaded_as_the_same(title, players):
    game = played(title, players, 90)
    again = signalbox.Game.load(game.save())
    assert (again.hash, again.moves, again.choices()) == (game.hash, game.moves, game.choices())


def test_a_refused_move_names_its_rule_and_changes_nothing():
    game = signalbox.Game("1889", 3)
    before = game.hash
    with pytest.raises(signalbox.Refused) as refused:
        game.play({"move": "bankrupt"})
    assert refused.value.args[1].startswith("S89-")
    with pytest.raises(ValueError, match="no company is called"):
        game.play({"move": "buy_share", "company": "XX", "from": "ipo"})
    with pytest.raises(ValueError, match="may not be chosen"):
        game.act(game.action_count - 1)
    with pytest.raises(ValueError):
        game.play({"move": "dance"})
    with pytest.raises(ValueError):
        game.play_choice(10**6)
    assert game.hash == before


def test_what_cannot_be_set_up_is_told():
    for arguments in [("1830", 3), ("1889", 99), ("1889", 9), ("1889", "three")]:
        with pytest.raises(ValueError):
            signalbox.Game(*arguments)
    with pytest.raises(ValueError, match="not a game file"):
        signalbox.Game.load("{}")


def test_choices_are_played_with_amounts():
    game = signalbox.Game("1889", 3)
    at, choice = next((i, c) for i, c in enumerate(game.choices()) if "amount" in c)
    amount = choice["amount"]
    game.play_choice(at, amount["max"])
    game.undo()
    with pytest.raises(signalbox.Refused):
        game.play_choice(at, amount["max"] + amount["step"])


def test_an_action_says_what_it_stands_for():
    game = signalbox.Game("1889", 3, variant="beginner")
    index = game.actions()[0]
    told = game.describe_action(index)
    assert told["move"] == {"move": "pass"} and told["part"] == "pass"
    parts = game.space()
    assert parts[0][0] == "pass" and sum(numpy.prod(shape) for _, _, shape in parts) == game.action_count


def test_bots_and_routes():
    text = json.dumps(
        {
            "format": "signalbox-game",
            "version": 2,
            "setup": {
                "title": "1889",
                "variant": "beginner",
                "preset": "rulebook",
                "players": ["Ann", "Ben", "Cy"],
                "seed": 1,
                "rules": 1,
                "arrangement": {
                    "phase": "3",
                    "set": 2,
                    "turn": {"company": "AR"},
                    "step": "run",
                    "players": [{"shares": {"AR": 5}}, {"shares": {"AR": 2}}, {}],
                    "companies": {"AR": {"price": 100, "cash": 90, "trains": ["2-0", "3-0"]}},
                    "tiles": {"K8": {"tile": "5", "rotation": 3}},
                    "stations": [{"company": "AR", "cell": "K8"}],
                },
            },
            "moves": [],
        }
    )
    game = signalbox.Game.load(text)
    best = game.routes("AR")
    assert best["proved"] and best["pays"][0] > 0
    assert dict(map(tuple, game.route_options("AR")))["best"] == best["move"]
    hint = game.hint("easy")
    assert hint["move"]["move"] == "run"
    game.play(hint["move"])
    assert game.hint("standard", ms=200)["reason"]


def test_observations_have_named_fields():
    game = played("1860", 2, 50)
    seen = game.observation()
    assert seen.dtype == numpy.float32 and seen.shape == (game.observation_size,)
    fields = {f["name"]: f for f in game.fields()}

    def field(name):
        f = fields[name]
        return seen[f["from"] :][: int(numpy.prod(f["shape"]))].reshape(f["shape"])

    position = game.position()
    assert field("cash").tolist() == [p["cash"] for p in position["players"]]
    assert field("value").tolist() == game.values()
    assert field("player").argmax() == game.player
    assert field("bank")[0] == position["bank"]
    held = {(p["seat"], id): n for p in position["players"] for id, n, _, _ in p["shares"]}
    ids = [c["id"] for c in position["companies"]]
    for seat in range(2):
        for at, company in enumerate(ids):
            assert field("shares")[seat, at] == held.get((seat, company), 0)


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_pictures(title, players):
    game = played(title, players, 40)
    for what in ("map", "market", "tiles", "game"):
        assert xml.etree.ElementTree.fromstring(game.svg(what)).tag.endswith("svg")
    assert game._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError):
        game.svg("portrait")


def test_playouts_of_a_seed_come_to_the_same():
    game = signalbox.Game("18lilliput", 2)
    told = game.playouts(8, 3)
    assert told == game.playouts(8, 3) and told["moves"] > 8 * 20
    assert abs(sum(told["wins"]) - 1) < 1e-9
