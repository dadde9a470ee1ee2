import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;
let accounts = 0;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

/** A new account and its schedule: Tuesdays and Thursdays at 09:00. */
async function scheduled(more: Readonly<Record<string, unknown>> = {}) {
  accounts += 1;
  const accountId = await harness.connect('mastodon', `roaster_${accounts}`);
  const made = await harness.call('create_schedule', {
    label: 'Mornings',
    accountIds: accountId,
    days: 'tue, Thursday',
    startTime: '9am',
    ...more,
  });
  return { accountId, made, id: made.structured['id'] };
}

/** The ids of an account's open slots. */
async function openSlots(accountId: string): Promise<string[]> {
  const { structured } = await harness.call('list_slots', { accountId, state: 'open' });
  return (structured['slots'] as { id: string }[]).map(({ id }) => id);
}

describe('a schedule', () => {
  it('is created from days and times in words, in the workspace’s zone, without asking', async () => {
    const { made, accountId } = await scheduled();
    expect(made.text).toMatch(/^Created “Mornings” \(tue thu, 09:00, Europe\/Berlin\)\./);
    expect(made.structured).toMatchObject({
      days: 'tue thu',
      at: '09:00',
      accountIds: [accountId],
      version: 1,
    });
    expect(made.structured['idempotencyKey']).toMatch(/./);
  });

  it.each([
    ['weekdays', 'mon tue wed thu fri'],
    ['mon-wed', 'mon tue wed'],
    ['sat to mon', 'mon sat sun'],
    ['daily', 'mon tue wed thu fri sat sun'],
  ])('accepts %j', async (days, meant) => {
    const { made } = await scheduled({ days, startTime: '9:30', endTime: '2 pm', postsPerWindow: 3 });
    expect(made.structured).toMatchObject({ days: meant, at: '09:30 to 14:00, 3 slots' });
  });

  it('accepts several times of day, and replaces them all', async () => {
    const { made, id } = await scheduled({ startTime: '5pm, 9:00,noon' });
    expect(made.structured).toMatchObject({ at: '09:00, 12:00, 17:00' });
    const changed = await harness.call('update_schedule', { id, startTime: '10:00' });
    expect(changed.structured).toMatchObject({ at: '10:00' });
  });

  it('rejects invalid days and times, with the valid forms', async () => {
    const { made } = await scheduled({ days: ['someday'], startTime: '25:00' });
    expect(made).toMatchObject({ isError: true, structured: { fields: ['days', 'startTime'] } });
    expect(made.text).toContain('Correct these arguments and call postrider_create_schedule again');
  });

  it('is listed, paused and resumed', async () => {
    const { id, accountId } = await scheduled();
    const paused = await harness.call('update_schedule', { id, active: false });
    expect(paused.text).toMatch(/^Changed: “Mornings” .*, paused\./);
    const list = await harness.call('list_schedules', { accountId, active: false });
    expect(list.structured['schedules']).toMatchObject([{ id, active: false, version: 2 }]);
    expect(await openSlots(accountId)).toEqual([]);
    await harness.call('update_schedule', { id, active: true });
    expect((await openSlots(accountId)).length).toBeGreaterThan(2);
  });

  it('is deleted after a yes, which shows its posts', async () => {
    const { id, accountId } = await scheduled();
    await harness.create({ accountIds: [accountId], scheduleMode: 'queue' });
    const { asked, done } = await harness.confirmed('delete_schedule', { id });
    expect(asked.structured['preview']).toMatch(
      /^Delete the schedule “Mornings” .*\n1 post in its slots\. Posts that lose their slot keep their time:\n- .*Fresh roast/,
    );
    expect(done.text).toMatch(/^Deleted “Mornings” .* 1 post in its slots: kept their time\./);
    expect((await harness.call('delete_schedule', { id })).structured['error']).toBe('schedule_not_found');
  });

  it('asks before it moves posts, and applies to the version that was shown', async () => {
    const { id, accountId } = await scheduled();
    const post = await harness.create({ accountIds: [accountId], scheduleMode: 'queue' });
    const args = { id, days: ['fri'], existing: 'move' };
    const asked = await harness.call('update_schedule', args);
    expect(asked.structured['status']).toBe('needs_confirmation');
    await harness.call('update_schedule', { id, label: 'Early' });
    const { confirmToken } = asked.structured;
    const lost = await harness.call('update_schedule', { ...args, confirmToken });
    expect(lost.structured['error']).toBe('version_conflict');
    const { done } = await harness.confirmed('update_schedule', args);
    expect(done.text).toContain('1 post in its slots: moved to open slots.');
    expect(done.structured['posts']).toMatchObject([{ postId: post, outcome: 'moved' }]);
  });
});

describe('slots', () => {
  it('are listed as open or taken, together with posts without a slot', async () => {
    const { accountId } = await scheduled();
    const queued = await harness.create({ accountIds: [accountId], scheduleMode: 'queue' });
    const own = await harness.create({ accountIds: [accountId], scheduledAt: 'in 3 days' });
    const { text, structured } = await harness.call('list_slots', { accountId });
    expect(text).toMatch(/^From .* to .*: \d+ open, 1 taken; 1 post without a slot\./);
    expect(structured['slots']).toContainEqual(expect.objectContaining({ state: 'taken', postId: queued }));
    expect(structured['withoutSlot']).toMatchObject([{ postId: own }]);
    expect(text).toContain(
      'next: To use one: postrider_create_post {"scheduleMode": "queue", "slotId": "slot_',
    );
  });

  it('count a post without a slot once, however many accounts it has', async () => {
    const accountIds = [await harness.connect('mastodon', 'one'), await harness.connect('mastodon', 'two')];
    const from = '2027-06-01';
    await harness.create({ accountIds, scheduledAt: '2027-06-02T09:00' });
    const { text, structured } = await harness.call('list_slots', { from, to: '2027-06-03', limit: 100 });
    expect(structured['withoutSlot']).toHaveLength(2);
    expect(text).toMatch(/; 1 post without a slot\./);
  });

  it('are listed for days in words', async () => {
    const { accountId } = await scheduled({ days: 'daily' });
    const { structured } = await harness.call('list_slots', { accountId, from: 'tomorrow', to: 'tomorrow' });
    expect(structured['slots']).toHaveLength(1);
  });

  it('accept a new post, in order or by id', async () => {
    const { accountId } = await scheduled();
    const [first, , third] = await openSlots(accountId);
    const next = await harness.call('create_post', {
      accountIds: [accountId],
      text: harness.newText(),
      scheduleMode: 'queue',
    });
    expect(next.structured['status']).toBe('scheduled');
    expect(await openSlots(accountId)).not.toContain(first);
    const chosen = await harness.call('create_post', {
      accountIds: [accountId],
      text: harness.newText(),
      slotId: third,
    });
    expect(chosen.structured['status']).toBe('scheduled');
    expect(await openSlots(accountId)).not.toContain(third);
  });

  it('accept a draft, and the error for a taken slot lists an open one', async () => {
    const { accountId } = await scheduled();
    const [slotId] = await openSlots(accountId);
    const first = await harness.create({ accountIds: [accountId] });
    const asked = await harness.call('publish_post', { id: first, slotId }, { policy: 'always' });
    const done = await harness.call('publish_post', { id: first, slotId });
    expect(asked.structured['preview']).toMatch(/^Queue on Mastodon /);
    expect(done.structured['status']).toBe('scheduled');
    const second = await harness.create({ accountIds: [accountId] });
    const taken = await harness.act('publish_post', { id: second, slotId });
    expect(taken).toMatchObject({ isError: true, structured: { error: 'slot_taken' } });
    expect(taken.text).toContain('The next open slot is slot_');
    expect(taken.text).toContain('postrider_list_slots {"state": "open"}');
  });

  it('do not exist without a schedule, and the error names the tool that creates one', async () => {
    const accountId = await harness.connect('mastodon', 'unscheduled');
    const answer = await harness.call('create_post', {
      accountIds: [accountId],
      text: 'Hi',
      scheduleMode: 'queue',
    });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'no_open_slot' } });
    expect(answer.text).not.toContain('/v1/');
    expect(answer.text).toContain('postrider_create_schedule');
  });
});

describe('a list with an unknown account', () => {
  it.each(['list_schedules', 'list_slots', 'list_posts', 'list_comments', 'list_conversations'])(
    'lists the existing accounts: %s',
    async (tool) => {
      const accountId = await harness.connect('mastodon', `there_${tool}`);
      const { text, structured, isError } = await harness.call(tool, { accountId: 'acc_none' });
      expect(isError).toBe(true);
      expect(text).toContain('There is no account acc_none');
      expect(structured).toMatchObject({ error: 'account_not_found' });
      expect(structured['choices']).toContain(`${accountId} (mastodon)`);
    },
  );
});
