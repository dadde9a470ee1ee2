import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

const AGREED = { state: undefined, reply: 'none' } as const;

async function statusOf(id: unknown): Promise<unknown> {
  return (await harness.call('get_post', { id })).structured['status'];
}

describe('postrider_publish_post', () => {
  it('publishes a draft after a yes, once, however often it is called with the token', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const args = { id, scheduleMode: 'now' };
    const { asked, done } = await harness.confirmed('publish_post', args);
    expect(asked.structured).toMatchObject({ status: 'needs_confirmation' });
    expect(asked.structured['preview']).toMatch(
      /^Publish now on Bluesky @fernhill\.example:\n│ Fresh roast number \d+ is ready\.\nSimulated network: nothing becomes public\.\nWhen: now$/,
    );
    expect(done.isError).toBe(false);
    const again = await harness.call('publish_post', {
      ...args,
      confirmToken: asked.structured['confirmToken'],
    });
    expect(again.structured).toMatchObject({ id, version: done.structured['version'] });
    expect(again.structured['idempotencyKey']).toBe(done.structured['idempotencyKey']);
  });

  it('asks like create_post: for posts due within two hours or on many accounts, not for later ones', async () => {
    const later = await harness.create({ platform: 'bluesky' });
    const done = await harness.call('publish_post', { id: later, scheduledAt: 'tomorrow 9:00' });
    expect(done.structured).toMatchObject({ id: later, status: 'scheduled' });
    const soon = await harness.create({ platform: 'bluesky' });
    for (const [args, policy] of [
      [{ id: soon, scheduledAt: 'in 115 minutes' }, 'irreversible'],
      [{ id: soon, scheduledAt: 'tomorrow 10:00' }, 'always'],
    ] as const) {
      const asked = await harness.call('publish_post', args, { policy });
      expect(asked.structured).toMatchObject({ status: 'needs_confirmation' });
      const { id: _, ...time } = args;
      const made = { ...time, platform: 'bluesky', text: harness.newText() };
      const created = await harness.call('create_post', made, { policy });
      expect(created.structured).toMatchObject({ status: 'needs_confirmation' });
    }
    expect(await statusOf(soon)).toBe('draft');
    const platforms = ['bluesky', 'mastodon', 'x'];
    const wide = await harness.create({ platforms });
    const asked = await harness.call('publish_post', { id: wide, scheduledAt: 'tomorrow 9:00' });
    expect(asked.structured).toMatchObject({ status: 'needs_confirmation' });
    const made = { platforms, text: harness.newText(), scheduledAt: 'tomorrow 9:00' };
    expect((await harness.call('create_post', made)).structured['status']).toBe('needs_confirmation');
    const few = { ...made, platforms: ['bluesky', 'mastodon'] };
    expect((await harness.call('create_post', few)).structured['status']).toBe('scheduled');
  });

  it('reports what prevents a later time, as it would before asking', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const answer = await harness.call('publish_post', { id, scheduledAt: 'tomorrow 11:00', version: 7 });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'version_conflict' } });
    expect(await statusOf(id)).toBe('draft');
  });

  it('schedules at a time in words, and uses the instant that was shown', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const args = { id, scheduledAt: 'in 10 minutes' };
    const asked = await harness.call('publish_post', args);
    await harness.pass(60);
    const done = await harness.call('publish_post', {
      ...args,
      confirmToken: asked.structured['confirmToken'],
    });
    expect(done.structured).toMatchObject({ status: 'scheduled', when: { relative: 'in 9 min' } });
    expect(asked.structured['preview']).toContain((done.structured['when'] as { local: string }).local);
  });

  it('is bound to the version that was shown', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const args = { id, scheduleMode: 'now' };
    const asked = await harness.call('publish_post', args);
    await harness.act('update_post', { id, text: harness.newText() });
    const done = await harness.call('publish_post', {
      ...args,
      confirmToken: asked.structured['confirmToken'],
    });
    expect(done).toMatchObject({ isError: true, structured: { error: 'version_conflict' } });
    expect(done.text).toContain('Nothing was done.');
    expect(done.text).toContain('postrider_get_post');
    expect(await statusOf(id)).toBe('draft');
  });

  it('is bound to the post and the time', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const other = await harness.create({ platform: 'bluesky' });
    const { structured } = await harness.call('publish_post', { id, scheduleMode: 'now' });
    const { confirmToken } = structured;
    const elsewhere = await harness.call('publish_post', { id: other, scheduleMode: 'now', confirmToken });
    expect(elsewhere.structured).toMatchObject({ error: 'confirm_mismatch', fields: ['id'] });
    const later = await harness.call('publish_post', { id, scheduledAt: '2027-03-01T09:00', confirmToken });
    expect(later.structured['fields']).toEqual(expect.arrayContaining(['scheduledAt']));
  });

  it('does not publish at a time that nobody named, and reports the time that the draft proposes', async () => {
    const id = await harness.create({
      platform: 'bluesky',
      scheduleMode: 'draft',
      scheduledAt: '2027-03-01T09:00',
    });
    const answer = await harness.call('publish_post', { id });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'time_required' } });
    expect(answer.text).toContain(
      `postrider_publish_post {"id": "${id}", "scheduledAt": "2027-03-01T08:00:00.000Z"}`,
    );
  });

  it('rejects a published post, and tells a draft-only key to propose', async () => {
    const out = await harness.create({ platform: 'bluesky', scheduleMode: 'now' });
    await harness.pass(5);
    const twice = await harness.call('publish_post', { id: out, scheduleMode: 'now' });
    expect(twice).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
    const draft = await harness.create({ platform: 'bluesky' });
    const refused = await harness.call(
      'publish_post',
      { id: draft, scheduleMode: 'now' },
      await harness.as('draft'),
    );
    expect(refused.structured).toMatchObject({ error: 'scope_missing', requiredScope: 'posts:publish' });
    expect(refused.text).toContain('postrider_update_post with proposed');
  });

  it('reports a post with the same text, which is not an error', async () => {
    const text = harness.newText();
    await harness.create({ platform: 'threads', text, scheduledAt: '2027-03-01T09:00' });
    const draft = await harness.create({ platform: 'threads', text });
    const args = { id: draft, scheduledAt: '2027-03-01T10:00' };
    for (const policy of ['irreversible', 'never'] as const) {
      const answer = await harness.call('publish_post', args, { policy });
      expect(answer.isError).toBe(false);
      expect(answer.text).toMatch(
        /^This post already exists \(scheduled Mon 2027-03-01 09:00\); nothing was published\./,
      );
    }
    const wanted = await harness.act('publish_post', { ...args, allowDuplicate: true });
    expect(wanted.structured['status']).toBe('scheduled');
  });

  it('names all problems of a draft instead of asking', async () => {
    const id = await harness.create({ platform: 'youtube' });
    const answer = await harness.call('publish_post', { id, scheduleMode: 'now' });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'rules_violated' } });
    expect((answer.structured['problems'] as unknown[]).length).toBeGreaterThan(1);
  });

  it('asks in a form if the host shows forms', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const args = { id, scheduleMode: 'now' };
    const asked = await harness.call('publish_post', args, { form: AGREED });
    const state = String(asked.structured['requestState']);
    const no = await harness.call('publish_post', args, { form: { state, reply: 'no' } });
    expect(no.structured['status']).toBe('declined');
    const yes = await harness.call('publish_post', args, { form: { state, reply: 'yes' } });
    expect(yes.structured['status']).not.toBe('declined');
    expect(yes.isError).toBe(false);
  });
});

it('a post that is created again with another time keeps its time, and the answer says how to move it', async () => {
  const args = { platform: 'bluesky', text: harness.newText(), scheduledAt: '2027-03-01T09:00' };
  const id = await harness.create(args);
  const same = await harness.call('create_post', args);
  expect(same.text).toContain('Nothing to do until then.');
  const later = await harness.call('create_post', { ...args, scheduledAt: '2027-03-01T18:00' });
  expect(later.text).toMatch(
    /^This post already exists \(scheduled Mon 2027-03-01 09:00\); nothing new was created\. It keeps its time\./,
  );
  expect(later.structured['next']).toContain(
    `To move it to Mon 2027-03-01 18:00: postrider_update_post {"id": "${id}", "scheduledAt": "2027-03-01T17:00:00.000Z"}.`,
  );
  expect(later.structured['next']).not.toContain('Nothing to do');
});
