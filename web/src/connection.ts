// The connection to a table: one socket, reopened with back-off, losing nothing.
//
// Unanswered requests are sent again after a reconnection under the same id, and the server handles each id
// once. A connection begins with a whole position, so a client that missed some needs only the latest.

import type { Hello, ToClient, ToServer } from "./protocol.ts";

export type ConnectionState = "opening" | "open" | "lost" | "closed";

export interface Listener {
  /** What this client has seen, for the first message of each connection. */
  hello(): Hello;
  received(message: ToClient): void;
  connectionChanged(state: ConnectionState): void;
}

type WithId = Extract<ToServer, { id: string }>;

const FIRST_WAIT = 200;
const LONGEST_WAIT = 5000;
/** How long a connection may take to open, in milliseconds. */
const PATIENCE = 8000;

export class Connection {
  state: ConnectionState = "opening";
  private socket: WebSocket | null = null;
  private readonly unanswered = new Map<string, WithId>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  /** Sends now, or after reconnecting if the message has an id; others are dropped when offline. */
  send(message: ToServer): void {
    if ("id" in message) this.unanswered.set(message.id, message);
    // A closing socket accepts nothing, even before its close event.
    if (this.state === "open" && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Replaces this connection with a new one. */
  reconnect(): void {
    const before = this.socket;
    this.become("opening");
    this.open();
    before?.close();
  }

  close(): void {
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    this.become("closed");
    this.socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.timer = setTimeout(() => socket.close(), PATIENCE);
    socket.onopen = () => {
      // A newer socket has replaced this one.
      if (socket !== this.socket) return socket.close();
      clearTimeout(this.timer);
      socket.send(JSON.stringify(this.listener.hello()));
      this.become("open");
      for (const message of this.unanswered.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = ({ data }) => {
      this.tries = 0;
      this.take(JSON.parse(String(data)) as ToClient);
    };
    socket.onclose = () => {
      if (socket === this.socket && this.state !== "closed") this.retry();
    };
  }

  private take(message: ToClient): void {
    if ("id" in message) this.unanswered.delete(message.id);
    // A farewell that asks us to come back is handled like a lost connection.
    if (message.is === "farewell" && !message.reconnect) this.close();
    this.listener.received(message);
  }

  private retry(): void {
    this.become("lost");
    clearTimeout(this.timer);
    const wait = Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT);
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  private readonly hurry = () => {
    if (this.state !== "lost" || document.hidden) return;
    this.tries = 0;
    this.open();
  };

  /** When the machine goes offline, a socket would take seconds to notice. */
  private readonly drop = () => {
    const before = this.socket;
    this.socket = null;
    before?.close();
    this.retry();
  };

  private become(state: ConnectionState): void {
    this.state = state;
    this.listener.connectionChanged(state);
  }
}

/** A unique message id. */
export function newId(): string {
  return crypto.randomUUID();
}
