// Keeps the page and the last few games, to be looked at without a connection.
// The network comes first: while the server answers, nothing old is shown.

const SHELL = "shell",
  WHO = "who",
  GAME = "game:",
  MOST_GAMES = 4;

/** Files of the pages, which all games share. */
const isShell = (path) =>
  /^\/(js|css|lang)\/[\w.-]+$/.test(path) ||
  /^\/(icon-\w+\.png|logo\.svg|manifest\.webmanifest)?$/.test(path) ||
  path === "/api/pictures.css" ||
  path === "/api/titles";

/** What is kept of a game: its page, its state of now, what is printed, its map, its rounds. */
const PARTS = /^\/(?:game\/(g[\w-]+)|api\/games\/(g[\w-]+)\/(?:state|sheet|map\.svg|history))$/;

/** Under which name an address is kept: how it was asked does not matter. */
const nameOf = (url) => new Request(url.origin + url.pathname);

/** Only so many games stay; the one kept first goes first. */
async function shrink() {
  const games = (await caches.keys()).filter((name) => name.startsWith(GAME));
  await Promise.all(
    games.slice(0, Math.max(0, games.length - MOST_GAMES)).map((name) => caches.delete(name)),
  );
}

/** The answer of the server; without one, what was kept. */
async function fresh(request, place, name) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (e) {
    const kept = await (await caches.open(place)).match(name);
    if (kept) return kept;
    throw e;
  }
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(place);
    await cache.put(name, copy).catch(() => {});
    if (place.startsWith(GAME)) await shrink();
  }
  return answer;
}

/** Who logs in, out or away leaves nothing behind. */
async function forget(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const mine = (await caches.keys()).filter((name) => name !== SHELL);
    await Promise.all(mine.map((name) => caches.delete(name)));
  }
  return answer;
}

/** A notice: shown, unless its page is in front of somebody. */
async function tell(data) {
  const open = await self.clients.matchAll({ type: "window" });
  const link = new URL(data.link, location.origin);
  const seen = (page) => page.focused && new URL(page.url).pathname === link.pathname;
  if (open.some(seen)) return;
  await self.registration.showNotification(data.title, {
    body: data.body,
    tag: data.tag,
    renotify: true,
    lang: data.lang,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: { path: link.pathname, stop: data.stop },
    actions: [{ action: "stop", title: data.stop_text }],
  });
}

/** One click leads to the position: to the page that shows it, or a new one. */
async function visit(path) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

self.addEventListener("push", (event) => {
  let data = null;
  try {
    data = event.data.json();
  } catch {
    return;
  }
  event.waitUntil(tell(data));
});
self.addEventListener("notificationclick", (event) => {
  const { data } = event.notification;
  event.notification.close();
  if (!data) return;
  event.waitUntil(
    event.action === "stop"
      ? fetch("/api/notices/stop?key=" + encodeURIComponent(data.stop), { method: "POST" })
      : visit(data.path),
  );
});
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST") {
    if (url.pathname === "/api/session")
      event.respondWith(fresh(request, WHO, new Request(url.origin + "/api/session")));
    else if (/^\/api\/(login|logout|logout-everywhere|account|account\/delete)$/.test(url.pathname))
      event.respondWith(forget(request));
    return;
  }
  if (request.method !== "GET") return;
  if (isShell(url.pathname)) {
    event.respondWith(fresh(request, SHELL, nameOf(url)));
    return;
  }
  const found = PARTS.exec(url.pathname),
    id = found && (found[1] || found[2]);
  // The past is not kept: a state that names its move is for the network alone.
  if (!id || (url.pathname.endsWith("/state") && url.searchParams.has("at"))) return;
  event.respondWith(fresh(request, GAME + id, nameOf(url)));
});
