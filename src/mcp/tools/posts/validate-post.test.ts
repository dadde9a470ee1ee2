import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

const check = (args: Record<string, unknown>) => harness.call('validate_post', args);

describe('postrider_validate_post with a postId', () => {
  it('checks a draft as if it were published now, and says how to publish it', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const answer = await check({ postId: id });
    expect(answer).toMatchObject({ isError: false, structured: { ok: true, scheduleMode: 'now' } });
    expect(answer.text).toContain('It would be accepted. Checked the stored post, as if published now.');
    expect(answer.structured['next']).toContain(`postrider_publish_post {"id": "${id}"`);
  });

  it('names the problems of a draft that cannot be published, and they can be fixed by editing', async () => {
    const { structured } = await harness.call('create_post', {
      platform: 'instagram',
      text: harness.newText(),
    });
    const id = structured['id'];
    expect(structured['problems']).toMatchObject([{ code: 'media_required' }]);
    expect(structured['next']).toContain(`postrider_update_post {"id": "${id}"}`);
    const answer = await check({ post: id });
    expect(answer.structured).toMatchObject({ ok: false, problems: [{ code: 'media_required' }] });
    expect(answer.structured['next']).toContain(`postrider_update_post {"id": "${id}"}`);
  });

  it('checks a scheduled post at its own time, and does not report it as a duplicate of itself', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: 'tomorrow 9:00' });
    const answer = await check({ postId: id });
    expect(answer.structured).toMatchObject({
      ok: true,
      scheduleMode: 'schedule',
      when: { relative: expect.stringContaining('in ') },
    });
    expect(answer.structured).not.toHaveProperty('duplicateOf');
  });

  it('checks it at another time, if one is given', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const answer = await check({ postId: id, scheduledAt: 'in 2 hours' });
    expect(answer.structured).toMatchObject({ ok: true, when: { relative: 'in 2 h' } });
    // The next step uses that time too: it must not publish at once.
    const { utc } = answer.structured['when'] as { utc: string };
    const then = `postrider_publish_post {"id": "${id}", "scheduledAt": "${utc}"}`;
    expect(answer.structured['next']).toBe(`If the person wants this: ${then}`);
    const past = await check({ postId: id, scheduledAt: '2020-01-01T09:00' });
    expect(past.structured).toMatchObject({ error: 'time_in_past' });
  });

  it.each([
    [{ scheduleMode: 'now' }, 'publish_post', { scheduleMode: 'now' }],
    [{ scheduleMode: 'queue' }, 'publish_post', { scheduleMode: 'queue' }],
    [{ scheduledAt: '2027-12-01T09:00Z' }, 'update_post', { scheduledAt: '2027-12-01T09:00:00.000Z' }],
  ])('suggests for a scheduled post what was checked: %j', async (asked, tool, args) => {
    const account = await harness.connect(
      'mastodon',
      `checked${Object.values(args).join('').replaceAll(/\W/g, '')}`,
    );
    const slots = { accountIds: [account], days: ['mon'], startTime: '09:00' };
    await harness.confirmed('create_schedule', { label: 'Mondays', ...slots });
    const id = await harness.create({ accountIds: [account], scheduledAt: 'tomorrow 9:00' });
    const { structured } = await check({ postId: id, ...asked });
    const call = JSON.stringify({ id, ...args })
      .replaceAll(/":"/g, '": "')
      .replaceAll('","', '", "');
    expect(structured['next']).toBe(`If the person wants this: postrider_${tool} ${call}`);
  });

  it('suggests no change for a scheduled post that was checked as a draft', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: 'tomorrow 9:00' });
    const { structured } = await check({ postId: id, scheduleMode: 'draft' });
    expect(structured['next']).toContain('Nothing to do until then');
  });

  it('checks a draft at its proposed time', async () => {
    const id = await harness.create({ platform: 'bluesky', proposed: { scheduledAt: 'tomorrow 11:00' } });
    expect((await check({ postId: id })).structured).toMatchObject({ ok: true, scheduleMode: 'schedule' });
  });

  it('rejects content next to a postId, and says why', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const answer = await check({ postId: id, text: 'Other words', platform: 'x' });
    expect(answer).toMatchObject({
      isError: true,
      structured: { error: 'arguments_invalid', fields: ['postId', 'text', 'platform'] },
    });
  });

  it('has nothing to check in a published post', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    await harness.confirmed('publish_post', { id, scheduleMode: 'now' });
    await harness.pass(5);
    const answer = await check({ postId: id });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
    expect(answer.text).toContain('This post has nothing left to check.');
  });
});

describe('postrider_validate_post with a text that is too long', () => {
  it('gives overrides that fit, which create_post accepts', async () => {
    const text = `${harness.newText()} ${'is told at length. '.repeat(20)}`.trim();
    const { structured } = await check({ platform: 'x', text, scheduleMode: 'now' });
    expect(structured).toMatchObject({ ok: false, overridesThatFit: [{ thread: [expect.any(String)] }] });
    const fixed = { platform: 'x', text, overrides: structured['overridesThatFit'], scheduleMode: 'now' };
    expect((await check(fixed)).structured).toMatchObject({ ok: true });
  });
});
