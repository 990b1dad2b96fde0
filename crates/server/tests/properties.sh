#!/bin/sh
# Property-based requests made from the server's own description: no answer may be a 5xx, and each is what the description says.
#
#   crates/server/tests/properties.sh PATH-OF-SIGNALBOX [SECONDS] [FOLDER]
#
# Needs Python with venv; schemathesis comes from PyPI, in the versions of properties.txt, into FOLDER, which is used again
# the next time (without FOLDER: into one that is removed). Streams are left out (they do not end), and what would end the
# session or the game. Ends after SECONDS, give or take one request.
set -eu
program=$1
seconds=${2:-120}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
tools=${3:-$scratch/tools}
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$scratch"' EXIT
if ! cmp -s "$here/properties.txt" "$tools/installed.txt"; then
    rm -rf "$tools"
    mkdir -p "$tools"
    python3 -m venv "$tools/venv"
    "$tools/venv/bin/pip" install -q --disable-pip-version-check --retries 5 --timeout 60 --only-binary :all: -r "$here/properties.txt"
    cp "$here/properties.txt" "$tools/installed.txt"
fi
python=$tools/venv/bin/python
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$program" serve --address "127.0.0.1:$port" --data-dir "$scratch/data" --rate-factor 0 --log warn &
server=$!
base=http://127.0.0.1:$port
made=$("$python" - "$base" <<'PY'
import http.cookiejar, json, sys, time, urllib.request
base = sys.argv[1]
for _ in range(300):
    try:
        urllib.request.urlopen(base + "/readyz")
        break
    except OSError:
        time.sleep(0.1)
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
def post(path, body):
    request = urllib.request.Request(base + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.load(browser.open(request))
post("/api/session", {})
seats = [{"kind": "name", "name": n} for n in "ABC"]
game = post("/api/games", {"title": "18cz", "seats": seats, "hot_seat": True, "listed": True, "start": True})
print(post("/api/tokens", {"label": "properties"})["token"], game["id"])
PY
)
# Requests about games are made about this one.
printf '[parameters]\n"path.id" = "%s"\n"path.title" = "18cz"\n"path.company" = "BN"\n"path.picture" = "map.svg"\n' "${made#* }" >"$scratch/config.toml"
cd "$scratch"
"$tools/venv/bin/schemathesis" --config-file "$scratch/config.toml" run "$base/api/openapi.json" \
    --header "Authorization: Bearer ${made% *}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --phases coverage,fuzzing --max-time "$seconds" --request-timeout 30 --max-examples 20 --seed 1 --warnings off \
    --exclude-path-regex 'stream$|logout|account/delete|/tokens/|abandon'
