import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { randomIds } from '../../../src/backend/base/ids.js';
import { OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { InboxScene } from '../../support/inbox-scene.js';
import { picture } from '../../support/media/pictures.js';
import { addPerson } from '../../support/people.js';
import { BackendUnderTest } from '../../support/running-backend.js';

/** Stands in everything that the victim wrote or received. No answer to an attacker may contain it. */
export const CANARY = 'canary-of-the-victim';

/** The parameters of paths, by operation group where a name has several meanings. */
export type Ids = Readonly<Record<string, string>>;

/** A workspace with one object of each kind, and the ids under which an attacker would ask for them. */
export class Victim {
  readonly test: BackendUnderTest;
  readonly ids: Ids;
  readonly accountId: string;
  readonly sandboxKey: string;

  private constructor(test: BackendUnderTest, ids: Ids, accountId: string, sandboxKey: string) {
    this.test = test;
    this.ids = ids;
    this.accountId = accountId;
    this.sandboxKey = sandboxKey;
  }

  static async start(): Promise<Victim> {
    // Nothing leaves this machine: names are looked up by a proxy that is not there.
    const proxy = new URL('http://127.0.0.1:1');
    const test = await BackendUnderTest.start({ fetching: { allowedOrigins: new Set(), proxy } });
    const scene = await InboxScene.of(test);
    const key = scene.sandboxKey;
    const make = async <Body = { id: string }>(path: string, body: unknown): Promise<Body> => {
      const made = await test.post<Body>(path, body, { key });
      if (made.status > 201) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
      return made.body;
    };
    const account = await scene.account('instagram');
    const published = await scene.published(account, CANARY);
    const commentId = await scene.commentOn(published, { text: CANARY });
    const conversationId = await scene.writeTo(account, { text: CANARY });
    const messages = await test.get<{ data: { id: string }[] }>(
      `/v1/messages?conversationId=${conversationId}`,
    );
    const webhook = await make('/v1/webhooks', { url: 'https://shop.example/hook', label: CANARY });
    const alerts = { kind: 'discord', address: `https://chat.example/${CANARY.replaceAll(' ', '-')}` };
    const delivery = await make(`/v1/webhooks/${webhook.id}/test`, undefined);
    const uploaded = await fetch(`${test.backend.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
      body: new Uint8Array(await picture('png')),
    });
    const draft = { text: CANARY, accountIds: [account.id], scheduleMode: 'draft' };
    const post = await make('/v1/posts', draft);
    const weekly = { timezone: 'UTC', days: ['wed'], startTime: '09:00' };
    const { acting } = await addPerson(test, { name: CANARY, role: 'editor' });
    const invited = await test.post<{ id: string }>(
      '/v1/invitations',
      { role: 'viewer' },
      { key: await test.newKey(['people:write']) },
    );
    const ids = {
      posts: post.id,
      remarkId: (await make(`/v1/posts/${post.id}/remarks`, { text: CANARY })).id,
      accounts: account.id,
      testAccounts: account.id,
      media: ((await uploaded.json()) as { key: string }).key,
      schedules: (await make('/v1/schedules', { label: CANARY, accountIds: [account.id], ...weekly })).id,
      sources: (await make('/v1/sources/ingest', { text: `${CANARY}. `.repeat(20) })).id,
      connections: await beginConnection(test),
      people: acting.id,
      invitations: invited.body.id,
      testSnapshots: (await make('/v1/test/snapshots', undefined)).id,
      webhooks: webhook.id,
      alerts: (await make('/v1/alerts', alerts)).id,
      deliveryId: delivery.id,
      commentId,
      conversationId,
      messageId: messages.body.data[0]?.id ?? '',
    };
    return new Victim(test, ids, account.id, key);
  }

  get store() {
    return this.test.backend.services.store;
  }

  /** The path of an operation, with the victim’s ids. */
  pathOf(id: OperationId): string {
    const [group = ''] = id.split('.');
    return OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(this.ids[name] ?? this.ids[group] ?? `${name}-of-nobody`),
    );
  }

  /** The path of a page or form, with the victim’s ids. */
  placed(route: string): string {
    const [, kind = ''] = Object.entries(IDS_OF_PAGES).find(([begin]) => route.startsWith(begin)) ?? [];
    return route
      .replaceAll(':deliveryId', this.ids['deliveryId'] ?? '')
      .replaceAll(':remark', this.ids['remarkId'] ?? '')
      .replaceAll(/:\w+/g, this.ids[kind] ?? 'some')
      .replace('*', 'some');
  }

  /** A digest of each table, without what only records requests. */
  async contents(): Promise<Readonly<Record<string, string>>> {
    const { db } = this.store;
    const digests: Record<string, string> = {};
    for (const { name } of await db.introspection.getTables()) {
      if (RECORDS_OF_REQUESTS.includes(name)) continue;
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      const text = rows.map((row) => JSON.stringify(row)).sort();
      digests[name] = `${rows.length} ${createHash('sha256').update(text.join('\n')).digest('hex')}`;
    }
    return digests;
  }

  close(): Promise<void> {
    return this.test.close();
  }
}

/** An account that is being connected. A sandbox refuses to begin, so it is written as a live workspace would. */
async function beginConnection({ backend, clock, workspace }: BackendUnderTest): Promise<string> {
  const { store } = backend.services;
  const now = clock.now();
  const id = randomIds.next('connection', now);
  const [key] = await store.db.selectFrom('api_keys').select('id').limit(1).execute();
  await store.write((trx) =>
    trx
      .insertInto('connections')
      .values({
        id,
        workspace_id: workspace.id,
        api_key_id: key?.id ?? '',
        platform: 'mastodon',
        method: 'code',
        origin: `https://${CANARY}.example`,
        redirect_uri: 'urn:ietf:wg:oauth:2.0:oob',
        account_id: null,
        status: 'waiting',
        authorize_url: `https://${CANARY}.example/oauth/authorize`,
        state_hash: null,
        sealed: store.vault.sealConnection(id, { state: CANARY }),
        problem: null,
        created_at: now,
        expires_at: now + 600_000,
      })
      .execute(),
  );
  return id;
}

/** Which id stands in the paths of pages. */
const IDS_OF_PAGES: Readonly<Record<string, string>> = {
  '/posts': 'posts',
  '/schedules': 'schedules',
  '/inbox/comments': 'commentId',
  '/inbox/conversations': 'conversationId',
  '/inbox/messages': 'messageId',
  '/channels': 'accounts',
  '/settings/webhooks': 'webhooks',
  '/settings/alerts': 'alerts',
  '/settings/keys': 'key',
  '/settings/people/invitations': 'invitations',
  '/settings/people': 'people',
};

/**
 * The activity log, when keys and sessions were last used, rate limits, and how far the log of events was read, which
 * happens in the background of whatever is tested.
 */
const RECORDS_OF_REQUESTS: readonly string[] = [
  ...['activity', 'api_keys', 'sessions', 'rate_buckets', 'metric_progress'],
];
