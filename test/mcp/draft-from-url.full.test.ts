import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../src/contract/posts/posts.js';
import { IngestHarness } from '../support/ingest-harness.js';
import { openSession } from '../support/mcp-session.js';

let harness: IngestHarness;

beforeAll(async () => {
  harness = await IngestHarness.open();
  harness.service.key = await harness.service.newKey('sandbox');
});
afterAll(() => harness.close());

/** Sets the workspace's zone, and freezes its clock at an instant. */
async function standAt(zone: string, instant: string): Promise<void> {
  await harness.service.backend.services.store.db.updateTable('workspaces').set({ timezone: zone }).execute();
  await harness.service.post('/v1/test/reset', {});
  const { status, body } = await harness.service.post('/v1/test/clock', { action: 'set', to: instant });
  expect(status, JSON.stringify(body)).toBe(200);
}

interface Case {
  readonly when: string;
  readonly zone: string;
  /** The time of the server's clock, UTC. */
  readonly now: string;
  /** The time zone of the machine that runs the MCP server. */
  readonly machine: string;
  /** The nine o'clock that the person means, UTC. */
  readonly expected: string;
  readonly local: RegExp;
}

const CASES: readonly Case[] = [
  {
    when: 'just before midnight',
    zone: 'Europe/Berlin',
    now: '2026-12-01T22:59:00Z',
    machine: 'America/Los_Angeles',
    expected: '2026-12-02T08:00:00.000Z',
    local: /Wed 2026-12-02 09:00/,
  },
  {
    when: 'just after midnight, while it is still yesterday in UTC and on the machine',
    zone: 'Europe/Berlin',
    now: '2026-12-01T23:01:00Z',
    machine: 'America/Los_Angeles',
    expected: '2026-12-03T08:00:00.000Z',
    local: /Thu 2026-12-03 09:00/,
  },
  {
    when: 'the evening before the clocks go back',
    zone: 'America/New_York',
    now: '2027-11-06T23:00:00Z',
    machine: 'Asia/Tokyo',
    expected: '2027-11-07T14:00:00.000Z',
    local: /Sun 2027-11-07 09:00/,
  },
  {
    when: 'the evening before the clocks go forward',
    zone: 'Europe/Berlin',
    now: '2027-03-27T20:00:00Z',
    machine: 'Pacific/Auckland',
    expected: '2027-03-28T07:00:00.000Z',
    local: /Sun 2027-03-28 09:00/,
  },
  {
    when: 'on the other side of the date line',
    zone: 'Pacific/Auckland',
    now: '2026-12-01T10:30:00Z',
    machine: 'Pacific/Honolulu',
    expected: '2026-12-01T20:00:00.000Z',
    local: /Wed 2026-12-02 09:00/,
  },
  {
    when: 'on New Year’s Eve, half an hour off the full hours',
    zone: 'Asia/Kolkata',
    now: '2026-12-31T18:29:00Z',
    machine: 'UTC',
    expected: '2027-01-01T03:30:00.000Z',
    local: /Fri 2027-01-01 09:00/,
  },
];

describe('“draft a post from this URL and schedule it for tomorrow at nine in the morning”', () => {
  it.each(CASES)('schedules for nine o’clock on the person’s next day: $when', async (one) => {
    await standAt(one.zone, one.now);
    const session = await openSession({
      env: {
        POSTRIDER_API_KEY: harness.service.key,
        POSTRIDER_BASE_URL: harness.service.backend.url,
        TZ: one.machine,
      },
    });
    const read = await session.call('postrider_ingest_source', { url: `${harness.site.origin}/press` });
    expect(read.isError, read.text).toBe(false);
    const { sourceId } = read.structured;
    expect(read.structured['next']).toContain(`postrider_create_post {"sourceId": "${sourceId}"`);

    const made = await session.call('postrider_create_post', {
      sourceId,
      platforms: ['bluesky', 'linkedin'],
      text: `Open on Sundays from December: ${harness.site.origin}/press`,
      scheduledAt: 'tomorrow 9:00',
    });
    expect(made.isError, made.text).toBe(false);
    expect(made.structured).toMatchObject({ status: 'scheduled', when: { utc: one.expected } });
    expect(made.text).toMatch(one.local);

    const { body } = await harness.service.get<Post>(`/v1/posts/${String(made.structured['id'])}`);
    expect(body).toMatchObject({ sourceId, scheduledAt: one.expected, timezone: one.zone });
    expect(body.targets.map(({ scheduledAt }) => scheduledAt)).toEqual([one.expected, one.expected]);
  });

  it('publishes at that time, and not before', async () => {
    await standAt('Europe/Berlin', '2026-12-01T22:59:00Z');
    const session = await openSession({
      env: {
        POSTRIDER_API_KEY: harness.service.key,
        POSTRIDER_BASE_URL: harness.service.backend.url,
        TZ: 'Asia/Tokyo',
      },
    });
    const { structured } = await session.call('postrider_ingest_source', {
      url: `${harness.site.origin}/blog`,
    });
    const made = await session.call('postrider_create_post', {
      sourceId: structured['sourceId'],
      platform: 'bluesky',
      text: `Sour espresso? ${harness.site.origin}/blog`,
      scheduledAt: 'tomorrow 9:00',
    });
    const path = `/v1/posts/${String(made.structured['id'])}`;
    const hours = 9;
    await harness.service.post('/v1/test/clock', { action: 'advance', seconds: hours * 3600 });
    expect((await harness.service.get<Post>(path)).body.status).toBe('scheduled');
    await harness.service.post('/v1/test/clock', { action: 'advance', seconds: 120 });
    expect((await harness.service.get<Post>(path)).body).toMatchObject({
      status: 'published',
      sourceId: structured['sourceId'],
    });
  });
});
