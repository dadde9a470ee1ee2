import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { Connection, NetworkAdapter } from '../../networks/adapter.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import type { NetworkComment, NetworkMessage } from '../../networks/inbox-adapter.js';
import type { AccountRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { ingestComments } from './ingest-comments.js';
import { ingestMessages } from './ingest-messages.js';

/** What a network told us is new. What exactly, is read from the network itself. */
export type Subject =
  /** Without ids: the newest under the post, back to what is known. */
  | { readonly kind: 'comments'; readonly networkPostId: string; readonly commentIds?: readonly string[] }
  | { readonly kind: 'conversation'; readonly networkConversationId: string };

export interface IntakePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly log: Log;
  /** What else is to happen before notices are read: made-up people come and write. */
  readonly before?: () => Promise<void>;
}

/** It looks at least this often, in milliseconds. */
const LOOK_EVERY_MS = 1000;
const NOTICES_AT_ONCE = 50;
/** How often a network is asked about the same notice before it is given up. */
const MOST_TRIES = 8;
const FIRST_RETRY_MS = 2000;
const CALL_LIMIT_MS = 35_000;
/** Pages that are read to find what is known again. */
const PAGES_AT_MOST = 200;

/** Keeps a notice until what it tells of has been read: a crash in between loses nothing. @param now system time */
export async function insertNotice(
  trx: Write,
  account: AccountRow,
  subject: Subject,
  now: number,
): Promise<void> {
  await trx
    .insertInto('inbox_notices')
    .values({
      workspace_id: account.workspace_id,
      account_id: account.id,
      subject_json: JSON.stringify(subject),
      tries: 0,
      look_at: now,
    })
    .execute();
}

/** Reads from the networks what their notices tell of, in their order, and keeps it. */
export class Intake {
  readonly #ports: IntakePorts;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS).unref();
  }

  /** There may be notices. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look()
      .catch((error: unknown) => this.#ports.log.error({ err: error }, 'the inbox could not be read'))
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) {
          this.#lookAgain = false;
          this.wake();
        }
      });
  }

  /** Resolves when every notice that was there has been looked at. */
  async runDue(): Promise<void> {
    this.wake();
    while (this.#looking) await this.#looking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#ports;
    await this.#ports.before?.();
    for (;;) {
      const notices = await store.db
        .selectFrom('inbox_notices')
        .selectAll()
        .where('look_at', '<=', clock.now())
        .orderBy('look_at')
        .orderBy('seq')
        .limit(NOTICES_AT_ONCE)
        .execute();
      if (notices.length === 0 || this.#stopped) return;
      for (const notice of notices) {
        if (this.#stopped) return;
        await this.#read(notice);
      }
    }
  }

  async #read(notice: {
    readonly seq: number;
    readonly account_id: string;
    readonly subject_json: string;
    readonly tries: number;
  }): Promise<void> {
    const { store, clock, log } = this.#ports;
    const tries = notice.tries + 1;
    try {
      await this.#bringIn(notice.account_id, JSON.parse(notice.subject_json));
    } catch (error) {
      log.warn(
        { err: error, accountId: notice.account_id, tries },
        'a network could not be asked what is new',
      );
      if (tries < MOST_TRIES) {
        const lookAt = clock.now() + FIRST_RETRY_MS * 2 ** (tries - 1);
        await store.write((trx) =>
          trx
            .updateTable('inbox_notices')
            .set({ tries, look_at: lookAt })
            .where('seq', '=', notice.seq)
            .execute(),
        );
        return;
      }
    }
    await store.write((trx) => trx.deleteFrom('inbox_notices').where('seq', '=', notice.seq).execute());
  }

  async #bringIn(accountId: string, subject: Subject): Promise<void> {
    const { store, timers, gateway } = this.#ports;
    const account = await store.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!account) return;
    const workspace = await store.db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', account.workspace_id)
      .executeTakeFirstOrThrow();
    timers.learn(workspace.id, workspace);
    const adapter = gateway.adapterOf(account.platform);
    const connection = () => this.#connect(account, workspace);
    if (subject.kind === 'comments') await this.#comments(account, subject, adapter, connection);
    else await this.#messages(account, subject.networkConversationId, adapter, connection);
  }

  #connect(account: AccountRow, workspace: WorkspaceRow): Connection {
    const { timers, gateway } = this.#ports;
    const time = {
      now: () => timers.now(workspace.id),
      pause: (milliseconds: number) =>
        new Promise<void>((resolve) => {
          timers.after(workspace.id, milliseconds, resolve);
        }),
    };
    return gateway.connect(account, time, AbortSignal.timeout(CALL_LIMIT_MS));
  }

  async #comments(
    account: AccountRow,
    { networkPostId, commentIds }: Extract<Subject, { kind: 'comments' }>,
    { comments }: NetworkAdapter,
    connection: () => Connection,
  ): Promise<void> {
    const { store, timers, ids } = this.#ports;
    const target = await store.db
      .selectFrom('targets')
      .select(['post_id', 'url'])
      .where('account_id', '=', account.id)
      .where('network_post_id', '=', networkPostId)
      .executeTakeFirst();
    if (!target || !comments) return;
    const place = { account, postId: target.post_id, networkPostId, postUrl: target.url };
    const keep = (found: readonly NetworkComment[]) =>
      store.write((trx) => ingestComments(trx, ids, place, found, timers.now(account.workspace_id)));

    if (commentIds) {
      const found: NetworkComment[] = [];
      for (const id of commentIds) {
        const comment = await comments.read(connection(), id);
        if (comment) found.push(comment);
        else await this.#gone(account, id);
      }
      await keep(found);
      return;
    }
    const all: NetworkComment[] = [];
    let page: string | null = null;
    for (let read = 0; read < PAGES_AT_MOST; read += 1) {
      const { items, next }: Awaited<ReturnType<typeof comments.list>> = await comments.list(
        connection(),
        networkPostId,
        page,
      );
      all.push(...items);
      const known = await this.#known(
        account,
        items.map(({ networkCommentId }) => networkCommentId),
      );
      if (next === null || known.size === items.length) break;
      page = next;
    }
    await keep(all);
  }

  async #known(account: AccountRow, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#ports.store.db
      .selectFrom('comments')
      .select('network_comment_id')
      .where('account_id', '=', account.id)
      .where('network_comment_id', 'in', [...ids])
      .execute();
    return new Set(rows.flatMap((row) => row.network_comment_id ?? []));
  }

  /** The network says that there is no such comment any more. */
  async #gone(account: AccountRow, networkCommentId: string): Promise<void> {
    await this.#ports.store.write((trx) =>
      trx
        .updateTable('comments')
        .set({ state: 'deleted', awaiting: 0, unread: 0 })
        .where('account_id', '=', account.id)
        .where('network_comment_id', '=', networkCommentId)
        .execute(),
    );
  }

  async #messages(
    account: AccountRow,
    networkConversationId: string,
    { messages }: NetworkAdapter,
    connection: () => Connection,
  ): Promise<void> {
    const { store, timers, ids } = this.#ports;
    const conversation = await messages?.conversation(connection(), networkConversationId);
    if (!messages || !conversation) return;
    const fresh: NetworkMessage[] = [];
    let page: string | null = null;
    for (let read = 0; read < PAGES_AT_MOST; read += 1) {
      const { items, next }: Awaited<ReturnType<typeof messages.list>> = await messages.list(
        connection(),
        networkConversationId,
        page,
      );
      fresh.push(...items);
      const oldest = items.at(-1);
      if (next === null || !oldest || (await this.#isKept(account, oldest.networkMessageId))) break;
      page = next;
    }
    await store.write((trx) =>
      ingestMessages(trx, ids, account, conversation, fresh, timers.now(account.workspace_id)),
    );
  }

  async #isKept(account: AccountRow, networkMessageId: string): Promise<boolean> {
    const row = await this.#ports.store.db
      .selectFrom('messages')
      .select('id')
      .where('account_id', '=', account.id)
      .where('network_message_id', '=', networkMessageId)
      .executeTakeFirst();
    return row !== undefined;
  }
}
