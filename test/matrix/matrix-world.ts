import type { RunningBackend } from '../../src/backend/app/running-backend.js';
import { startBackend } from '../../src/backend/app/start.js';
import { systemClock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { silentLog } from '../../src/backend/base/log.js';
import { createApiKey, NO_POLICY } from '../../src/backend/domain/access/api-keys.js';
import { createWorkspace } from '../../src/backend/domain/access/workspaces.js';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Comment, CreatedComment } from '../../src/contract/inbox/comments.js';
import type { Message } from '../../src/contract/inbox/messages.js';
import { PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import type { CreatedPost, Post } from '../../src/contract/posts/posts.js';
import type { OutboxAnswers } from '../../src/contract/sandbox/answers.js';
import type { SentInbound } from '../../src/contract/sandbox/inbound.js';
import type { OutboxPage } from '../../src/contract/sandbox/sandbox.js';
import { sampleBytes } from '../support/media/sample-bytes.js';
import { storeMedia } from '../support/media/stored-media.js';
import type { SharedPlace } from '../support/processes/both-stores.js';
import { TEST_KEY } from '../support/secret-key.js';
import { type Cell, POST_CELLS, SEND_CELLS, type Thing, thingsOf } from './cells.js';
import type { Outcome } from './judgement.js';

/** One account, with the cell that it stands for. */
export interface CellAccount {
  readonly id: string;
  readonly cell: Cell;
}

/** What the service and the network say of one thing of one account. */
export interface Said extends Outcome {
  readonly account: CellAccount;
  readonly thing: Thing;
  /** Why it is not published. */
  readonly message: string | null;
}

const MEDIA: Readonly<Partial<Record<Platform, string>>> = {
  instagram: 'image/jpeg',
  pinterest: 'image/jpeg',
  tiktok: 'video/mp4',
  youtube: 'video/mp4',
};

/** Starts a backend on the place; with the role `api`, it publishes nothing itself. */
export function startService(shared: SharedPlace, role: 'all' | 'api'): Promise<RunningBackend> {
  return startBackend({
    ...{ role, port: 0, dataFolder: shared.folder, databaseUrl: shared.databaseUrl },
    secretKey: TEST_KEY,
    demo: false,
    requestsPerMinute: 10_000_000,
    log: silentLog,
  });
}

/** One workspace with an account for every cell, over HTTP. */
export class Round {
  readonly postAccounts: CellAccount[] = [];
  readonly sendAccounts: CellAccount[] = [];
  readonly #number: number;
  readonly #workspaceId: string;
  readonly #key: string;
  readonly #posts = new Map<Platform, string>();
  /** What each account replies to: a comment, or a conversation. */
  readonly #subjects = new Map<string, string>();
  readonly #sends = new Map<string, { readonly path: string; readonly id: string }>();
  #backend: RunningBackend;

  private constructor(number: number, backend: RunningBackend, workspaceId: string, key: string) {
    this.#number = number;
    this.#backend = backend;
    this.#workspaceId = workspaceId;
    this.#key = key;
  }

  static async open(number: number, backend: RunningBackend): Promise<Round> {
    const { store } = backend.services;
    const making = { clock: systemClock, ids: randomIds };
    const workspace = await createWorkspace(
      store,
      { name: `Round ${number}`, sandbox: true, timezone: 'UTC' },
      making,
    );
    const { text } = await createApiKey(
      store,
      workspace,
      { label: 'matrix', scopes: 'sandbox', policy: NO_POLICY },
      making,
    );
    return new Round(number, backend, workspace.id, text);
  }

  /** The backend was started again. */
  moveTo(backend: RunningBackend): void {
    this.#backend = backend;
  }

  /** Connects the accounts, and lets people write to those that will answer. Needs a backend that publishes. */
  async prepare(): Promise<void> {
    for (const [place, cell] of [...POST_CELLS, ...SEND_CELLS].entries()) {
      const { id } = await this.#ask<Account>('POST', '/v1/test/accounts', {
        platform: cell.platform,
        handle: `cell-${place}`,
      });
      (place < POST_CELLS.length ? this.postAccounts : this.sendAccounts).push({ id, cell });
    }
    for (const platform of PLATFORMS) {
      const own = this.sendAccounts.filter(({ cell }) => cell.platform === platform);
      if (own.length > 0) await this.#prepareSends(platform, own);
    }
  }

  async #prepareSends(platform: Platform, accounts: readonly CellAccount[]): Promise<void> {
    const postId = await this.#publish(platform, accounts, 'Open until six today', false);
    for (;;) {
      const { status } = await this.#ask<Post>('GET', `/v1/posts/${postId}?wait=20`);
      if (status === 'published') break;
      if (status !== 'publishing' && status !== 'queued') throw new Error(`The post is ${status}.`);
    }
    for (const { id: accountId, cell } of accounts) {
      const isMessage = cell.thing === 'message';
      const sent = await this.#ask<SentInbound>('POST', '/v1/test/inbound', {
        ...(isMessage ? { type: 'message' } : { type: 'comment', postId }),
        ...{ accountId, author: '@guest', text: 'Are you open?' },
      });
      this.#subjects.set(accountId, (isMessage ? sent.conversationId : sent.commentIds[0]) ?? '');
    }
  }

  async #publish(
    platform: Platform,
    accounts: readonly CellAccount[],
    text: string,
    withParts: boolean,
  ): Promise<string> {
    const things = withParts ? thingsOf(platform) : [];
    const thread = things.filter((thing) => thing.startsWith('thread')).map((thing) => this.#textOf(thing));
    const override = {
      ...(thread.length > 0 && { thread }),
      ...(things.includes('first comment') && { firstComment: this.#textOf('first comment') }),
      ...(platform === 'youtube' && { title: 'A morning at the roastery', madeForKids: false }),
      ...(platform === 'pinterest' && { boardId: '549755885175' }),
      ...((platform === 'tiktok' || platform === 'youtube') && { privacy: 'public' }),
    };
    const { id } = await this.#ask<CreatedPost>('POST', '/v1/posts', {
      accountIds: accounts.map((account) => account.id),
      text,
      scheduleMode: 'now',
      ...(Object.keys(override).length > 0 && { overrides: [{ target: platform, ...override }] }),
      ...(MEDIA[platform] && { mediaUrls: [await this.#mediaFor(MEDIA[platform])] }),
    });
    return id;
  }

  async #mediaFor(contentType: string): Promise<string> {
    const { services, media } = this.#backend;
    const place = {
      store: services.store,
      media: media.storage,
      workspaceId: this.#workspaceId,
      now: Date.now(),
    };
    const bytes = sampleBytes(contentType, 2_000);
    const video = contentType.startsWith('video/') ? { duration_seconds: 20 } : {};
    return storeMedia(place, bytes, { contentType, width: 1080, height: 1080, ...video });
  }

  #textOf(thing: Thing): string {
    return `The ${thing} of morning ${this.#number}`;
  }

  /** Publishes on every account. */
  async beginPosts(): Promise<void> {
    for (const platform of PLATFORMS) {
      const own = this.postAccounts.filter(({ cell }) => cell.platform === platform);
      this.#posts.set(platform, await this.#publish(platform, own, this.#textOf('main post'), true));
    }
  }

  /** Sends every reply and message. Each request waits for its outcome for a few seconds, so all run at once. */
  async beginSends(): Promise<void> {
    await Promise.all(this.sendAccounts.map((account) => this.#send(account)));
  }

  async #send({ id, cell: { thing } }: CellAccount): Promise<void> {
    const text = this.#textOf(thing);
    const subject = this.#subjects.get(id);
    if (thing === 'message') {
      const made = await this.#ask<Message>('POST', '/v1/messages', { conversationId: subject, text });
      this.#sends.set(id, { path: '/v1/messages', id: made.id });
      return;
    }
    const isPrivate = thing === 'private reply';
    const made = await this.#ask<CreatedComment>('POST', '/v1/comments', {
      ...{ parentCommentId: subject, text },
      ...(isPrivate && { private: true }),
    });
    const send = isPrivate
      ? { path: '/v1/messages', id: made.messageId ?? '' }
      : { path: '/v1/comments', id: made.id };
    this.#sends.set(id, send);
  }

  /** What the service says, and what the networks show. */
  async read(): Promise<Said[]> {
    const outbox = await this.#outbox();
    const said: Said[] = [];
    for (const [platform, postId] of this.#posts) {
      const { targets } = await this.#ask<Post>('GET', `/v1/posts/${postId}`);
      for (const account of this.postAccounts.filter(({ cell }) => cell.platform === platform)) {
        const target = targets.find(({ accountId }) => accountId === account.id);
        const things = thingsOf(platform);
        const answers = things.includes('first comment') ? await this.#answers(account.id) : [];
        for (const [place, thing] of things.entries()) {
          const part = target?.parts.find(({ index }) => index === place);
          const seen = [...outbox, ...answers].filter(
            ({ accountId, text }) => accountId === account.id && text === this.#textOf(thing),
          ).length;
          const main = target?.parts.find(({ index }) => index === 0);
          const own = place === 0 && target?.parts.length === 0 ? target : part;
          const isWithoutMain = place > 0 && main?.status !== 'published' && own?.status === 'pending';
          said.push({
            ...{ account, thing, seen },
            status: isWithoutMain ? 'without its main post' : (own?.status ?? 'absent'),
            message: own?.error?.message ?? null,
          });
        }
      }
    }
    for (const account of this.sendAccounts) {
      const { thing } = account.cell;
      const one = await this.#readSend(account.id);
      const answers = await this.#answers(account.id);
      const seen = answers.filter(({ text }) => text === this.#textOf(thing)).length;
      said.push({
        account,
        thing,
        seen,
        status: one.status ?? 'absent',
        message: one.error?.message ?? null,
      });
    }
    return said;
  }

  async #readSend(accountId: string): Promise<Pick<Message, 'status' | 'error'>> {
    const { path, id } = this.#sends.get(accountId) ?? { path: '', id: '' };
    if (path === '/v1/messages') return this.#ask<Message>('GET', `${path}/${id}`);
    const thread = await this.#ask<Comment & { replies: readonly Comment[] }>('GET', `${path}/${id}`);
    const found = [thread, ...thread.replies].find((one) => one.id === id);
    if (!found) throw new Error(`${id} is not in its thread.`);
    return found;
  }

  async #outbox(): Promise<{ readonly accountId: string | null; readonly text: string }[]> {
    const all: { readonly accountId: string | null; readonly text: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: OutboxPage = await this.#ask(
        'GET',
        `/v1/test/outbox?limit=100${cursor && `&cursor=${cursor}`}`,
      );
      all.push(...page.data.map(({ accountId, text }) => ({ accountId, text })));
      cursor = page.nextCursor;
    }
    return all;
  }

  async #answers(accountId: string) {
    return (await this.#ask<OutboxAnswers>('GET', `/v1/test/outbox/answers?limit=100&accountId=${accountId}`))
      .data;
  }

  async #ask<Body>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Body> {
    const response = await fetch(`${this.#backend.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }
}
