#!/usr/bin/env python3
"""Plays one legal game against two bots, each move drawn from the listed choices.

    python3 client.py [http://127.0.0.1:1860] [18cz]

Needs nothing but Python. With SIGNALBOX_TOKEN it plays for that account, otherwise as a guest.
"""
import http.cookiejar, json, os, random, sys, time, urllib.request

BASE = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:1860").rstrip("/")
TITLE = sys.argv[2] if len(sys.argv) > 2 else "18cz"
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def call(path, body=None):
    request = urllib.request.Request(BASE + path, headers={"Content-Type": "application/json"})
    if "SIGNALBOX_TOKEN" in os.environ:
        request.add_header("Authorization", "Bearer " + os.environ["SIGNALBOX_TOKEN"])
    data = None if body is None else json.dumps(body).encode()
    with browser.open(request, data) as answer:
        return json.load(answer)


def decide(game):
    """One of the listed choices, made complete: an amount within its range, the best routes."""
    choices = call(f"/api/games/{game}/choices")
    # Who sells at random never gets anywhere: sales only when there is nothing else.
    group = random.choice([g for g in choices["groups"] if not g["kind"].startswith("sell")] or choices["groups"])
    choice = random.choice(group["choices"])
    move = choice["move"]
    if choice["amount"]:
        span = choice["amount"]
        move["amount"] = random.randrange(span["min"], span["max"] + 1, span["step"])
    if move["move"] == "run" and not move["routes"]:
        move = call(f"/api/games/{game}/routes/{move['company']}")["move"]
    return choices["after"], move


def main():
    call("/api/session", {})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
    game = call("/api/games", {"title": TITLE, "seats": seats, "bot_pause": 0, "start": True})["id"]
    print("playing", f"{BASE}/game/{game}")
    while True:
        state = call(f"/api/games/{game}")
        if state["state"] != "playing":
            break
        if not state["turn"]["mine"]:
            time.sleep(0.05)
            continue
        after, move = decide(game)
        call(f"/api/games/{game}/moves", {"after": after, "move": move, "key": f"{game}-{after}"})
    print(state["state"], "after", state["length"], "moves:", state["outcome"])


if __name__ == "__main__":
    main()
