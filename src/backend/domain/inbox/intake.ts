import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { NetworkAdapter } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import type { NetworkComment, NetworkMessage } from '../../networks/inbox-adapter.js';
import type { AccountRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { WakeLoop } from '../../work/wake-loop.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { ingestComments } from './ingest-comments.js';
import { ingestMessages } from './ingest-messages.js';

/** What a network has announced. Its content is read from the network itself. */
export type NoticeSubject =
  /** Without ids: the newest comments on the post, back to the known ones. */
  | { readonly kind: 'comments'; readonly networkPostId: string; readonly commentIds?: readonly string[] }
  | { readonly kind: 'conversation'; readonly networkConversationId: string };

export interface IntakeDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly log: Log;
  /** Called before notices are read: simulated people come and write. */
  readonly before?: () => Promise<void>;
}

/** How many notices one query reads. */
const BATCH = 50;

/** How often to ask a network about one notice before it is given up. */
const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 2000;
const CALL_LIMIT_MS = 35_000;
/** The most pages to read until known items appear. */
const MAX_PAGES = 200;

/** Stores a notice until its subject has been read, so that a crash in between loses nothing. @param now system time */
export async function insertNotice(
  trx: Write,
  account: AccountRow,
  subject: NoticeSubject,
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

/** Reads from the networks what their notices announce, in order, and stores it. */
export class Intake {
  readonly #dependencies: IntakeDependencies;
  readonly #loop: WakeLoop;
  #stopped = false;

  constructor(dependencies: IntakeDependencies) {
    this.#dependencies = dependencies;
    this.#loop = new WakeLoop({
      look: () => this.#look(),
      onError: (error) => dependencies.log.error({ err: error }, 'the inbox could not be read'),
    });
    this.#loop.wake();
  }

  /** There may be notices. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when every notice that was due has been read once. */
  runDue(): Promise<void> {
    return this.#loop.run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop.stop();
  }

  async #look(): Promise<null> {
    const { store, clock } = this.#dependencies;
    await this.#dependencies.before?.();
    for (;;) {
      const notices = await store.db
        .selectFrom('inbox_notices')
        .selectAll()
        .where('look_at', '<=', clock.now())
        .orderBy('look_at')
        .orderBy('seq')
        .limit(BATCH)
        .execute();
      if (notices.length === 0 || this.#stopped) return null;
      for (const notice of notices) {
        if (this.#stopped) return null;
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
    const { store, clock, log } = this.#dependencies;
    const tries = notice.tries + 1;
    try {
      await this.#ingest(notice.account_id, JSON.parse(notice.subject_json));
    } catch (error) {
      log.warn(
        { err: error, accountId: notice.account_id, tries },
        'a network could not be asked for new comments or messages',
      );
      if (tries < MAX_ATTEMPTS) {
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

  async #ingest(accountId: string, subject: NoticeSubject): Promise<void> {
    const { store, timers, gateway } = this.#dependencies;
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
    const { timers, gateway } = this.#dependencies;
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
    { networkPostId, commentIds }: Extract<NoticeSubject, { kind: 'comments' }>,
    { comments }: NetworkAdapter,
    connection: () => Connection,
  ): Promise<void> {
    const { store, timers, ids } = this.#dependencies;
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
        else await this.#markDeleted(account, id);
      }
      await keep(found);
      return;
    }
    const all: NetworkComment[] = [];
    let page: string | null = null;
    for (let read = 0; read < MAX_PAGES; read += 1) {
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
    const rows = await this.#dependencies.store.db
      .selectFrom('comments')
      .select('network_comment_id')
      .where('account_id', '=', account.id)
      .where('network_comment_id', 'in', [...ids])
      .execute();
    return new Set(rows.flatMap((row) => row.network_comment_id ?? []));
  }

  /** Marks a comment as deleted: the network no longer has it. */
  async #markDeleted(account: AccountRow, networkCommentId: string): Promise<void> {
    await this.#dependencies.store.write((trx) =>
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
    const { store, timers, ids } = this.#dependencies;
    const conversation = await messages?.conversation(connection(), networkConversationId);
    if (!messages || !conversation) return;
    const fresh: NetworkMessage[] = [];
    let page: string | null = null;
    for (let read = 0; read < MAX_PAGES; read += 1) {
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
    const row = await this.#dependencies.store.db
      .selectFrom('messages')
      .select('id')
      .where('account_id', '=', account.id)
      .where('network_message_id', '=', networkMessageId)
      .executeTakeFirst();
    return row !== undefined;
  }
}
