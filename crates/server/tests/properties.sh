#!/bin/sh
# Property-based requests made from the server's own description: no answer may be a 5xx.
#
#   crates/server/tests/properties.sh PATH-OF-SIGNALBOX [EXAMPLES]
#
# Needs Python; schemathesis comes from the PATH, or else from PyPI into a folder that is removed afterwards. Streams are
# left out (they do not end), and what would end the session.
set -eu
program=$1
examples=${2:-40}
folder=$(mktemp -d)
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
schemathesis=$(command -v schemathesis || true)
if [ -z "$schemathesis" ]; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install -q 'schemathesis>=4,<5'
    schemathesis=$folder/venv/bin/schemathesis
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$program" serve --address "127.0.0.1:$port" --data-dir "$folder" --rate-factor 0 --log warn &
server=$!
base=http://127.0.0.1:$port
for _ in $(seq 100); do
    python3 -c "import urllib.request; urllib.request.urlopen('$base/readyz')" 2>/dev/null && break
    sleep 0.1
done
made=$(python3 - "$base" <<'PY'
import http.cookiejar, json, sys, urllib.request
base = sys.argv[1]
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
printf '[parameters]\n"path.id" = "%s"\n"path.title" = "18cz"\n"path.company" = "BN"\n"path.picture" = "map.svg"\n' "${made#* }" >"$folder/config.toml"
"$schemathesis" --config-file "$folder/config.toml" run "$base/api/openapi.json" \
    --header "Authorization: Bearer ${made% *}" \
    --checks not_a_server_error --request-timeout 60 --max-examples "$examples" --seed 1 \
    --exclude-path-regex 'stream$|logout|account/delete|/tokens/|abandon'
