#!/usr/bin/env python3
"""Fills a server with games and keeps its database for later programs: make.py PROGRAM FOLDER.

PROGRAM is a built `signalbox`. FOLDER gets `NAME.sqlite.gz` (a backup of the database) and `NAME.json` (what the server
showed of each game: its view and its choices). Run it before a release whose database or rules differ; the kept files
of earlier programs stay as they are.
"""
import gzip, http.cookiejar, json, os, random, shutil, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request

PROGRAM, FOLDER = sys.argv[1], sys.argv[2]
NAME = sys.argv[3] if len(sys.argv) > 3 else "rules-1"
HERE = os.path.dirname(os.path.abspath(__file__))
random.seed(1860)


class Person:
    def __init__(self, base):
        self.base = base
        jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.call("/api/session", {})

    def call(self, path, body=None, raw=None):
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"})
        try:
            with self.browser.open(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: {error.code} {error.read().decode()}")

    def move(self, game):
        """Makes one of the listed moves for whoever must decide."""
        choices = self.call(f"/api/games/{game}/choices")
        groups = [g for g in choices["groups"] if not g["kind"].startswith("sell")] or choices["groups"]
        choice = random.choice(random.choice(groups)["choices"])
        move = choice["move"]
        if choice["amount"] and random.random() < 0.3:
            span = choice["amount"]
            move["amount"] = random.randrange(span["min"], span["max"] + 1, span["step"])
        if move["move"] == "run" and not move["routes"]:
            move = self.call(f"/api/games/{game}/routes/{move['company']}")["move"]
        return self.call(f"/api/games/{game}/moves", {"after": choices["after"], "move": move})

    def play(self, game, moves):
        """Plays own seats until the game has so many moves or is over; bots move meanwhile."""
        while True:
            now = self.call(f"/api/games/{game}")
            if now["state"] != "playing" or now["length"] >= moves:
                return now
            if now["turn"]["mine"]:
                self.move(game)
            else:
                time.sleep(0.01)


def names(*all):
    return [{"kind": "name", "name": n} for n in all]


def fill(base):
    anna, ben, cora = Person(base), Person(base), Person(base)
    anna.call("/api/account", {"name": "Anna", "password": "golden password"})
    ben.call("/api/account", {"name": "Ben", "password": "golden password"})
    token = anna.call("/api/tokens", {"label": "for the test"})["token"]
    easy, chance = {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "random"}

    def new(person, title, seats, **more):
        body = {"title": title, "seats": seats, "seed": "4711", "bot_pause": 0, "start": True, "listed": True, **more}
        return person.call("/api/games", body)["id"]

    # At one screen, with moves taken back, some of them made again, and some made differently.
    game = new(anna, "18cz", names("Anna", "Ben", "Cora"), hot_seat=True, name="Undone and done again")
    for to, back, again in ((60, 40, 5), (110, 90, 20), (150, 149, 0)):
        length = anna.play(game, to)["length"]
        anna.call(f"/api/games/{game}/undo", {"after": length, "to": back})
        if again:
            anna.call(f"/api/games/{game}/redo", {"after": back, "count": again})
    anna.call(f"/api/games/{game}/chat", {"text": "Mluvíme česky. Говорим по-русски."})
    # The other games of 18CZ, with an option each.
    anna.play(new(anna, "18cz", [{"kind": "me"}, easy], variant="bohemia", name="Bohemia"), 200)
    anna.play(new(anna, "18cz", names("A", "B"), variant="moravia", hot_seat=True), 150)
    anna.play(new(anna, "18cz", names("A", "B", "C"), preset="public18xx", hot_seat=True), 150)
    options = {"conversion_scraps_trains": True, "limit_exception_must_be_runnable": False}
    anna.play(new(anna, "18cz", names("A", "B", "C", "D"), options=options, hot_seat=True), 250)
    finished = new(ben, "18cz", [chance, chance], variant="introductory", name="Over")
    # 1860: running, with options, and with the Locomotives.
    anna.play(new(anna, "1860", [{"kind": "me"}, easy, easy], name="Wight"), 160)
    options = {"opt1_first_edition": True, "opt7_destinations": True, "open_accounts": False}
    anna.play(new(anna, "1860", names("A", "B"), options=options, hot_seat=True), 200)
    anna.play(new(anna, "1860", names("A", "B", "C"), options={"locomotives": True}, hot_seat=True), 150)
    # 18Lilliput: against Gulliver to the end, a landscape, a variant.
    anna.play(new(anna, "18lilliput", names("Anna"), hot_seat=True, name="Alone"), 10_000)
    land = [{"tile": "S-MINE10", "x": 2, "y": 2, "rotation": 0}, {"tile": "S-RIVER", "x": 1, "y": -2, "rotation": 1}]
    anna.play(new(anna, "18lilliput", [{"kind": "me"}, easy, chance], extra=land, name="A landscape"), 60)
    anna.play(new(anna, "18lilliput", names("A", "B"), options={"laputa": True, "advanced": True}, hot_seat=True), 60)
    # A table of three people: a seat left to a bot, an undo that somebody asks for, a seat that plays by itself.
    body = {"title": "18cz", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], "listed": True, "seed": "5"}
    game = anna.call("/api/games", body)["id"]
    for other in (ben, cora):
        other.call(f"/api/games/{game}/join", {})
    anna.call(f"/api/games/{game}/start", {})
    people = [anna, ben, cora]
    for _ in range(60):
        seat = anna.call(f"/api/games/{game}")["turn"]["seat"]
        people[seat].move(game)
    seat = anna.call(f"/api/games/{game}")["turn"]["seat"]
    asks = people[(seat + 1) % 3]
    length = asks.call(f"/api/games/{game}")["length"]
    asks.call(f"/api/games/{game}/undo", {"after": length, "to": length - 4})
    anna.call(f"/api/games/{game}/automation", {"seat": 0, "forced": True, "program": None})
    game = anna.call("/api/games", {**body, "name": "Left to a bot", "seed": "6"})["id"]
    for other in (ben, cora):
        other.call(f"/api/games/{game}/join", {})
    anna.call(f"/api/games/{game}/start", {})
    for _ in range(20):
        people[anna.call(f"/api/games/{game}")["turn"]["seat"]].move(game)
    cora.call(f"/api/games/{game}/leave", {"bot": "random"})
    anna.call("/api/games", {**body, "name": "Waiting for people"})
    # Files: one that carries its own data sheet, one to look at only.
    for name, query in (("1860-own-sheet", "?play=true"), ("18lilliput-own-sheet-landscape", "")):
        path = os.path.join(HERE, "../../../titles/tests/golden/rules-1", name + ".json.gz")
        kept = json.load(gzip.open(path))["game"]
        anna.call("/api/import" + query, raw=json.dumps(kept).encode())
    while ben.call(f"/api/games/{finished}")["state"] == "playing":
        time.sleep(0.1)
    time.sleep(2)  # bots that are on turn have moved
    return token, [anna, ben]


def shown(people):
    """What everybody can see of their games."""
    games = {}
    for person in people:
        for kind in ("mine", "open", "running", "finished"):
            for game in person.call(f"/api/games?list={kind}&limit=100")["games"]:
                if game["id"] in games:
                    continue
                kept = {key: game[key] for key in ("title", "variant", "state", "length", "turn", "outcome", "seats")}
                if game["state"] in ("playing", "finished"):
                    state = person.call(f"/api/games/{game['id']}/state?choices=true")
                    kept["undone"], kept["view"] = state["undone"], state["view"]
                    found = state["choices"]
                    if found:
                        moves = [c for g in found["groups"] for c in g["choices"]]
                        kept["choices"] = sorted(json.dumps([c["move"], c["amount"]], sort_keys=True) for c in moves)
                if kept["turn"]:
                    kept["turn"] = {key: kept["turn"][key] for key in ("seat", "step", "company")}
                kept["seats"] = [[s["name"], s["bot"]] for s in kept["seats"]]
                games[game["id"]] = kept
    return games


def main():
    work = tempfile.mkdtemp()
    database = os.path.join(work, "games.sqlite")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = "127.0.0.1:%d" % probe.getsockname()[1]
    server = subprocess.Popen([PROGRAM, "serve", "--address", address, "--database", database, "--rate-factor", "0"],
                              stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://{address}/readyz")
                break
            except OSError:
                time.sleep(0.1)
        token, people = fill(f"http://{address}")
        games = shown(people)
    finally:
        server.terminate()
        server.wait()
    backup = os.path.join(work, "backup.sqlite")
    subprocess.run([PROGRAM, "admin", "--database", database, "backup", backup], check=True)
    os.makedirs(FOLDER, exist_ok=True)
    with open(backup, "rb") as source, gzip.GzipFile(os.path.join(FOLDER, NAME + ".sqlite.gz"), "wb", 9, mtime=0) as gz:
        shutil.copyfileobj(source, gz)
    with gzip.GzipFile(os.path.join(FOLDER, NAME + ".json.gz"), "wb", 9, mtime=0) as out:
        out.write(json.dumps({"token": token, "games": games}, sort_keys=True).encode())
    shutil.rmtree(work)
    print(len(games), "games:", ", ".join(f"{g['title']} {g['state']} {g['length']}" for g in games.values()))


main()
