import { parse } from 'csv-parse/sync';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { InsightGroup, Insights } from '../../src/contract/insights/insights.js';
import type { PostMetrics } from '../../src/contract/insights/metrics.js';
import { countWords } from '../../src/contract/insights/sentences.js';
import { METRICS, type Metric, MISSING_REASON_NAMES } from '../../src/contract/insights/values.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import type { CreatedPost, Post } from '../../src/contract/posts/posts.js';
import { metricsOf } from '../../src/networks/metric-rules.js';
import { RULES } from '../../src/networks/rules.js';
import { CliHarness } from '../cli/support/cli-harness.js';
import { sampleBytes } from '../support/media/sample-bytes.js';
import { storeMedia } from '../support/media/stored-media.js';
import { Visitor } from '../support/visitor.js';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const DAYS = 30;
const POSTS = DAYS * PLATFORMS.length;

const PICTURE = 'image/jpeg';
const FILM = 'video/mp4';

/** What networks require beyond a text. */
const NEEDS: Readonly<Partial<Record<Platform, { readonly media: string; readonly fields?: object }>>> = {
  instagram: { media: PICTURE },
  pinterest: { media: PICTURE, fields: { boardId: '549755885175' } },
  tiktok: { media: FILM, fields: { privacy: 'public' } },
  youtube: { media: FILM, fields: { title: 'A roast', privacy: 'public', madeForKids: false } },
};

type Row = Readonly<Record<string, string>>;

let harness: CliHarness;
let person: Visitor;
const postIds: string[] = [];

beforeAll(async () => {
  harness = await CliHarness.open();
  const { service } = harness.tools;
  person = await Visitor.signedIn(service);
  const { body } = await service.get<{ data: Account[] }>('/v1/accounts?platform=x');
  await service.request('PATCH', `/v1/accounts/${body.data[0]?.id}`, { body: { metrics: { read: true } } });
  await schedulePosts();
  await harness.tools.pass(10 * DAY);
  // A network that does not answer for two days.
  const fault = {
    ...{ on: 'network', platform: 'bluesky', path: '/xrpc/app.bsky.feed.getPosts' },
    does: { kind: 'status', status: 503, effect: 'before' },
  };
  expect((await service.post('/v1/test/faults', fault)).status).toBe(201);
  await harness.tools.pass(2 * DAY);
  expect((await service.request('DELETE', '/v1/test/faults')).status).toBe(200);
  await harness.tools.pass((DAYS - 12) * DAY + HOUR);
});
afterAll(() => harness.close());

/** A post a day on each network, at another hour each day. */
async function schedulePosts(): Promise<void> {
  const { service } = harness.tools;
  const { services, media } = service.backend;
  const now = service.clock.now();
  const place = { store: services.store, media: media.storage, workspaceId: service.workspace.id, now };
  const files = new Map([
    [PICTURE, await storeMedia(place, sampleBytes(PICTURE, 2000), { contentType: PICTURE })],
    [FILM, await storeMedia(place, sampleBytes(FILM, 2000), { contentType: FILM, duration_seconds: 20 })],
  ]);
  for (let day = 0; day < DAYS; day += 1) {
    const at = now + (day * DAY + ((day * 5) % 24) * HOUR + HOUR / 2) * 1000;
    for (const platform of PLATFORMS) {
      const { media: kind, fields } = NEEDS[platform] ?? {};
      const { status, body } = await service.post<CreatedPost>('/v1/posts', {
        platform,
        text: `Day ${day} of the roastery on ${PLATFORM_NAMES[platform]}`,
        ...(kind && { mediaUrls: [files.get(kind)] }),
        ...(fields && { overrides: [{ target: platform, ...fields }] }),
        ...{ scheduleMode: 'schedule', scheduledAt: new Date(at).toISOString() },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      postIds.push(body.id);
    }
  }
}

async function fromRest(query: Readonly<Record<string, string>>): Promise<Insights> {
  const { status, body } = await harness.tools.service.get<Insights>(
    `/v1/insights?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return body;
}

/** The instant so many days ago by the workspace's clock. */
async function daysAgo(days: number): Promise<string> {
  const { body } = await harness.tools.service.get<{ time: { utc: string } }>('/v1/me');
  return new Date(Date.parse(body.time.utc) - days * DAY * 1000).toISOString();
}

const text = (element: { textContent: string | null } | null): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The cards of the page's accounts, and its notes. */
async function fromPage(query: Readonly<Record<string, string>>) {
  const { status, html } = await person.open(`/insights?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  const { document } = parseHTML(html);
  const cards = [...document.querySelectorAll('section.card.insight[aria-labelledby^="insight-acc_"]')];
  return {
    notes: [...document.querySelectorAll('.insight-notes li')].map(text),
    cards: cards.map((card) => ({
      key: card.getAttribute('aria-labelledby')?.replace('insight-', ''),
      sentence: text(card.querySelector('p')),
      table: Object.fromEntries(
        [...card.querySelectorAll('details:last-of-type tbody tr')].map((row) => [
          text(row.querySelector('th')),
          [...row.querySelectorAll('td')].map(text),
        ]),
      ),
    })),
  };
}

const words = (metric: Insights['metric'], count: number | null): string =>
  count === null ? 'too few posts' : countWords(metric, count);

const RANGES = [
  { days: 7, window: null, metric: null },
  { days: 28, window: '24h', metric: null },
  { days: 28, window: '7d', metric: 'likes' },
  { days: 90, window: '24h', metric: 'views' },
] as const;

it('publishes every post, and reads numbers of each', async () => {
  const { service } = harness.tools;
  expect(postIds).toHaveLength(POSTS);
  const statuses = await Promise.all(
    postIds.map(async (id) => (await service.get<Post>(`/v1/posts/${id}`)).body.status),
  );
  expect(new Set(statuses)).toEqual(new Set(['published']));
  const { groups } = await fromRest({ from: await daysAgo(DAYS + 1), groupBy: 'platform', window: '24h' });
  expect(groups.map(({ platform, posts }) => [platform, posts])).toEqual(
    PLATFORMS.map((platform) => [platform, DAYS]),
  );
});

describe.each(RANGES)('the last $days days at $window by $metric', ({ days, window, metric }) => {
  const chosen = { ...(window && { window }), ...(metric && { metric }) };
  const flags = Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]);

  it.each(['account', 'platform'] as const)(
    'are the same by %s in the API, a tool and the command line',
    async (groupBy) => {
      const from = await daysAgo(days);
      const rest = await fromRest({ from, groupBy, ...chosen });
      expect(rest.groups.map(({ platform }) => platform)).toEqual([...PLATFORMS]);

      const tool = await harness.tools.call('get_insights', {
        ...{ from, groupBy, ...chosen },
        response_format: 'detailed',
      });
      const told = tool.structured as {
        readonly groups: readonly { readonly platform: string; readonly says: string }[];
        readonly notes: readonly string[];
      };
      expect(told.groups).toMatchObject(
        rest.groups.map(({ platform, sentence, posts, measured, q1, q3 }) => ({
          ...{ platform, says: sentence, posts, measured },
          ...(q1 !== null && { quartiles: [q1, q3] }),
        })),
      );
      expect(told.notes).toEqual(rest.notes.map((note) => note.text));

      const args = ['insights', '--last', `${days}d`, '--by', groupBy, ...flags];
      expect(await harness.json(...args)).toEqual(rest);
      const { stdout } = await harness.run(...args);
      const lines = stdout.split('\n');
      for (const group of rest.groups) {
        const isSentence = (line: string) =>
          line.startsWith(PLATFORM_NAMES[group.platform]) && line.endsWith(`: ${group.sentence}`);
        expect(lines.filter(isSentence), group.sentence).toHaveLength(1);
        expect(
          lines.filter((line) => isRowOf(line, group)),
          stdout,
        ).toHaveLength(1);
      }
      for (const note of rest.notes) expect(lines).toContain(note.text);
    },
  );

  it('are the same in the dashboard', async () => {
    const rest = await fromRest({ from: await daysAgo(days), groupBy: 'account', ...chosen });
    const page = await fromPage({ days: String(days), ...chosen });
    expect(page.notes).toEqual(rest.notes.map((note) => note.text));
    expect(page.cards.map(({ key, sentence }) => [key, sentence])).toEqual(
      rest.groups.map(({ key, sentence }) => [key, sentence]),
    );
    const measured = rest.groups.filter((group) => group.measured > 0);
    expect(measured.length).toBeGreaterThan(0);
    for (const { key, median, q1, q3, before } of measured) {
      const card = page.cards.find((one) => one.key === key);
      expect(card?.table).toMatchObject({
        'A quarter at or below': [words(rest.metric, q1), ''],
        'Half at or below': [words(rest.metric, median), words(rest.metric, before.median)],
        'Three quarters at or below': [words(rest.metric, q3), ''],
      });
    }
  });
});

/** Whether a line of the command line's table has the network and the medians of a group. */
function isRowOf(line: string, { platform, median, before }: InsightGroup): boolean {
  const cells = line.trim().split(/ {2,}/);
  const shown = (count: number | null) => (count === null ? '-' : String(count));
  return (
    cells[0] === PLATFORM_NAMES[platform] &&
    cells.at(-3) === shown(median) &&
    cells.at(-1) === shown(before.median)
  );
}

describe('a number that is not known', () => {
  const columnOf = (metric: Metric) => (metric === 'watchMs' ? 'watch_ms' : metric);

  async function csvRows(): Promise<readonly Row[]> {
    const { service } = harness.tools;
    const from = await daysAgo(DAYS + 1);
    const response = await fetch(`${service.backend.url}/v1/insights?from=${from}`, {
      headers: { authorization: `Bearer ${service.key}`, accept: 'text/csv' },
    });
    const csv = await response.text();
    const { stdout } = await harness.run('insights', '--last', `${DAYS + 1}d`, '--csv');
    expect(stdout).toBe(csv);
    return parse(csv, { columns: true });
  }

  it('has a reason in the API, and the same number or none in the CSV', async () => {
    const { service } = harness.tools;
    const rows = new Map((await csvRows()).map((row) => [`${row['target_id']}/${row['window']}`, row]));
    const reasons = new Set<string>();
    let readings = 0;
    for (const id of postIds) {
      const { body } = await service.get<PostMetrics>(`/v1/posts/${id}/metrics`);
      for (const { targetId, platform, windows, definitions } of body.targets) {
        for (const [window, reading] of Object.entries(windows)) {
          if (reading === undefined) continue;
          readings += 1;
          const row = rows.get(`${targetId}/${window}`);
          const where = `${platform} at ${window}`;
          expect(row?.['read_at'], where).toBe(reading.at ?? '');
          const missing = METRICS.filter(
            (metric) => definitions[metric] && reading.missing[metric] !== undefined,
          );
          const each = missing.map((metric) => `${columnOf(metric)}: ${reading.missing[metric]}`);
          if (reading.at !== null) expect(row?.['reason'], where).toBe(each.join('; '));
          for (const metric of METRICS) {
            const count = reading[metric];
            expect(row?.[columnOf(metric)], `${metric} of ${where}`).toBe(
              count === null ? '' : String(count),
            );
            const reason = reading.missing[metric];
            if (count !== null) {
              expect(reason, `${metric} of ${where}`).toBeUndefined();
              continue;
            }
            expect(MISSING_REASON_NAMES, `${metric} of ${where}`).toContain(reason);
            reasons.add(reason ?? '');
            if (definitions[metric] === undefined) expect(reason).toBe('not_given');
            else if (reading.at === null) expect(reason).toBe(row?.['reason']);
          }
        }
      }
    }
    expect(readings).toBe(rows.size);
    expect([...reasons]).toEqual(expect.arrayContaining(['not_given', 'refused']));
  });

  it('is read at every age of its network that the post has reached', async () => {
    const counts = new Map<string, number>();
    for (const { platform = '', window } of await csvRows()) {
      const name = `${platform}/${window}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const platform of PLATFORMS) {
      const { metrics } = RULES[platform];
      if (metrics === undefined) throw new Error(`${platform} is not read.`);
      for (const window of metricsOf(metrics, { form: 'feed', hasVideo: false }).windows.value) {
        expect(counts.get(`${platform}/${window}`), `${platform} at ${window}`).toBeGreaterThan(0);
      }
    }
  });
});
