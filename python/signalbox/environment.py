"""A PettingZoo AEC environment for every title.

Actions are the indices of `docs/engine-protocol.md`; the mask covers those that may be chosen. Some decisions take more than one
step, all by the same agent. Rewards come at the end: the winners share 1, or everybody gets its part of all wealth.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from ._native import Game

__all__ = ["SignalboxEnv", "env", "raw_env"]


class SignalboxEnv(AECEnv):
    """One table. Keyword arguments are those of `Game`; `most_moves` ends games that do not end."""

    metadata = {"name": "signalbox_v1", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(
        self,
        title: str = "18lilliput",
        players: int = 2,
        *,
        reward: str = "win",
        most_moves: int = 6000,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        super().__init__()
        if reward not in ("win", "wealth"):
            raise ValueError("a reward is win or wealth")
        self.title, self.reward, self.most_moves = title, reward, most_moves
        self.render_mode = render_mode
        self._setup = setup
        self._seats = players
        self.game = Game(title, players, **setup)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = list(self.possible_agents)
        size, count = self.game.observation_size, self.game.action_count
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        seed = random.getrandbits(62) if seed is None else seed
        self.game = Game(self.title, self._seats, **{**self._setup, "seed": seed})
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if agent == self.agent_selection and not self.game.over:
            mask = self.game.action_mask()
        else:
            mask = np.zeros(self.game.action_count, np.int8)
        return {"observation": self.game.observation(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.game.act(int(action))
        if self.game.over:
            self._pay()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.game.moves >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._deciding()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        pass

    def _deciding(self) -> str:
        return self.possible_agents[self.game.player or 0]

    def _pay(self) -> None:
        outcome = self.game.outcome()
        if outcome is None:
            return
        total = sum(max(value, 0) for value in outcome["values"]) or 1
        for seat, agent in enumerate(self.possible_agents):
            if self.reward == "wealth":
                self.rewards[agent] = max(outcome["values"][seat], 0) / total
            elif seat in outcome["winners"]:
                self.rewards[agent] = 1.0 / len(outcome["winners"])


def raw_env(**setup: Any) -> SignalboxEnv:
    """The environment as it is."""
    return SignalboxEnv(**setup)


def env(**setup: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks around it."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(raw_env(**setup))
