import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { InboxScene } from '../support/inbox-scene.js';
import type { ToolAnswer } from '../support/mcp-session.js';
import { ToolHarness } from '../support/tool-harness.js';
import { type Things, WRONG_CALLS } from './wrong-calls.js';

/** The maximum length of a readable answer, in characters. */
const MAX_LENGTH = 1_500;

/** When the reply window of the closed conversation ended. */
const CLOSED = Date.parse('2026-12-01T07:00:00Z');

let harness: ToolHarness;
let things: Things;

beforeAll(async () => {
  harness = await ToolHarness.open();
  const failed = await harness.failedPost();
  const unknown = await harness.unknownPost();
  const accounts = await harness.service.get<{ data: { id: string; platform: string }[] }>('/v1/accounts');
  const accountOn = (platform: string): string =>
    accounts.body.data.find((one) => one.platform === platform)?.id ?? '';
  const bluesky = accountOn('bluesky');
  const schedule = await harness.act('create_schedule', {
    label: 'Evenings',
    accountIds: [bluesky],
    days: ['fri'],
    startTime: '18:00',
  });
  const published = await harness.create({ platform: 'mastodon', scheduledAt: 'in 1 minute' });
  await harness.pass(120);
  const scene = await InboxScene.of(harness.service);
  const [instagram, facebook] = [await scene.account('instagram'), await scene.account('facebook')];
  const commented = await scene.published(instagram);
  const silent = await scene.writeTo(facebook, { author: '@once.asked' });
  await scene.store.write((trx) =>
    trx.updateTable('conversations').set({ closes_at: CLOSED }).where('id', '=', silent).execute(),
  );
  things = {
    silent,
    conversation: await scene.writeTo(facebook),
    comment: await scene.commentOn(commented),
    hidden: await scene.commentOn(commented, { author: '@somebody', hidden: true }),
    draft: await harness.create({ platform: 'mastodon', text: 'A draft' }),
    scheduled: await harness.create({ platform: 'mastodon', scheduledAt: 'in 20 days' }),
    published,
    failed: failed.id,
    unknown: unknown.id,
    schedule: String(schedule.structured['id']),
    bluesky,
    youtube: accountOn('youtube'),
  };
}, 60_000);
afterAll(() => harness.close());

/** The answer without the parts that differ from run to run. */
function steady({ text }: ToolAnswer): string {
  const names = new Map(Object.entries(things).map(([name, id]) => [id, name]));
  return (
    text
      .replaceAll(/\b[a-z]+_01[0-9a-z]{24}\b/g, (id) => names.get(id) ?? `${id.split('_')[0]}_…`)
      // Accounts created in the same instant are in the order of their random ids.
      .replaceAll(
        /allowed: \[([^\]]*)\]/g,
        (_, all: string) => `allowed: [${all.split(', ').sort().join(', ')}]`,
      )
      .replaceAll(
        /: (@\S+ \([^)]*\)), (@\S+ \([^)]*\))\. Name/g,
        (_, ...two: string[]) => `: ${two.slice(0, 2).sort().join(', ')}. Name`,
      )
      .replaceAll(/(confirmToken: |idempotencyKey: auto-)\S+/g, '$1…')
      .replaceAll(/("confirmToken": ")\w+/g, '$1…')
      .replaceAll(harness.service.backend.url, 'http://127.0.0.1:4747')
      .replaceAll(/untrusted [0-9a-f]{8}|end [0-9a-f]{8}/g, (words) => `${words.split(' ')[0]} …`)
  );
}

describe('an invalid call', () => {
  it.each(WRONG_CALLS.map((call) => [call.what, call] as const))(
    'with %s says what to do',
    async (_what, call) => {
      const how = call.key === undefined ? {} : await harness.as(call.key);
      const answer = await harness.call(call.tool.replace('postrider_', ''), call.args(things) as never, how);
      expect(answer.text.length).toBeLessThanOrEqual(MAX_LENGTH);
      expect(JSON.stringify(answer.structured).length).toBeLessThanOrEqual(MAX_LENGTH * 2);
      expect(answer.text).not.toMatch(/undefined|\[object|\/v1\/|Invalid input|expected .* received/);
      expect(steady(answer)).toMatchSnapshot();
    },
  );

  it('exists for every tool, and there are many', () => {
    expect(WRONG_CALLS.length).toBeGreaterThanOrEqual(60);
    const tried = new Set(WRONG_CALLS.map(({ tool }) => tool));
    expect(TOOLS.filter(({ name }) => !tried.has(name))).toEqual([]);
  });
});
