import { NOTICES } from '../../../src/backend/domain/inbox/intake/notice-table.js';
import { claimNotices } from '../../../src/backend/domain/inbox/intake/notices.js';
import { claimSends } from '../../../src/backend/domain/inbox/sending/send-records.js';
import { SENDS } from '../../../src/backend/domain/inbox/sending/send-table.js';
import { claimTargets } from '../../../src/backend/domain/publishing/claim.js';
import { TARGETS } from '../../../src/backend/domain/publishing/target-table.js';
import { countDue } from '../../../src/backend/work/due-table.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { InboxScene } from '../../support/inbox-scene.js';
import type { ManualClock } from '../../support/manual-clock.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

const HOUR_MS = 60 * 60 * 1000;

/** Runs every operation that writes, and the background work that follows. */
export async function doEverything(test: BackendUnderTest<ManualClock>): Promise<void> {
  const scene = await InboxScene.of(test);
  const sandbox = { key: scene.sandboxKey };
  const must = async (wanted: number, answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await answer;
    if (status !== wanted) throw new Error(JSON.stringify(body));
    return body;
  };
  const create = (body: object) => must(201, test.post('/v1/posts', { platform: 'bluesky', ...body }));
  const text = (number: number) => `An act, number ${number}`;
  const later = new Date(test.clock.now() + HOUR_MS).toISOString();

  await must(
    200,
    test.post('/v1/posts/validate', { platform: 'bluesky', text: text(0), scheduleMode: 'now' }),
  );
  const now = await create({ text: text(1), scheduleMode: 'now' });
  await until(async () => (await test.get(`/v1/posts/${now['id']}?wait=5`)).body['status'] === 'published');
  const planned = await create({ text: text(2), scheduleMode: 'schedule', scheduledAt: later });
  await must(
    200,
    test.request('PATCH', `/v1/posts/${planned['id']}`, {
      body: { text: text(3), version: planned['version'] },
    }),
  );
  const schedule = {
    label: 'Mornings',
    timezone: 'UTC',
    days: ['mon', 'thu'],
    startTime: '09:00',
    postsPerWindow: 1,
  };
  const { accountId } = (planned['targets'] as { accountId: string }[])[0] ?? { accountId: '' };
  const made = await must(201, test.post('/v1/schedules', { ...schedule, accountIds: [accountId] }));
  await create({ text: text(4), scheduleMode: 'queue' });
  await must(
    200,
    test.request('PATCH', `/v1/schedules/${made['id']}`, { body: { startTime: '10:00', existing: 'move' } }),
  );
  const draft = await create({ text: text(5), scheduleMode: 'draft' });
  await must(200, test.post(`/v1/posts/${draft['id']}/publish`, { scheduleMode: 'now' }));
  const other = await create({ text: text(6), scheduleMode: 'draft' });
  await must(200, test.request('DELETE', `/v1/posts/${other['id']}`));
  await create({
    text: text(7),
    scheduleMode: 'now',
    overrides: [{ target: 'bluesky', thread: ['And more'] }],
  });

  await must(200, test.post('/v1/test/clock', { action: 'freeze' }, sandbox));
  await must(200, test.post('/v1/test/clock', { action: 'advance', seconds: 7_200 }, sandbox));
  await must(200, test.post('/v1/test/clock', { action: 'resume' }, sandbox));

  await claimBesides(test, 'x');
  const instagram = await scene.account('instagram');
  const out = await scene.published(instagram);
  await scene.inbound({ type: 'comment', postId: out, text: 'Lovely' });
  await scene.inbound({ type: 'message', accountId: instagram.id, text: 'Are you open?' });
  const comments = await test.get<{ data: { id: string }[] }>(`/v1/comments?postId=${out}`);
  const comment = comments.body.data[0]?.id;
  await must(201, test.post('/v1/comments', { postId: out, parentCommentId: comment, text: 'Thank you' }));
  const threads = await test.get<{ data: { id: string }[] }>(
    '/v1/conversations?unanswered=true&order=soonest_closing',
  );
  const conversationId = threads.body.data[0]?.id;
  await must(201, test.post('/v1/messages', { conversationId, text: 'Until six.' }));
  await must(200, test.post(`/v1/comments/${comment}/hide`, {}));
}

/** Makes the workers query while all slots of a network are in use. */
async function claimBesides(
  { backend, clock }: BackendUnderTest<ManualClock>,
  network: Platform,
): Promise<void> {
  const { store, ids } = backend.services;
  const due = { now: clock.now(), rescue: true, except: [], open: [], closed: [network] };
  const claim = { ...due, lease: 1, limit: 1 };
  await countDue(store, TARGETS, due, 1);
  await claimTargets(store, ids, claim);
  await countDue(store, SENDS, due, 1);
  await claimSends(store, ids, claim);
  await countDue(store, NOTICES, due, 1);
  await claimNotices(store, claim);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 100; look += 1) if (await isSo()) return;
  throw new Error('The condition was not reached in time.');
}
