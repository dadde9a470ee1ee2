import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

describe('postrider_update_post', () => {
  it('edits a post due later without asking, and reports its assumptions', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    const text = harness.newText();
    const edited = await harness.call('update_post', { id, text, scheduledAt: 'tomorrow 9:00' });
    expect(edited.text).toMatch(/^Edited: text; time\. Scheduled on bluesky \(simulated\) for /);
    expect(edited.structured).toMatchObject({ status: 'scheduled', version: 2 });
    const same = await harness.call('update_post', { id, text });
    expect(same.text).toMatch(
      /^No changes: the post already has these values\. Scheduled on bluesky \(simulated\) for /,
    );
  });

  it('asks before it edits a post due within two hours, and shows the old and the new text', async () => {
    const old = harness.newText();
    const id = await harness.create({ platform: 'bluesky', text: old, scheduledAt: 'in 110 minutes' });
    const text = harness.newText();
    const { asked, done } = await harness.confirmed('update_post', { id, text });
    expect(asked.structured['preview']).toContain(
      `Edit the post on Bluesky @fernhill.example:\nText, before:\n│ ${old}\nText, after:\n│ ${text}\n`,
    );
    expect(done.text).toMatch(/^Edited: text\./);
  });

  it('asks before it moves a post to within two hours', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    const asked = await harness.call('update_post', { id, scheduledAt: 'in 100 minutes' });
    expect(asked.structured['status']).toBe('needs_confirmation');
    expect(asked.structured['preview']).toMatch(/^When: .+, in 1 h 40 min$/m);
    expect(asked.structured['preview']).toMatch(/^Before: Mon 2027-03-01 09:00/m);
  });

  it('fails if the post was changed since it was read', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    await harness.act('update_post', { id, text: harness.newText() });
    const lost = await harness.call('update_post', { id, text: harness.newText(), version: 1 });
    expect(lost).toMatchObject({
      isError: true,
      structured: { error: 'version_conflict', current: { version: 2, status: 'scheduled' } },
    });
    expect(lost.text.match(/Nothing was/g)).toHaveLength(1);
    expect(lost.text).toContain('Read it again');
  });

  it('proposes a time for a draft with a draft-only key, and withdraws it', async () => {
    const draft = await harness.as('draft');
    const id = await harness.create({ platform: 'bluesky' });
    const proposed = await harness.call(
      'update_post',
      { id, proposed: { scheduledAt: 'tomorrow 9:00' } },
      draft,
    );
    expect(proposed.structured).toMatchObject({
      status: 'draft',
      proposed: { scheduleMode: 'schedule', when: { local: expect.stringContaining('09:00') } },
    });
    expect(proposed.text).toContain('waiting for approval');
    const back = await harness.call('update_post', { id, proposed: null }, draft);
    expect(back.structured['proposed']).toBeUndefined();
  });

  it('names the tools to use if the status does not allow an edit', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduleMode: 'now' });
    await harness.pass(5);
    const answer = await harness.call('update_post', { id, text: 'Too late.' });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
    expect(answer.text).toContain('postrider_cancel_post with published true deletes it where');
    expect(answer.text).not.toContain('only be changed');
    expect(answer.text).not.toContain('/v1/');
  });

  it('says how to publish a cancelled post, and does not advise to cancel it', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    await harness.act('cancel_post', { id });
    const answer = await harness.call('update_post', { id, text: harness.newText() });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
    expect(answer.text).toContain('To publish it after all: postrider_publish_post.');
    expect(answer.text).not.toMatch(/cancel it|cancel_post/);
  });

  it('changes one override, keeps the others, and says what changed', async () => {
    const [common, onMastodon, onX] = [harness.newText(), harness.newText(), harness.newText()];
    const id = await harness.create({
      platforms: ['bluesky', 'mastodon', 'x'],
      text: common,
      scheduledAt: '2027-03-01T09:00',
      overrides: [
        { target: 'mastodon', text: onMastodon, thread: ['And more.'] },
        { target: 'x', text: 'First version' },
      ],
    });
    const edited = await harness.call('update_post', { id, overrides: [{ target: 'x', text: onX }] });
    expect(edited.text).toMatch(/^Edited: text on X @fernhillcoffee\. Scheduled on/);
    const texts = async () => {
      const { structured } = await harness.call('get_post', { id, response_format: 'detailed' });
      return (structured['texts'] as { text: string }[]).map(({ text }) => text);
    };
    expect(await texts()).toEqual([onMastodon, onX]);
    const reset = await harness.call('update_post', { id, overrides: [{ target: 'mastodon', text: null }] });
    expect(reset.text).toMatch(/^Edited: text on Mastodon @fernhill\./);
    expect(await texts()).toEqual([onX]);
    const all = await harness.call('update_post', { id, overrides: null });
    expect(all.text).toMatch(/^Edited: thread on Mastodon @fernhill; text on X @fernhillcoffee\./);
    expect(await texts()).toEqual([]);
  });

  it('gives targets their own times, in words', async () => {
    const id = await harness.create({ platforms: ['bluesky', 'mastodon'], scheduledAt: '2027-03-01T09:00' });
    const edited = await harness.call('update_post', {
      id,
      overrides: [{ target: 'mastodon', scheduledAt: '2027-03-01 17:30' }],
    });
    expect(edited.structured['targets']).toMatchObject([
      { platform: 'bluesky' },
      { platform: 'mastodon', at: 'Mon 2027-03-01 17:30 (UTC+01:00)' },
    ]);
  });
});

describe('postrider_cancel_post with several posts', () => {
  it('shows each with its time, and cancels posts and deletes drafts after one yes', async () => {
    const text = harness.newText();
    const scheduled = await harness.create({ platform: 'bluesky', text, scheduledAt: '2027-03-01T09:00' });
    const draft = await harness.create({ platform: 'bluesky' });
    const { asked, done } = await harness.confirmed('cancel_post', { ids: [scheduled, draft, draft] });
    const preview = String(asked.structured['preview']);
    expect(preview).toMatch(/^Cancel 1 post, and delete 1 draft:\n1\. Mon 2027-03-01 09:00/);
    expect(preview).toContain(`Bluesky @fernhill.example\n│ ${text}\n2. Draft, Bluesky`);
    expect(done.text).toMatch(/^Cancelled 1 post\. Deleted 1 draft\./);
    expect((await harness.call('get_post', { id: scheduled })).structured['status']).toBe('cancelled');
    expect((await harness.call('get_post', { id: draft })).structured['error']).toBe('post_not_found');
  });

  it('names what cannot be cancelled, and refuses if nothing can', async () => {
    const open = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    const text = harness.newText();
    const gone = await harness.create({ platform: 'bluesky', text, scheduledAt: '2027-03-02T09:00' });
    await harness.act('cancel_post', { id: gone });
    const { asked, done } = await harness.confirmed('cancel_post', { ids: [open, gone] });
    const preview = String(asked.structured['preview']);
    expect(preview).toMatch(
      /^Not cancelled: Tue 2027-03-02 09:00 .*, Bluesky @fernhill\.example\. It is already cancelled\.$/m,
    );
    expect(preview).toContain(`already cancelled.\n│ ${text}\n`);
    expect(preview).not.toContain(gone);
    expect(done.text).toMatch(/^Cancelled 1 post\. 1 post not cancelled: see posts\./);
    expect(done.structured['posts']).toMatchObject([
      {
        id: gone,
        when: expect.stringMatching(/^Tue 2027-03-02 09:00/),
        on: 'Bluesky @fernhill.example',
        text,
      },
    ]);
    const refused = await harness.call('cancel_post', { ids: [open, gone] });
    expect(refused.structured).toMatchObject({ error: 'state_conflict' });
    expect(refused.text).toMatch(/^None of these posts can be cancelled\. Nothing was done\./);
  });

  it('asks again if one of them changed after the preview, and cancels nothing', async () => {
    const one = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    const other = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-02T09:00' });
    const ids = [one, other];
    const { confirmToken } = (await harness.call('cancel_post', { ids })).structured;
    await harness.act('update_post', { id: other, text: harness.newText() });
    const late = await harness.call('cancel_post', { ids, confirmToken });
    expect(late.structured['error']).toBe('confirm_mismatch');
    expect((await harness.call('get_post', { id: one })).structured['status']).toBe('scheduled');
  });

  it('needs at least one, and deletes published posts one at a time', async () => {
    expect((await harness.call('cancel_post', {})).text).toMatch(/^id or ids is required/);
    const refused = await harness.call('cancel_post', { ids: ['post_1', 'post_2'], published: true });
    expect(refused.text).toMatch(/^published deletes one published post at a time/);
  });
});

describe('postrider_cancel_post', () => {
  it('cancels after a yes, and succeeds if the post is already cancelled', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduledAt: '2027-03-01T09:00' });
    const { asked, done } = await harness.confirmed('cancel_post', { id });
    expect(asked.structured['preview']).toMatch(
      /^Cancel the post on Bluesky .*\n│ .*\nSimulated network: nothing becomes public\.\nScheduled for: Mon 2027-03-01 09:00/,
    );
    expect(done.structured['status']).toBe('cancelled');
    const again = await harness.call('cancel_post', { id });
    expect(again).toMatchObject({ isError: false });
    expect(again.text).toMatch(/^This post is already cancelled\. Nothing was done\./);
    const scheduled = await harness.act('publish_post', { id, scheduledAt: '2027-03-02T09:00' });
    expect(scheduled.structured['status']).toBe('scheduled');
  });

  it('deletes a draft permanently', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    const { asked, done } = await harness.confirmed('cancel_post', { id });
    expect(asked.text).toContain('Delete the draft');
    expect(done.text).toContain('Deleted the draft.');
    expect((await harness.call('get_post', { id })).structured['error']).toBe('post_not_found');
  });

  it('shows what a draft without accounts says', async () => {
    const text = harness.newText();
    const plain = await harness.create({ text });
    const asked = await harness.call('cancel_post', { id: plain });
    expect(asked.structured['preview']).toMatch(`Delete the draft:\n│ ${text}\nNote: This cannot be undone.`);
    const onX = harness.newText();
    const varied = await harness.create({ text, overrides: [{ target: 'x', text: onX }] });
    const shown = await harness.call('cancel_post', { id: varied });
    expect(shown.structured['preview']).toContain(`:\nOther networks:\n│ ${text}\nX:\n│ ${onX}\n`);
  });

  it('rejects a published post', async () => {
    const id = await harness.create({ platform: 'bluesky', scheduleMode: 'now' });
    await harness.pass(5);
    expect((await harness.call('cancel_post', { id })).structured['error']).toBe('state_conflict');
  });
});

describe('lists and histories', () => {
  it('find what needs attention, by kind and number of days', async () => {
    const { id } = await harness.failedPost();
    const found = await harness.call('list_posts', {
      status: 'attention',
      kind: 'text',
      from: 'today',
      to: 'tomorrow',
    });
    expect(found.structured['posts']).toContainEqual(
      expect.objectContaining({ id, failed: 'content_refused' }),
    );
    const delayed = await harness.failing('x', 'rate_limited');
    const publishing = await harness.call('list_posts', { status: 'publishing' });
    const rows = publishing.structured['posts'] as readonly Record<string, unknown>[];
    const row = rows.find(({ id: one }) => one === delayed.id);
    expect([row?.['delayedBy'], row?.['failed']]).toEqual(['rate_limited', undefined]);
    const none = await harness.call('list_posts', { status: 'attention', from: '2029-01-01' });
    expect(none.text).toMatch(/^No posts match\./);
    const unclear = await harness.call('list_posts', { from: 'whenever' });
    expect(unclear).toMatchObject({ isError: true, structured: { error: 'time_invalid' } });
    expect(unclear.text).toContain('from cannot be used');
  });

  it('show who did what', async () => {
    const id = await harness.create({ platform: 'bluesky' });
    await harness.act('update_post', { id, text: harness.newText() });
    const { structured } = await harness.call('get_post', { id, response_format: 'detailed' });
    expect(structured['history']).toMatchObject([
      { action: 'created', version: 1 },
      { action: 'updated', version: 2, changed: ['text'] },
    ]);
  });
});
