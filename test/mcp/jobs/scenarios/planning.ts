import { expect } from 'vitest';
import { type Job, rowsOf } from '../support/job.js';

const KETTLE_WEEK = [
  ['2026-11-30', 'Mon', 'Our first kettle arrives on Friday. This week we show how it came to be.'],
  [
    '2026-12-01',
    'Tue',
    'Eleven spouts, and one that pours as slowly as you want. A kettle from Fernhill, day two.',
  ],
  ['2026-12-02', 'Wed', 'Why the handle is walnut: it stays cool for nine minutes. Day three.'],
  ['2026-12-03', 'Thu', 'Tomorrow at nine the shop opens for the first 200 kettles.'],
  ['2026-12-04', 'Fri', 'The Fernhill kettle is here: https://fernhill.example/kettle'],
] as const;

const launchWeek: Job = {
  name: 'a launch week',
  says: 'Next week we launch the kettle. Put these five texts on Bluesky and LinkedIn, Monday to Friday at 9 in the morning, in this order.',
  gives: KETTLE_WEEK.map(([date]) => ({ at: `${date}T09:00+01:00`, on: ['bluesky', 'linkedin'] })),
  now: '2026-11-27T15:00:00+01:00',
  steps: [
    { tool: 'list_accounts' },
    {
      tool: 'plan_posts',
      args: {
        platforms: ['bluesky', 'linkedin'],
        posts: KETTLE_WEEK.map(([date, , text]) => ({ text, scheduledAt: `${date}T09:00` })),
      },
    },
  ],
  posts: KETTLE_WEEK.map(([date, day, text]) => {
    const start = text.length > 40 ? `${text}` : text;
    return `scheduled ${day} ${date} 09:00 bluesky, linkedin: ${start}`;
  }),
};

const ROAST =
  'The winter roast is out: dark chocolate, dried fig, a little smoke. 250 g, roasted this morning, in the shop from noon.';
const ROAST_ON_X = 'The winter roast is out. In the shop from noon.';

const crossPosting: Job = {
  name: 'cross-posting',
  says: 'Publish this on X, LinkedIn and Mastodon now, shorter on X, and give me the links.',
  now: '2026-12-01T10:00:00+01:00',
  steps: [
    {
      tool: 'create_post',
      args: {
        text: ROAST,
        platforms: ['x', 'linkedin', 'mastodon'],
        overrides: [{ target: 'x', text: ROAST_ON_X }],
        scheduleMode: 'now',
      },
    },
    { tool: 'get_post', args: ({ create_post }) => ({ id: create_post?.['id'], waitSeconds: 30 }) },
  ],
  posts: [`published Tue 2026-12-01 10:00 x, linkedin, mastodon: ${ROAST}`],
  received: [
    `x @fernhillcoffee: ${ROAST_ON_X}`,
    `linkedin @fernhill-coffee: ${ROAST}`,
    `mastodon @fernhill: ${ROAST}`,
  ],
  async check(_workspace, { get_post }) {
    const urls = rowsOf(get_post, 'targets').map(({ url }) => url);
    expect(urls).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  },
};

const CUPPING = 'Cupping at six tonight: three coffees from Huila. Come as you are.';

const everywhereTonight: Job = {
  name: 'everywhere tonight',
  says: `Post this everywhere tonight: ${CUPPING}`,
  now: '2026-12-01T17:44:00+01:00',
  accounts: [
    { platform: 'bluesky', handle: 'fernhill.example' },
    { platform: 'mastodon', handle: 'fernhill' },
    { platform: 'threads', handle: 'fernhill.coffee' },
    { platform: 'linkedin', handle: 'fernhill-coffee' },
  ],
  steps: [
    { tool: 'list_accounts' },
    {
      tool: 'create_post',
      args: {
        text: CUPPING,
        platforms: ['bluesky', 'mastodon', 'threads', 'linkedin'],
        scheduledAt: 'today 18:00',
      },
    },
  ],
  posts: [`scheduled Tue 2026-12-01 18:00 bluesky, mastodon, threads, linkedin: ${CUPPING}`],
};

const THREAD = [
  'How a kettle is made, in four pictures and no secrets.',
  'First the spout. We bent eleven of them before one poured a thread of water and not a rope.',
  'Then the handle: walnut, because it is still cool when the water boils.',
  'And the lid, which took longest, because a lid that whistles is easy and one that does not is hard.',
] as const;

const thread: Job = {
  name: 'a thread',
  says: 'Publish these four as a thread on Mastodon and Bluesky, now.',
  now: '2026-12-01T10:00:00+01:00',
  steps: [
    {
      tool: 'create_post',
      args: {
        text: THREAD[0],
        platforms: ['mastodon', 'bluesky'],
        overrides: ['mastodon', 'bluesky'].map((target) => ({ target, thread: THREAD.slice(1) })),
        scheduleMode: 'now',
      },
    },
    { tool: 'get_post', args: ({ create_post }) => ({ id: create_post?.['id'], waitSeconds: 30 }) },
  ],
  posts: [`published Tue 2026-12-01 10:00 mastodon, bluesky: ${THREAD[0]}`],
  received: [
    ...THREAD.map((text) => `mastodon @fernhill: ${text}`),
    ...THREAD.map((text) => `bluesky @fernhill.example: ${text}`),
  ],
};

const OPENING = 'We are open this Sunday, ten to four.';
const OPENING_ON_X = 'Open this Sunday, 10 to 4.';
const OPENING_ON_LINKEDIN =
  'We are open this Sunday, ten to four. Ada roasts in front of you, and the first cup is on us.';

const oneNetwork: Job = {
  name: 'an override for one network',
  says: `Make the text of tomorrow’s post longer on LinkedIn: ${OPENING_ON_LINKEDIN}`,
  gives: [{ at: '2026-12-02T09:00+01:00', on: ['linkedin'] }],
  now: '2026-12-01T10:00:00+01:00',
  async prepare({ test }) {
    const { id } = await test.client.posts.create({
      text: OPENING,
      platforms: ['x', 'linkedin', 'mastodon'],
      overrides: [{ target: 'x', text: OPENING_ON_X }],
      scheduledAt: '2026-12-02T09:00:00+01:00',
    });
    return { id };
  },
  steps: [
    { tool: 'list_posts', args: { status: ['scheduled'], from: 'tomorrow' } },
    {
      tool: 'update_post',
      args: ({ list_posts }) => ({
        id: rowsOf(list_posts, 'posts')[0]?.['id'],
        overrides: [{ target: 'linkedin', text: OPENING_ON_LINKEDIN }],
      }),
    },
  ],
  posts: [`scheduled Wed 2026-12-02 09:00 x, linkedin, mastodon: ${OPENING}`],
  async check(workspace) {
    const [post] = await workspace.posts();
    expect(post?.targets.map(({ platform, text }) => [platform, text])).toEqual([
      ['x', OPENING_ON_X],
      ['linkedin', OPENING_ON_LINKEDIN],
      ['mastodon', OPENING],
    ]);
  },
};

const ARTICLE_TEXT =
  'Cold burrs cut coarser: why our espresso tastes sour in winter, and what we do about it.';

const article: Job = {
  name: 'an article',
  says: 'Write a short post about our article on sour espresso (the link is on the page I sent you), with the link, on Bluesky and LinkedIn, now.',
  now: '2026-12-01T10:00:00+01:00',
  prepare: ({ site }) => Promise.resolve({ url: `${site}/blog` }),
  steps: [
    { tool: 'ingest_source', args: ({ before }) => ({ url: before?.['url'] }) },
    {
      tool: 'create_post',
      args: ({ ingest_source }) => ({
        text: ARTICLE_TEXT,
        sourceId: ingest_source?.['sourceId'],
        platforms: ['bluesky', 'linkedin'],
        scheduleMode: 'now',
      }),
    },
    { tool: 'get_post', args: ({ create_post }) => ({ id: create_post?.['id'], waitSeconds: 30 }) },
  ],
  posts: [`published Tue 2026-12-01 10:00 bluesky, linkedin: ${ARTICLE_TEXT}`],
  received: [`bluesky @fernhill.example: ${ARTICLE_TEXT}`, `linkedin @fernhill-coffee: ${ARTICLE_TEXT}`],
  async check(workspace) {
    const posts = await workspace.test.posts.search();
    for (const { link, text } of posts) expect(link ?? text).toContain('/blog/sour-espresso');
  },
};

export const PLANNING: readonly Job[] = [
  launchWeek,
  crossPosting,
  everywhereTonight,
  thread,
  article,
  oneNetwork,
];
