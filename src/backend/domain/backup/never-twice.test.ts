import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupScene } from '../../../../test/support/backup-scene.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { PostriderEvent } from '../../../contract/events/events.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Store } from '../../store/store.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const clock = new ManualClock();
const scene = new BackupScene(clock);
const at = (later: number): string => new Date(clock.now() + later).toISOString();

/** The backend that the backup was made of. It stays as it was then. */
let original: BackendUnderTest;
let file: string;
const ids: Record<string, string> = {};
let lastCursor: string;

beforeAll(async () => {
  const folder = scene.folder('original');
  original = await BackendUnderTest.startOn(clock, folder, { role: 'api' });
  const create = async (name: string, body: Record<string, unknown>): Promise<void> => {
    const made = await original.post<Post>('/v1/posts', { platform: 'mastodon', text: name, ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids[name] = made.body.id;
  };
  await create('soon', { scheduledAt: at(HOUR) });
  await create('in a thread', {
    scheduledAt: at(2 * HOUR),
    overrides: [{ target: 'mastodon', thread: ['second', 'third'] }],
  });
  await create('tomorrow', { scheduledAt: at(DAY) });
  await create('draft', {
    scheduleMode: 'draft',
    proposed: { scheduleMode: 'schedule', scheduledAt: at(DAY) },
  });
  await create('being sent', { scheduledAt: at(3 * HOUR) });
  await create('parts left', {
    scheduledAt: at(4 * HOUR),
    overrides: [{ target: 'mastodon', thread: ['rest'] }],
  });
  const { store } = original.backend.services;
  await leaveInTheMiddle(store);
  const { body } = await original.get<{ position: string }>('/v1/events?start=now');
  lastCursor = body.position;
  ({ file } = await scene.backup(folder, 'backup.tar.gz'));
});

afterAll(async () => {
  await original.close();
  scene.remove();
});

/** What a publisher leaves that is at work when the backup is made. */
async function leaveInTheMiddle(store: Store): Promise<void> {
  const claimed = {
    status: 'publishing',
    attempt: 1,
    lease_until: clock.now() + 75_000,
    wake_at: clock.now() + 75_000,
  } as const;
  const of = (name: string) => ids[name] ?? '';
  await store.write(async (trx) => {
    await trx
      .updateTable('posts')
      .set({ status: 'publishing' })
      .where('id', 'in', [of('being sent'), of('parts left')])
      .execute();
    await trx
      .updateTable('targets')
      .set({ ...claimed, phase: 'sending' })
      .where('post_id', '=', of('being sent'))
      .execute();
    const { id, workspace_id } = await trx
      .selectFrom('targets')
      .select(['id', 'workspace_id'])
      .where('post_id', '=', of('being sent'))
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('attempts')
      .values({
        id: 'attempt_1',
        workspace_id,
        target_id: id,
        number: 1,
        outcome: 'sending',
        started_at: clock.now(),
      })
      .execute();
    await trx
      .updateTable('targets')
      .set({
        ...claimed,
        phase: 'sending',
        network_post_id: '1',
        url: 'https://example.org/1',
        published_at: clock.now(),
      })
      .where('post_id', '=', of('parts left'))
      .execute();
    const account = await trx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('conversations')
      .values({
        ...{ id: 'conv_1', workspace_id, account_id: account.id, platform: 'mastodon', participant_id: 'p1' },
        ...{ participant_handle: 'ida', participant_name: 'Ida', last_message_at: clock.now() },
        ...{ awaiting: 0, unread: 0, created_at: clock.now() },
      })
      .execute();
    await trx
      .insertInto('messages')
      .values({
        ...{ id: 'msg_reply', workspace_id, conversation_id: 'conv_1', account_id: account.id },
        ...{
          direction: 'outbound',
          text: 'A reply',
          media_json: '[]',
          status: 'sending',
          created_at: clock.now(),
        },
      })
      .execute();
    await trx
      .insertInto('sends')
      .values({
        ...{ id: 'msg_reply', workspace_id, account_id: account.id, kind: 'message', content_json: '{}' },
        ...{ status: 'sending', due_at: clock.now(), latest_at: clock.now() + HOUR, wake_at: clock.now() },
        ...{ attempt: 0, attempt_base: 0, in_doubt: 0, updated_at: clock.now() },
      })
      .execute();
  });
}

async function restored(name: string, keepScheduled: boolean) {
  const folder = scene.folder(name);
  clock.advance(2.5 * HOUR);
  const result = await scene.restore(file, folder, { keepScheduled });
  const backend = await BackendUnderTest.startOn(clock, folder, { demo: false });
  backend.key = await backend.newKey('sandbox');
  const statuses = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(ids).map(async ([text, id]) => [
          text,
          (await backend.get<Post>(`/v1/posts/${id}`)).body.status,
        ]),
      ),
    );
  return { result, backend, statuses };
}

/** Lets the publisher do all that it would do by itself within days. */
async function runFor(backend: BackendUnderTest, milliseconds: number): Promise<void> {
  const moved = await backend.post('/v1/test/clock', { action: 'advance', seconds: milliseconds / 1000 });
  expect(moved.status).toBe(200);
}

const published = async ({ backend }: BackendUnderTest): Promise<readonly string[]> => {
  const rows = await backend.services.store.db.selectFrom('network_posts').select('text').execute();
  return rows.map(({ text }) => text);
};

describe('after a restore', () => {
  it('publishes nothing by itself, and says which outcome is unknown', async () => {
    const { result, backend, statuses } = await restored('held', false);
    try {
      await runFor(backend, 3 * DAY);
      expect(await published(backend)).toEqual([]);
      expect(result.held).toEqual({ inDoubt: 4, scheduled: 1, kept: 0, replies: 1, deliveries: 0 });
      expect(await statuses()).toEqual({
        soon: 'unknown',
        'in a thread': 'unknown',
        tomorrow: 'missed',
        draft: 'draft',
        'being sent': 'unknown',
        'parts left': 'published',
      });
      const { body: parts } = await backend.get<Post>(`/v1/posts/${ids['parts left']}`);
      expect(parts.incomplete).toBe(true);
      expect(parts.targets[0]?.parts.map(({ status }) => status)).toEqual(['published', 'unknown']);
      const { db } = backend.backend.services.store;
      expect(await db.selectFrom('sends').select(['status', 'wake_at']).execute()).toEqual([
        { status: 'unknown', wake_at: null },
      ]);
      const attempt = await db
        .selectFrom('attempts')
        .select('outcome')
        .where('id', '=', 'attempt_1')
        .execute();
      expect(attempt).toEqual([{ outcome: 'unknown' }]);
      const { body } = await backend.get<Post>(`/v1/posts/${ids['soon']}`);
      expect(body.targets[0]?.error).toMatchObject({
        code: 'outcome_unknown',
        message: expect.stringContaining('The backup was made at 2026-12-01T08:00:00.000Z'),
      });
    } finally {
      await backend.close();
    }
  });

  it('publishes what is not due yet only with --keep-scheduled', async () => {
    const { result, backend, statuses } = await restored('kept', true);
    try {
      expect(result.held).toMatchObject({ inDoubt: 4, scheduled: 0, kept: 1 });
      await runFor(backend, 3 * DAY);
      expect(await published(backend)).toEqual(['tomorrow']);
      expect(await statuses()).toMatchObject({ soon: 'unknown', tomorrow: 'published' });
    } finally {
      await backend.close();
    }
  });

  it('lets a person decide: resolve it, or choose a new time', async () => {
    const { backend } = await restored('decided', false);
    try {
      const { body: soon } = await backend.get<Post>(`/v1/posts/${ids['soon']}`);
      const accountId = soon.targets[0]?.accountId;
      const resolved = await backend.post<Post>(`/v1/posts/${ids['soon']}/resolve`, {
        accountId,
        outcome: 'published',
        url: 'https://mastodon.example/@fernhill/1',
      });
      expect(resolved.body.status).toBe('published');
      const moved = await backend.post<Post>(`/v1/posts/${ids['tomorrow']}/publish`, {
        scheduleMode: 'schedule',
        scheduledAt: at(2 * DAY),
      });
      expect([moved.status, moved.body.status], JSON.stringify(moved.body)).toEqual([200, 'scheduled']);
      await runFor(backend, 3 * DAY);
      expect(await published(backend)).toEqual(['tomorrow']);
    } finally {
      await backend.close();
    }
  });

  it('numbers events after all that the original may have written, so that no reader misses any', async () => {
    const { backend } = await restored('events', false);
    try {
      // The reader continues after events that the original wrote after the backup.
      for (let number = 0; number < 12; number += 1) {
        const text = `After the backup: ${number}`;
        const made = await original.post('/v1/posts', { platform: 'bluesky', text, scheduledAt: at(DAY) });
        expect(made.status).toBe(201);
      }
      const { body: ahead } = await original.get<{ position: string }>('/v1/events?start=now');
      const eventsAfter = async (cursor: string): Promise<readonly string[]> => {
        const { body } = await backend.get<{ data: PostriderEvent[] }>(`/v1/events?cursor=${cursor}`);
        return body.data.map(({ id, type }) => `${type} ${id}`);
      };
      expect((await eventsAfter(ahead.position)).map((text) => text.split(' ')[0])).toContain('post.unknown');
      expect(await eventsAfter(ahead.position)).toEqual(await eventsAfter(lastCursor));
    } finally {
      await backend.close();
    }
  });
});
