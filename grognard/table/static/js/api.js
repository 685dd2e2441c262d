/** Calls to the server. Errors are thrown as {@link Refused}, with the rule that forbids the action. */

export class Refused extends Error {
  /** @param {{code?: string, message?: string, rule?: string}} error @param {number} status @param {any} body */
  constructor(error, status, body) {
    super(error.message || "The server did not answer.");
    this.code = error.code ?? "";
    this.rule = error.rule ?? "";
    this.status = status;
    this.body = body;
  }
}

/**
 * @param {string} method @param {string} path @param {any} [body] @param {string} [token]
 * @param {Record<string, string>} [more] further headers
 * @returns {Promise<any>}
 */
export async function call(method, path, body, token, more = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let reply;
  try {
    reply = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused({ code: "offline", message: "Connection lost. Reconnecting…" }, 0, null);
  }
  const text = await reply.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = text;
  }
  if (!reply.ok) {
    const error = data?.error ?? { message: data?.detail ?? `The server answered with error ${reply.status}.` };
    throw new Refused(error, reply.status, data);
  }
  return data;
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {any} body */
export const post = (path, body) => call("POST", path, body);

/** Calls for one seat; each carries the seat's secret token. */
export class Seat {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /** @param {string} path @param {Record<string, string>} [headers] */
  get(path, headers = {}) {
    return call("GET", `/api/match${path}`, undefined, this.token, headers);
  }

  /** @param {string} path @param {any} body @param {Record<string, string>} [headers] */
  post(path, body = {}, headers = {}) {
    return call("POST", `/api/match${path}`, body, this.token, headers);
  }

  /** @param {string} path @param {any} body */
  put(path, body) {
    return call("PUT", `/api/match${path}`, body, this.token);
  }
}

/** Notifications over a WebSocket that reconnects automatically. */
export class Wire {
  /** @param {string} token @param {(message: any) => void} hear @param {(up: boolean) => void} state */
  constructor(token, hear, state) {
    this.token = token;
    this.hear = hear;
    this.state = state;
    this.wait = 500;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      socket.send(JSON.stringify({ token: this.token }));
      this.state(true);
    };
    socket.onmessage = (event) => {
      try {
        this.hear(JSON.parse(event.data));
      } catch {
        // ignore messages that are not JSON
      }
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.state(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 10_000);
    };
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
