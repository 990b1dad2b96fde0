"""Moves, copies and playouts a second through Python, and moves through `signalbox engine` in batches (`--engine PATH`)."""

import argparse
import json
import random
import subprocess
import time

import signalbox

SECONDS = 3
"""Each figure is taken over so many seconds. Random games of 1860 need not end, so all are cut off after 1,000 moves."""


def rate(work) -> float:
    """How often something is done in a second; it says how much it did."""
    begun, done, n = time.perf_counter(), 0, 0
    while (spent := time.perf_counter() - begun) < SECONDS:
        done += work(n)
        n += 1
    return done / spent


def one_by_one(title: str, players: int):
    def work(seed: int) -> int:
        game = signalbox.Game(title, players, seed=seed)
        rng = random.Random(seed)
        while not game.over and game.moves < 1000:
            game.act(rng.choice(game.actions()))
        return game.moves

    return work


def given(title: str, players: int):
    """The same moves again, by name."""
    games = signalbox.Games(title, players, 1)
    games.play_random(1000)
    moves = json.loads(games[0].save())["moves"]
    first = signalbox.Game(title, players)

    def work(_: int) -> int:
        game = first.clone()
        for move in moves:
            game.play(move)
        return len(moves)

    return work


def vectorised(title: str, players: int):
    def work(seed: int) -> int:
        return signalbox.Games(title, players, 64, seed=seed * 64).play_random(1000)

    return work


def copies(title: str, players: int):
    games = signalbox.Games(title, players, 1)
    games.play_random(60)
    game = games[0]

    def work(_: int) -> int:
        for _ in range(1000):
            game.clone()
        return 1000

    return work


def playouts(title: str, players: int):
    game = signalbox.Game(title, players)
    return lambda seed: game.playouts(16, seed * 16)["count"]


def through_engine(path: str, title: str, players: int, batch: int):
    engine = subprocess.Popen([path, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(requests) -> list:
        engine.stdin.write(json.dumps(requests).encode() + b"\n")
        engine.stdin.flush()
        return json.loads(engine.stdout.readline())

    handles = [
        ask([{"do": "new", "title": title, "players": players, "seed": seed}])[0]["ok"]["game"]
        for seed in range(batch)
    ]

    def work(_: int) -> int:
        played = 0
        for handle, answer in zip(
            handles, ask([{"do": "play", "game": h, "random": True} for h in handles]), strict=True
        ):
            if answer["ok"]["over"]:
                ask([{"do": "undo", "game": handle, "to": 0}])
            played += 1
        return played

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", help="path of signalbox")
    asked = parser.parse_args()
    for title, players in [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)]:
        said = [
            f"{rate(one_by_one(title, players)):,.0f} random moves a second one by one",
            f"{rate(given(title, players)):,.0f} given ones",
            f"{rate(vectorised(title, players)):,.0f} in 64 games at once",
            f"{rate(copies(title, players)):,.0f} copies",
            f"{rate(playouts(title, players)):,.0f} playouts",
        ]
        if asked.engine:
            moves = rate(through_engine(asked.engine, title, players, 100))
            said.append(f"{moves:,.0f} moves through the protocol in lines of 100")
        print(f"{title}, {players} players: {', '.join(said)}", flush=True)


if __name__ == "__main__":
    main()
