"""A small learner that beats random play within minutes, on one core or many.

It learns one number for each action in each phase of the game, and chooses in proportion to its exponential (REINFORCE with a
baseline). That is as simple as a policy can be. It works because an index means the same action in every position.
"""

import argparse
import time

import numpy

import signalbox


class Policy:
    """A number for each phase and action."""

    def __init__(self, phases: int, actions: int) -> None:
        self.weights = numpy.zeros((phases, actions), numpy.float32)

    def chances(self, phase: int, legal: list[int]) -> numpy.ndarray:
        logits = self.weights[phase, legal]
        chances = numpy.exp(logits - logits.max())
        return chances / chances.sum()


def phases_of(games: signalbox.Games) -> tuple[int, int]:
    """Where the phase stands in an observation: first place and how many."""
    field = next(f for f in games[0].fields() if f["name"] == "phase")
    return field["from"], field["shape"][0]


def play(policy: Policy, title: str, players: int, count: int, seed: int, rng) -> tuple:
    """Games of the policy against random play: what it did, and who won. Its seat moves on from game to game."""
    games = signalbox.Games(title, players, count, seed=seed)
    mine = [number % players for number in range(count)]
    first, phases = phases_of(games)
    taken = [[] for _ in range(count)]
    while not all(games.over()):
        deciding = games.players()
        legal = games.actions()
        phase = games.observations()[:, first : first + phases].argmax(1)
        actions = []
        for n in range(count):
            if not legal[n]:
                actions.append(-1)
            elif deciding[n] == mine[n]:
                chances = policy.chances(phase[n], legal[n])
                at = rng.choice(len(legal[n]), p=chances)
                taken[n].append((phase[n], legal[n], at))
                actions.append(legal[n][at])
            else:
                actions.append(legal[n][rng.integers(len(legal[n]))])
        games.step(actions)
    values = numpy.array(games.values(), float)
    own = values[range(count), mine]
    won = (own == values.max(1)) / (values == values.max(1)[:, None]).sum(1)
    lead = own - (values.sum(1) - own) / max(players - 1, 1)
    return taken, won, lead


def learn(policy: Policy, taken: list, lead: numpy.ndarray, rate: float) -> None:
    advantage = (lead - lead.mean()) / (lead.std() + 1e-9)
    for steps, worth in zip(taken, advantage, strict=True):
        for phase, legal, at in steps:
            change = -policy.chances(phase, legal)
            change[at] += 1
            policy.weights[phase, legal] += rate * worth * change


def train(title: str, players: int, rounds: int, count: int, rate: float, seed: int = 1) -> Policy:
    games = signalbox.Games(title, players, 1)
    policy = Policy(phases_of(games)[1], games.action_count)
    rng = numpy.random.default_rng(seed)
    begun = time.monotonic()
    for number in range(rounds):
        taken, won, lead = play(policy, title, players, count, seed + number * count, rng)
        learn(policy, taken, lead, rate)
        if number % 10 == 9:
            print(f"{time.monotonic() - begun:5.0f} s  round {number + 1}: wins {won.mean():.0%}", flush=True)
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="18lilliput")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=64, help="games a round")
    parser.add_argument("--rate", type=float, default=0.1)
    asked = parser.parse_args()
    policy = train(asked.title, asked.players, asked.rounds, asked.games, asked.rate)
    rng = numpy.random.default_rng(99)
    _, won, _ = play(policy, asked.title, asked.players, 400, 10**6, rng)
    margin = 1.96 * won.std() / len(won) ** 0.5
    print(f"wins {won.mean():.1%} ± {margin:.1%} of 400 new games against random; fair is {1 / asked.players:.0%}")


if __name__ == "__main__":
    main()
