"""Everybody plays at random: `python examples/random_player.py --title 1889 --players 3`."""

import argparse
import random

import signalbox


MOST_MOVES = 6000


def play(title: str, players: int, seed: int) -> list[int]:
    """What every seat is worth at the end. Random players of 1860 may go on for ever, so games are cut off."""
    game = signalbox.Game(title, players, seed=seed)
    rng = random.Random(seed)
    while not game.over and game.moves < MOST_MOVES:
        game.act(rng.choice(game.actions()))
    return game.values()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="18lilliput")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=5)
    asked = parser.parse_args()
    for seed in range(1, asked.games + 1):
        print(seed, play(asked.title, asked.players, seed))


if __name__ == "__main__":
    main()
