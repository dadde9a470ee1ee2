import { randomBytes } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import { DUE_WORKERS, type DueWorker } from '../due-workers.js';
import type { Notification } from '../store.js';
import { connectionTo } from './pool.js';

const CHANNEL = 'postrider';

/** Keeps a message below PostgreSQL's limit of 8,000 bytes. */
const MAX_IDS_PER_MESSAGE = 150;

/** Pauses between attempts to reconnect, in milliseconds. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

const Message = z.object({
  from: z.string(),
  committed: z.boolean().optional(),
  changed: z.array(z.string()).optional(),
  due: z.array(z.enum(DUE_WORKERS)).optional(),
});
type Message = z.infer<typeof Message>;

/** Sends a message, by itself or as part of a transaction. */
type Send = (channel: string, payload: string) => Promise<unknown>;

/**
 * Notifications between processes on one database: LISTEN and NOTIFY over a dedicated connection. After a reconnect
 * every listener is called, because messages may have been missed. Nothing relies on a message arriving.
 */
export class Notifier {
  readonly #sender = randomBytes(9).toString('base64url');
  readonly #url: string;
  readonly #send: Send;
  readonly #committed = new Set<() => void>();
  readonly #listeners = new Set<(what: Notification) => void>();
  readonly #changed = new Set<string>();
  readonly #due = new Set<DueWorker>();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #pause = FIRST_PAUSE_MS;
  #sending: Promise<void> | null = null;
  #closed = false;

  constructor(url: string, send: Send) {
    this.#url = url;
    this.#send = send;
  }

  /** Starts listening. */
  async listen(): Promise<void> {
    const client = new pg.Client(connectionTo(this.#url));
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ payload }) => this.#receive(payload));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      this.#reconnect(client);
      return;
    }
    this.#pause = FIRST_PAUSE_MS;
    for (const listener of this.#committed) listener();
    for (const listener of this.#listeners) listener({ due: DUE_WORKERS });
  }

  onCommit(listener: () => void): () => void {
    this.#committed.add(listener);
    return () => this.#committed.delete(listener);
  }

  onNotification(listener: (what: Notification) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called inside a transaction: the other processes are notified when it commits. */
  async committing(send: Send): Promise<void> {
    await send(CHANNEL, this.#message({ committed: true }));
  }

  notify({ changed = [], due = [] }: Notification): void {
    if (this.#closed) return;
    for (const id of changed) this.#changed.add(id);
    for (const worker of due) this.#due.add(worker);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#sending;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #sendAll(): Promise<void> {
    // Batch the notifications of one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#changed.size + this.#due.size > 0) {
      const changed = [...this.#changed].slice(0, MAX_IDS_PER_MESSAGE);
      const due = [...this.#due];
      for (const id of changed) this.#changed.delete(id);
      this.#due.clear();
      // A lost message is harmless: the other processes also poll.
      await this.#send(CHANNEL, this.#message({ changed, due })).catch(() => undefined);
    }
  }

  #message(what: Omit<Message, 'from'>): string {
    return JSON.stringify({ from: this.#sender, ...what } satisfies Message);
  }

  #receive(payload: string | undefined): void {
    const message = readMessage(payload);
    if (message === null || message.from === this.#sender) return;
    if (message.committed) for (const listener of this.#committed) listener();
    const { changed, due } = message;
    if (!changed?.length && !due?.length) return;
    for (const listener of this.#listeners) listener({ ...(changed && { changed }), ...(due && { due }) });
  }

  #reconnect(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.listen(), this.#pause);
    this.#retry.unref();
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS);
  }
}

/** Ignores messages of other programs on the same channel. */
function readMessage(payload: string | undefined): Message | null {
  try {
    return Message.safeParse(JSON.parse(payload ?? '')).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
