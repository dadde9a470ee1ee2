import { setTimeout as pause } from 'node:timers/promises';
import { openStore, type Store } from '../../../src/backend/store/store.js';
import type { SendRow } from '../../../src/backend/store/tables/inbox-rows.js';
import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { Platform } from '../../../src/contract/platforms.js';
import type { CreatedPost } from '../../../src/contract/posts/posts.js';
import type { SentInbound } from '../../../src/contract/sandbox/inbound.js';
import { Machine } from '../../cli/support/program.js';

/** A reply or message being sent to a person. */
export interface InFlight {
  readonly path: '/v1/comments' | '/v1/messages';
  readonly body: Readonly<Record<string, string>>;
  readonly text: string;
  readonly key: string;
}

/** The state of one of them, as the service reports it. */
export interface Notification {
  readonly id: string;
  readonly status: string | null;
  readonly error: { readonly code: string; readonly action: string } | null;
}

/** The real program on a data folder, which is killed and restarted, and the networks in its database. */
export class KilledInbox {
  readonly machine = new Machine();
  #url = '';
  #key = '';
  #store: Store | null = null;
  #count = 0;
  /** When the last claim of the killed process expires, on the system clock. */
  #claimedUntil = 0;

  async start(): Promise<void> {
    this.#url = await this.machine.serve('--requests-per-minute', '1000000');
    if (this.#key === '') this.#key = await this.machine.login(this.#url, 'sandbox');
    this.#store ??= openStore(this.machine.data);
  }

  get env(): Record<string, string> {
    return { ...this.machine.env, POSTRIDER_API_KEY: this.#key, POSTRIDER_BASE_URL: this.#url };
  }

  async ask<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  advance(seconds: number): Promise<unknown> {
    return this.ask('POST', '/v1/test/clock', { action: 'advance', seconds });
  }

  /** Connects an account that fails in a named way; the demo account for null. */
  async account(platform: Platform, handle: string | null): Promise<string> {
    if (handle !== null)
      return (await this.ask<Account>('POST', '/v1/test/accounts', { platform, handle })).id;
    const { data } = await this.ask<{ data: Account[] }>('GET', '/v1/accounts?limit=100');
    const found = data.find((one) => one.platform === platform);
    if (!found) throw new Error(`There is no account on ${platform}.`);
    return found.id;
  }

  /** A message to a person who wrote to that account. */
  async message(accountId: string): Promise<InFlight> {
    const author = `@guest.${++this.#count}`;
    const inbound = { type: 'message', accountId, author, text: 'Are you open?' };
    const { conversationId } = await this.ask<SentInbound>('POST', '/v1/test/inbound', inbound);
    return this.#new('/v1/messages', { conversationId: conversationId ?? '' });
  }

  /** A reply to a person who commented on a post of that account. */
  async reply(postId: string, accountId: string): Promise<InFlight> {
    const author = `@guest.${++this.#count}`;
    const inbound = { type: 'comment', postId, accountId, author, text: 'Is it open?' };
    const { commentIds } = await this.ask<SentInbound>('POST', '/v1/test/inbound', inbound);
    return this.#new('/v1/comments', { parentCommentId: commentIds[0] ?? '' });
  }

  async post(accountId: string): Promise<string> {
    const text = `News number ${++this.#count}.`;
    const body = { accountIds: [accountId], text, scheduleMode: 'now' };
    const { id } = await this.ask<CreatedPost>('POST', '/v1/posts', body);
    await this.ask('GET', `/v1/posts/${id}?wait=20`);
    return id;
  }

  #new(path: InFlight['path'], body: Readonly<Record<string, string>>): InFlight {
    const text = `Answer number ${++this.#count}.`;
    return { path, body: { ...body, text }, text, key: `key-${this.#count}` };
  }

  /** Sends it. @returns the service's response */
  send({ path, body, key }: InFlight): Promise<Notification> {
    return this.ask<Notification>('POST', path, body, key);
  }

  /** Sends all of them, and kills the program once the condition holds. */
  async sendAndKill(all: readonly InFlight[], stand: (sends: readonly SendRow[]) => boolean): Promise<void> {
    const answers = Promise.allSettled(all.map((one) => this.send(one)));
    while (!stand(await this.#sends())) await pause(20);
    await this.machine.killBackend();
    await answers;
    const leases = (await this.#sends()).map((send) => send.lease_until ?? 0);
    this.#claimedUntil = Math.max(0, ...leases);
  }

  /** Waits until all claims of the killed process have expired. */
  async claimsOver(): Promise<void> {
    await pause(Math.max(0, this.#claimedUntil + 1_500 - Date.now()));
  }

  #sends(): Promise<SendRow[]> {
    return this.store.db.selectFrom('sends').selectAll().execute();
  }

  get store(): Store {
    if (this.#store === null) throw new Error('The program has not been started.');
    return this.#store;
  }

  async notification({ path }: InFlight, id: string): Promise<Notification> {
    if (path === '/v1/messages') return this.ask<Notification>('GET', `${path}/${id}`);
    const thread = await this.ask<Notification & { replies: Notification[] }>('GET', `${path}/${id}`);
    const found = [thread, ...thread.replies].find((one) => one.id === id);
    if (!found) throw new Error(`${id} is not in its thread.`);
    return found;
  }

  /** How often people at the networks see each text. */
  async seen(texts: readonly string[]): Promise<number[]> {
    const { db } = this.store;
    const [comments, messages] = await Promise.all([
      db.selectFrom('network_comments').select('text').execute(),
      db.selectFrom('network_messages').select('text').execute(),
    ]);
    const all = [...comments, ...messages].map(({ text }) => text);
    return texts.map((text) => all.filter((one) => one === text).length);
  }

  async end(): Promise<void> {
    await this.#store?.close();
    await this.machine.remove();
  }
}
