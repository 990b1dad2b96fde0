"""The examples do what they say."""

import sys
from pathlib import Path

import numpy
from conftest import by_size

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import greedy
import learner
import random_player


def test_random_games_come_to_their_end():
    assert len(random_player.play("1889", 3, 1)) == 3


def test_hints_beat_random_play():
    assert greedy.share_of_wins("18lilliput", 2, "easy", 8) > 0.7


def test_the_learner_beats_random_play():
    policy = learner.train("18lilliput", 2, rounds=by_size(8, 12, 100), count=64, rate=0.1)
    _, won, _ = learner.play(policy, "18lilliput", 2, 200, 10**6, numpy.random.default_rng(5))
    # Half is fair; three standard errors above it is no luck.
    assert won.mean() > 0.5 + 3 * won.std() / len(won) ** 0.5, won.mean()
