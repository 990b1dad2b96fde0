"""Game files: the JSON Schemas and the test vectors of docs/game-file.md."""

import json

import jsonschema
import pytest
from conftest import ROOT, kept_games

import signalbox

DOCS = ROOT / "docs"
VECTORS = json.loads((DOCS / "vectors/index.json").read_text())


def schema(name):
    told = json.loads((DOCS / name).read_text())
    jsonschema.Draft202012Validator.check_schema(told)
    return jsonschema.Draft202012Validator(told)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["file"])
def test_a_vector_is_read_as_it_says(vector):
    text = (DOCS / "vectors" / vector["file"]).read_text()
    faults = list(schema("game-file.schema.json").iter_errors(json.loads(text)))
    if vector["game"]:
        assert not faults, faults[0].message
        game = signalbox.Game.load(text)
        assert (game.moves, game.hash, game.values()) == (vector["moves"], vector["hash"], vector["values"])
    else:
        assert bool(faults) == vector["schema"]
        with pytest.raises(ValueError) as told:
            signalbox.Game.load(text)
        assert vector["says"] in str(told.value)


def test_kept_and_new_games_have_the_form():
    form = schema("game-file.schema.json")
    for name, text in kept_games():
        fault = next(form.iter_errors(json.loads(text)), None)
        assert fault is None, (name, fault.message)
    for title, players in [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)]:
        game = signalbox.Games(title, players, 1)
        game.play_random(400)
        form.validate(json.loads(game[0].save()))


def test_the_example_of_a_position_has_the_form():
    text = (DOCS / "position.md").read_text().split("```json")[1].split("```")[0]
    file = json.loads(text)
    form = schema("position.schema.json")
    form.validate(file["setup"]["arrangement"])
    for wrong in ({"phase": 3}, {"colour": "red"}, {"turn": {"dog": 1}}):
        assert list(form.iter_errors({**file["setup"]["arrangement"], **wrong}))
