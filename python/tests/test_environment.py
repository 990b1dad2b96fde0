"""PettingZoo's own tests, and what it does not test."""

import numpy
import pytest
from pettingzoo.test import api_test, seed_test

from signalbox.environment import env, raw_env

TITLES = [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)]


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_the_interface_is_what_pettingzoo_asks_for(title, players):
    api_test(raw_env(title=title, players=players), num_cycles=400)


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_a_seed_gives_the_same_game(title, players):
    seed_test(lambda: env(title=title, players=players), num_cycles=150)


@pytest.mark.parametrize("reward", ["win", "wealth"])
def test_rewards_come_at_the_end(reward):
    table = raw_env(reward=reward)
    table.reset(seed=4)
    rng = numpy.random.default_rng(2)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, paid, terminated, truncated, _ = table.last()
        total[agent] += paid
        if terminated or truncated:
            assert not truncated
            table.step(None)
            continue
        table.step(rng.choice(numpy.flatnonzero(seen["action_mask"])))
    assert abs(sum(total.values()) - 1) < 1e-9
    outcome = table.game.outcome()
    for seat, agent in enumerate(table.possible_agents):
        assert (total[agent] == max(total.values())) == (seat in outcome["winners"])


def test_a_game_without_end_is_cut_off():
    table = raw_env(most_moves=10)
    table.reset(seed=1)
    while table.agents:
        if all(table.truncations.values()):
            table.step(None)
        else:
            table.step(int(numpy.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert table.game.moves == 10


def test_a_closed_action_is_refused():
    table = raw_env()
    table.reset(seed=1)
    with pytest.raises(ValueError, match="may not be chosen"):
        table.step(table.game.action_count - 1)
