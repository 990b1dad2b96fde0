// @ts-check
// Requests and the live stream.
/** An answer that is not a success. */
export class Fault extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.message || String(status));
    this.status = status;
    this.code = body?.error || "unavailable";
    this.detail = body?.detail || {};
  }
}

/** Word of an invitation in the address, sent along with everything. */
export const invite = new URLSearchParams(location.search).get("invite");

/** @param {string} path @param {Record<string, any>} [query] */
export function address(path, query = {}) {
  const pairs = Object.entries({ ...query, invite: path.startsWith("/api/games/") ? invite : null }).filter(
    ([, v]) => v !== null && v !== undefined && v !== "",
  );
  const text = new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString();
  return text ? `${path}?${text}` : path;
}

/** @param {Response} answer @param {boolean} [asText] */
async function read(answer, asText) {
  if (asText && answer.ok) return answer.text();
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Fault(answer.status, body);
  return body;
}

/** @param {string} path @param {Record<string, any>} [query] @returns {Promise<any>} */
export const get = async (path, query) =>
  read(await fetch(address(path, query), { headers: { accept: "application/json" } }));
/** @param {string} path @param {Record<string, any>} [query] @returns {Promise<string>} */
export const getText = async (path, query) => read(await fetch(address(path, query)), true);
/** @param {string} path @param {any} [body] @param {string} [method] @returns {Promise<any>} */
export const post = async (path, body = {}, method = "POST") =>
  read(
    await fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        invite && path.startsWith("/api/games/") && /preview|evaluate|complete|join/.test(path)
          ? { invite, ...body }
          : body,
      ),
    }),
  );

/** A request that may be sent again (it reads, or carries a key): tried until there is an answer that is not trouble of the network or the server. @template R @param {() => Promise<R>} ask @param {number} [most] @returns {Promise<R>} */
export async function insist(ask, most = 6) {
  for (let i = 1; ; i++) {
    try {
      return await ask();
    } catch (e) {
      if (i >= most || (e instanceof Fault && e.status < 500 && e.status !== 429)) throw e;
      await new Promise((done) => setTimeout(done, Math.min(4000, 100 * 2 ** i)));
    }
  }
}

/** A word that makes a request safe to send twice. */
export const key = () => crypto.randomUUID();

/** A session; a guest is made if there is none. One tab at a time, or two tabs that open together would be two guests. @returns {Promise<any>} */
export async function session() {
  const ask = () => post("/api/session");
  return (await (navigator.locks ? navigator.locks.request("session", ask) : ask())).user;
}

/**
 * The live stream: reconnects by itself and says how it is doing.
 * @param {string} path @param {Record<string, (data: any) => void>} on @param {(live: boolean) => void} told
 */
export function listen(path, on, told) {
  /** @type {EventSource|null} */ let source = null;
  let last = 0,
    wait = 500,
    closed = false;
  const open = () => {
    if (closed) return;
    source = new EventSource(address(path, last ? { since: last } : {}));
    source.onopen = () => {
      wait = 500;
      told(true);
    };
    source.onerror = () => {
      told(false);
      if (source && source.readyState === EventSource.CLOSED) {
        setTimeout(open, wait);
        wait = Math.min(wait * 2, 15000);
      }
    };
    for (const [name, act] of Object.entries(on))
      source.addEventListener(name, (event) => {
        const data = JSON.parse(/** @type {MessageEvent} */ (event).data);
        const seq = Number(/** @type {MessageEvent} */ (event).lastEventId) || 0;
        if (seq > last) last = seq;
        act(data);
      });
  };
  open();
  addEventListener("online", () => told(source?.readyState === EventSource.OPEN));
  addEventListener("offline", () => told(false));
  return () => {
    closed = true;
    source?.close();
  };
}
