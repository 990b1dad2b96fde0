"""One seat plays what a bot would do, the others play at random."""

import argparse

import signalbox


def share_of_wins(title: str, players: int, level: str, games: int) -> float:
    """Share of wins of the seat that asks for hints; it moves on from game to game."""
    won = 0.0
    for number in range(games):
        me = number % players
        table = signalbox.Game(title, players, seed=number + 1)
        while not table.over:
            hint = table.hint(level if table.player == me else "random", seed=number)
            table.play(hint["move"])
        outcome = table.outcome()
        if me in outcome["winners"]:
            won += 1 / len(outcome["winners"])
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="18lilliput")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", default="easy")
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    share = share_of_wins(asked.title, asked.players, asked.level, asked.games)
    print(f"{asked.level} wins {share:.0%} of {asked.games} games against random")


if __name__ == "__main__":
    main()
