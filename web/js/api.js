// @ts-check
// Requests and the live stream.

/** @import { ChatLine, FaultBody, Line, Present, SessionJson, UserJson } from "./types.d.ts" */
/**
 * What the live stream tells; each kind of news has its part of it.
 * @typedef {ChatLine & {length: number, lines: Line[], by?: number|null, present: Present[],
 *   what?: string, seat?: number, seats?: number[], with?: string}} News
 */
/** @typedef {Record<string, string|number|boolean|null|undefined>} Query */

/** An answer that is not a success. */
export class Fault extends Error {
  /** @param {number} status @param {FaultBody|null} body */
  constructor(status, body) {
    super(body?.message || String(status));
    this.status = status;
    this.code = body?.error || "unavailable";
    this.detail = body?.detail || {};
    /** What is wrong with a set-up. @type {string[]} */
    this.faults = "faults" in this.detail && Array.isArray(this.detail.faults) ? this.detail.faults : [];
  }
}

/** Word of an invitation in the address, sent along with everything. */
export const invite = new URLSearchParams(location.search).get("invite");

/** @param {string} path @param {Query} [query] */
export function address(path, query = {}) {
  const pairs = Object.entries({
    ...query,
    invite: /^\/api\/(games|studies)\//.test(path) ? invite : null,
  }).filter(([, v]) => v !== null && v !== undefined && v !== "");
  const text = new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString();
  return text ? `${path}?${text}` : path;
}

/** The answer; a fault is thrown. @param {Response} answer */
async function checked(answer) {
  if (!answer.ok) throw new Fault(answer.status, await answer.json().catch(() => null));
  return answer;
}

/**
 * What is at a path. Who asks says what it is: the description of the interface gives the type.
 * @template R @param {string} path @param {Query} [query] @returns {Promise<R>}
 */
export async function get(path, query) {
  const answer = await fetch(address(path, query), { headers: { accept: "application/json" } });
  return (await checked(answer)).json();
}

/** The same as text. @param {string} path @param {Query} [query] */
export const getText = async (path, query) => (await checked(await fetch(address(path, query)))).text();

/** Requests for which one must be known or invited. */
const INVITED = /^\/api\/games\/.*(preview|evaluate|complete|join|chat)/;

/** @template R @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<R>} */
export async function post(path, body = {}, method = "POST") {
  const sent = JSON.stringify(invite && INVITED.test(path) ? { invite, ...body } : body);
  const answer = await fetch(path, { method, headers: { "content-type": "application/json" }, body: sent });
  return (await checked(answer)).json().catch(() => null);
}

/**
 * A request that may be sent again, because it reads or carries a key.
 * It is tried until there is an answer that is not trouble of the network or the server.
 * @template R @param {() => Promise<R>} ask @param {number} [most] @returns {Promise<R>}
 */
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

/**
 * A session; a guest is made if there is none.
 * One tab at a time, or two tabs that open together would be two guests.
 * @returns {Promise<UserJson>}
 */
export async function session() {
  const ask = () => /** @type {Promise<SessionJson>} */ (post("/api/session"));
  return (await (navigator.locks ? navigator.locks.request("session", ask) : ask())).user;
}

/**
 * The live stream: reconnects by itself and says how it is doing.
 * @param {string} path @param {Record<string, (data: News) => void>} on @param {(live: boolean) => void} told
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
