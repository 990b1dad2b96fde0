"""Many games at once."""

import threading
import time

import numpy
import pytest

import signalbox


def test_games_go_the_way_that_single_games_go():
    games = signalbox.Games("18lilliput", 2, 12, seed=5)
    single = [signalbox.Game("18lilliput", 2, seed=5 + n) for n in range(12)]
    rng = numpy.random.default_rng(1)
    for _ in range(60):
        assert games.players() == [g.player for g in single]
        masks, seen = games.action_masks(), games.observations()
        for n, game in enumerate(single):
            if not game.over:
                assert (masks[n] == game.action_mask()).all()
                assert (seen[n] == game.observation()).all()
        actions = [int(rng.choice(a)) if a else -1 for a in games.actions()]
        games.step(actions)
        for game, action in zip(single, actions, strict=True):
            if action >= 0:
                game.act(action)
    assert games.hashes() == [g.hash for g in single]
    assert games.moves() == [g.moves for g in single]


def test_games_come_to_their_end_at_random():
    games = signalbox.Games("18lilliput", 2, 8)
    assert games.play_random(5) == 40
    games.play_random(6000)
    assert all(games.over()) and games.play_random(5) == 0
    assert games.values()[3] == games[3].outcome()["values"]
    assert not games.action_masks().any()
    games.step([0] * 8)
    games[0] = signalbox.Game("18lilliput", 2)
    assert games.over() == [False] + [True] * 7


def test_bots_play_their_seats():
    games = signalbox.Games("18lilliput", 2, 3)
    games.play_bots([1], "easy")
    assert all(player == 0 for player in games.players())
    with pytest.raises(ValueError):
        games.play_bots([1], "divine")


def test_bad_input_is_told():
    games = signalbox.Games("18lilliput", 2, 3)
    with pytest.raises(ValueError, match="one a game"):
        games.step([1])
    with pytest.raises(ValueError, match="may not be chosen"):
        games.step([games.action_count - 1] * 3)
    with pytest.raises(IndexError):
        games[3]
    with pytest.raises(ValueError, match="other actions"):
        games[0] = signalbox.Game("1889", 3)
    with pytest.raises(ValueError):
        signalbox.Games("18lilliput", 2, 0)


def test_the_interpreter_goes_on_meanwhile():
    game = signalbox.Game("1860", 2)
    took = []

    def work():
        begun = time.perf_counter()
        game.playouts(200)
        took.append(time.perf_counter() - begun)

    working = threading.Thread(target=work)
    working.start()
    longest, last = 0.0, time.perf_counter()
    while working.is_alive():
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    longest = max(longest, time.perf_counter() - last)
    # With the lock held this thread would stand still as long as the other works.
    assert longest < took[0] / 2
