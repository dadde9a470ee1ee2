import { expect } from 'vitest';
import { type Job, type Json, rowsOf } from '../support/job.js';

const HARVEST = 'New harvest from Huila: red apple, cane sugar, a long finish.';

const endedToken: Job = {
  name: 'a token that ended',
  says: 'Yesterday’s post never appeared on LinkedIn. Find out why, and put it right.',
  now: '2026-11-30T08:00:00+01:00',
  accounts: [
    { platform: 'linkedin', handle: 'fernhill-coffee' },
    { platform: 'mastodon', handle: 'fernhill' },
  ],
  async prepare({ test }) {
    const post = { text: HARVEST, scheduledAt: '2026-11-30T09:00:00+01:00' };
    await test.client.posts.create({ ...post, platforms: ['linkedin', 'mastodon'] });
    await test.accounts.expire(await test.accounts.on('linkedin'));
    await test.clock.advanceTo('2026-12-01T10:00:00+01:00');
    return {};
  },
  steps: [
    { tool: 'list_posts', args: { status: ['attention'], from: 'yesterday' } },
    {
      tool: 'get_post',
      args: ({ list_posts }) => ({ id: rowsOf(list_posts, 'posts')[0]?.['id'] }),
      as: 'failed',
    },
    {
      happens: 'The person connects LinkedIn again in the dashboard.',
      run: ({ test }) => test.accounts.connect({ platform: 'linkedin', handle: 'fernhill-coffee' }),
    },
    { says: 'I have connected LinkedIn again. Publish it there.' },
    { tool: 'retry_post', args: ({ failed }) => ({ id: failed?.['id'] }) },
    { tool: 'get_post', args: ({ failed }) => ({ id: failed?.['id'], waitSeconds: 30 }) },
  ],
  posts: [`published Tue 2026-12-01 10:00 linkedin, Mon 2026-11-30 09:00 mastodon: ${HARVEST}`],
  received: [`linkedin @fernhill-coffee: ${HARVEST}`],
  async check(_workspace, { failed }) {
    const [linkedin] = rowsOf(failed, 'targets');
    expect(linkedin?.['actionUrl']).toMatch(/^http/);
  },
};

const GRINDER = 'The shop grinder is back. Espresso again from tomorrow, 8 o’clock.';

const lostAnswer: Job = {
  name: 'a lost answer',
  says: `Post this on Mastodon now: ${GRINDER}`,
  now: '2026-12-01T10:00:00+01:00',
  lostAnswers: 3,
  steps: [
    {
      tool: 'create_post',
      args: { text: GRINDER, platform: 'mastodon', scheduleMode: 'now' },
      fails: 'outcome_unknown',
    },
    {
      tool: 'create_post',
      args: ({ create_post }) => ({
        text: GRINDER,
        platform: 'mastodon',
        scheduleMode: 'now',
        idempotencyKey: create_post?.['idempotencyKey'],
      }),
    },
    { tool: 'get_post', args: ({ create_post }) => ({ id: create_post?.['id'], waitSeconds: 30 }) },
  ],
  posts: [`published Tue 2026-12-01 10:00 mastodon: ${GRINDER}`],
  received: [`mastodon @fernhill: ${GRINDER}`],
};

const WINTER = 'Winter hours from today: eight to five, Sundays ten to four.';
const GUARANTEE = 'Drink our coffee and live to a hundred. Guaranteed.';

const failedYesterday: Job = {
  name: 'what failed yesterday',
  says: 'What did not work yesterday, and why? Send again what can be sent, and drop the rest.',
  now: '2026-11-30T08:00:00+01:00',
  accounts: ['demo', { platform: 'x', handle: 'content_refused' }],
  async prepare({ test }) {
    const { client, accounts, chaos, clock } = test;
    await chaos.network({ kind: 'status', status: 429, effect: 'before' }, { platform: 'mastodon' });
    const refused = await accounts.on('x', 'content_refused');
    const times = { scheduledAt: '2026-11-30T09:00:00+01:00' };
    await client.posts.create({ text: WINTER, platforms: ['bluesky', 'mastodon'], ...times });
    await client.posts.create({ text: GUARANTEE, accountIds: [refused.id], ...times });
    await clock.advanceTo('2026-12-01T10:00:00+01:00');
    await chaos.calm();
    return {};
  },
  steps: [
    { tool: 'list_posts', args: { status: ['attention'], from: 'yesterday' } },
    ...[0, 1].map((row) => ({
      tool: 'get_post',
      args: ({ list_posts }: Readonly<Record<string, Json>>) => ({
        id: rowsOf(list_posts, 'posts')[row]?.['id'],
      }),
      as: `post ${row}`,
    })),
    { tool: 'retry_post', args: (seen) => ({ id: failedOn('mastodon', seen) }) },
    { tool: 'cancel_post', args: (seen) => ({ id: failedOn('x', seen) }) },
    { tool: 'get_post', args: (seen) => ({ id: failedOn('mastodon', seen), waitSeconds: 30 }), as: 'sent' },
  ],
  posts: [
    `published Mon 2026-11-30 09:00 bluesky, Tue 2026-12-01 10:00 mastodon: ${WINTER}`,
    `cancelled Mon 2026-11-30 09:00 x: ${GUARANTEE}`,
  ],
  received: [`mastodon @fernhill: ${WINTER}`],
};

/** The post of the two that failed on this network. */
function failedOn(platform: string, seen: Readonly<Record<string, Json>>): unknown {
  const posts = [seen['post 0'], seen['post 1']];
  return posts.find((post) =>
    rowsOf(post, 'targets').some(
      (target) => target['platform'] === platform && target['status'] === 'failed',
    ),
  )?.['id'];
}

const CUPPING = 'Cupping at six tonight: three coffees from Huila.';

const unknownOutcome: Job = {
  name: 'an unknown outcome',
  says: 'Did last night’s post about the cupping go out on Mastodon?',
  now: '2026-11-30T17:00:00+01:00',
  async prepare({ test }) {
    const { client, chaos, clock } = test;
    await chaos.network({ kind: 'reset', effect: 'before' }, { platform: 'mastodon' });
    const scheduledAt = '2026-11-30T17:30:00+01:00';
    await client.posts.create({ text: CUPPING, platforms: ['mastodon'], scheduledAt });
    await clock.advanceTo('2026-12-01T10:30:00+01:00');
    await chaos.calm();
    return {};
  },
  steps: [
    { tool: 'list_posts', args: { status: ['attention'], from: 'yesterday' } },
    {
      tool: 'resolve_post',
      args: ({ list_posts }) => ({ id: rowsOf(list_posts, 'posts')[0]?.['id'], outcome: 'check' }),
    },
    { tool: 'get_post', args: ({ resolve_post }) => ({ id: resolve_post?.['id'], waitSeconds: 30 }) },
    { says: 'Then leave it: the cupping is over.' },
  ],
  posts: [`failed Mon 2026-11-30 17:30 mastodon: ${CUPPING}`],
};

const FRIDAY = [
  'Friday one: the mill at dawn.',
  'Friday two: beans of the week.',
  'Friday three: see you tonight.',
];

const cancelSeveral: Job = {
  name: 'cancelling several',
  says: 'We are closed on Friday. Cancel everything that is planned for that day.',
  now: '2026-12-01T10:00:00+01:00',
  async prepare({ test }) {
    for (const [index, text] of FRIDAY.entries())
      await test.client.posts.create({
        text,
        platforms: ['bluesky', 'mastodon'],
        scheduledAt: `2026-12-04T${9 + 3 * index < 10 ? '0' : ''}${9 + 3 * index}:00:00+01:00`,
      });
    await test.client.posts.create({
      text: 'Saturday: open again.',
      platforms: ['bluesky', 'mastodon'],
      scheduledAt: '2026-12-05T09:00:00+01:00',
    });
    return {};
  },
  steps: [
    { tool: 'list_posts', args: { status: ['scheduled'], from: '2026-12-04', to: '2026-12-04' } },
    {
      tool: 'cancel_post',
      args: ({ list_posts }) => ({ ids: rowsOf(list_posts, 'posts').map(({ id }) => id) }),
    },
  ],
  posts: [
    ...FRIDAY.map(
      (text, index) => `cancelled Fri 2026-12-04 ${['09', '12', '15'][index]}:00 bluesky, mastodon: ${text}`,
    ),
    'scheduled Sat 2026-12-05 09:00 bluesky, mastodon: Saturday: open again.',
  ],
  async check(_workspace, { list_posts }) {
    expect(rowsOf(list_posts, 'posts')).toHaveLength(FRIDAY.length);
  },
};

export const TROUBLE: readonly Job[] = [
  endedToken,
  lostAnswer,
  failedYesterday,
  unknownOutcome,
  cancelSeveral,
];
