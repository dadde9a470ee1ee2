import { randomBytes } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import type { Notification } from '../store.js';
import { connectionTo } from './pool.js';

const CHANNEL = 'postrider';

/** What PostgreSQL lets one message hold is 8,000 bytes. */
const IDS_IN_A_MESSAGE = 150;

/** Between two attempts to listen again, in milliseconds. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

const Message = z.object({
  from: z.string(),
  committed: z.boolean().optional(),
  changed: z.array(z.string()).optional(),
  due: z.array(z.enum(['publisher', 'sender'])).optional(),
});
type Message = z.infer<typeof Message>;

/** What is done with a message once it is written: a query that is committed by itself or with others. */
type Send = (channel: string, payload: string) => Promise<unknown>;

/**
 * What processes on one database tell each other, by LISTEN and NOTIFY over a connection of its own. When that breaks
 * it is made again, and then everybody looks: something may have been said in between. Nothing depends on a message
 * that must not be lost.
 */
export class Signals {
  readonly #me = randomBytes(9).toString('base64url');
  readonly #url: string;
  readonly #send: Send;
  readonly #committed = new Set<() => void>();
  readonly #told = new Set<(what: Notification) => void>();
  readonly #changed = new Set<string>();
  readonly #due = new Set<'publisher' | 'sender'>();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #pause = FIRST_PAUSE_MS;
  #sending: Promise<void> | null = null;
  #closed = false;

  constructor(url: string, send: Send) {
    this.#url = url;
    this.#send = send;
  }

  /** Begins to listen. */
  async listen(): Promise<void> {
    const client = new pg.Client(connectionTo(this.#url));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#hear(payload));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      this.#lost(client);
      return;
    }
    this.#pause = FIRST_PAUSE_MS;
    for (const listener of this.#committed) listener();
    for (const listener of this.#told) listener({ due: ['publisher', 'sender'] });
  }

  onCommit(listener: () => void): () => void {
    this.#committed.add(listener);
    return () => this.#committed.delete(listener);
  }

  onNotification(listener: (what: Notification) => void): () => void {
    this.#told.add(listener);
    return () => this.#told.delete(listener);
  }

  /** In a transaction: the others hear of it when it is committed. */
  async committing(send: Send): Promise<void> {
    await send(CHANNEL, this.#message({ committed: true }));
  }

  tell({ changed = [], due = [] }: Notification): void {
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
    // What is told in one turn of the event loop goes out together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#changed.size + this.#due.size > 0) {
      const changed = [...this.#changed].slice(0, IDS_IN_A_MESSAGE);
      const due = [...this.#due];
      for (const id of changed) this.#changed.delete(id);
      this.#due.clear();
      // The others look by themselves as well.
      await this.#send(CHANNEL, this.#message({ changed, due })).catch(() => undefined);
    }
  }

  #message(what: Omit<Message, 'from'>): string {
    return JSON.stringify({ from: this.#me, ...what } satisfies Message);
  }

  #hear(payload: string | undefined): void {
    const message = readMessage(payload);
    if (message === null || message.from === this.#me) return;
    if (message.committed) for (const listener of this.#committed) listener();
    const { changed, due } = message;
    if (!changed?.length && !due?.length) return;
    for (const listener of this.#told) listener({ ...(changed && { changed }), ...(due && { due }) });
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.listen(), this.#pause);
    this.#retry.unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Other programs may say something on the same channel. */
function readMessage(payload: string | undefined): Message | null {
  try {
    return Message.safeParse(JSON.parse(payload ?? '')).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
