import { sql } from 'kysely';
import { NOTICES } from '../../../src/backend/domain/inbox/intake/notice-table.js';
import { claimNotices } from '../../../src/backend/domain/inbox/intake/notices.js';
import { claimSends } from '../../../src/backend/domain/inbox/sending/send-records.js';
import { SENDS } from '../../../src/backend/domain/inbox/sending/send-table.js';
import { claimMetricAccounts } from '../../../src/backend/domain/insights/metric-records.js';
import { METRIC_ACCOUNTS } from '../../../src/backend/domain/insights/metric-table.js';
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

  await labelPosts(test, must);

  await must(200, test.post('/v1/test/clock', { action: 'freeze' }, sandbox));
  await must(200, test.post('/v1/test/clock', { action: 'advance', seconds: 7_200 }, sandbox));
  await must(200, test.post('/v1/test/clock', { action: 'resume' }, sandbox));
  await must(200, test.get(`/v1/posts/${now['id']}/metrics`));
  for (const query of ['', '?platform=bluesky&groupBy=day', `?accountId=${accountId}&window=24h`])
    await must(200, test.get(`/v1/insights${query}`));
  await must(200, test.get(`/v1/accounts/${accountId}/metrics`));
  const { url } = test.backend;
  const headers = { authorization: `Bearer ${test.key}`, accept: 'text/csv' };
  await (await fetch(`${url}/v1/insights?window=1h`, { headers })).text();

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

type Must = (
  wanted: number,
  answer: Promise<{ status: number; body: Record<string, unknown> }>,
) => Promise<Record<string, unknown>>;

/** Labels and saved texts; the lists of a label with few posts, and of one with more than are sorted. */
async function labelPosts(test: BackendUnderTest<ManualClock>, must: Must): Promise<void> {
  const draft = { platform: 'bluesky', text: 'An act with labels', labels: ['Launch', 'Spring'] };
  const { id } = await must(201, test.post('/v1/posts', draft));
  await must(200, test.request('PATCH', `/v1/posts/${id}`, { body: { labels: ['Launch'] } }));
  await readLabelled(test, must);
  const { db } = test.backend.services.store;
  await sql`insert into post_labels (post_id, position, label_id, workspace_id)
    select posts.id, 9, labels.id, labels.workspace_id from labels, posts
    where labels.name = 'Launch' and posts.id <> ${id} limit 1050`.execute(db);
  await readLabelled(test, must);
  const label = await must(201, test.post('/v1/labels', { name: 'Summer' }));
  await must(200, test.request('PATCH', `/v1/labels/${label['id']}`, { body: { name: 'Autumn' } }));
  await must(200, test.request('DELETE', `/v1/labels/${label['id']}`));
  const text = await must(201, test.post('/v1/saved-texts', { name: 'Hashtags', text: '#bakery' }));
  await must(201, test.post('/v1/saved-texts', { name: 'Thanks', kind: 'reply', text: 'Thank you!' }));
  for (const query of ['', '?kind=post', '?kind=reply'])
    await readPages(`/v1/saved-texts${query}`, test, must);
  await must(200, test.request('PATCH', `/v1/saved-texts/${text['id']}`, { body: { text: '#bread' } }));
  await must(200, test.request('DELETE', `/v1/saved-texts/${text['id']}`));
}

async function readLabelled(test: BackendUnderTest<ManualClock>, must: Must): Promise<void> {
  await readPages('/v1/labels', test, must);
  for (const filter of ['', '&status=draft,attention', '&platform=bluesky&order=asc', '&text=act']) {
    await readPages(`/v1/posts?label=launch${filter}`, test, must);
    await must(200, test.get(`/v1/posts/count?label=launch${filter.replace('&order=asc', '')}`));
  }
}

async function readPages(path: string, test: BackendUnderTest<ManualClock>, must: Must): Promise<void> {
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
  const { nextCursor } = await must(200, test.get(limited));
  if (typeof nextCursor === 'string') {
    await must(200, test.get(`${limited}&cursor=${encodeURIComponent(nextCursor)}`));
  }
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
  await countDue(store, METRIC_ACCOUNTS, due, 1);
  await claimMetricAccounts(store, claim);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 100; look += 1) if (await isSo()) return;
  throw new Error('The condition was not reached in time.');
}
