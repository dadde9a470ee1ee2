import { afterAll, beforeAll, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

async function published(platforms: readonly string[]): Promise<string> {
  const id = await harness.create({ platforms, scheduledAt: 'in 1 minute' });
  await harness.pass(120);
  return id;
}

it('deletes a live post after a yes to what, where, and that it is for good', async () => {
  const id = await published(['bluesky', 'x']);
  const { asked, done } = await harness.confirmed('cancel_post', { id, published: true });
  expect(asked.structured['preview']).toMatch(/^Delete the published post on Bluesky @/);
  expect(asked.structured['preview']).toMatch(/simulated/i);
  expect(asked.text).toContain('This cannot be undone');
  expect(asked.text).toMatch(/It stays on X @\S+: Postrider cannot delete there/);
  expect(done.text).toMatch(
    /^Deleted from Bluesky @\S+\. Not from X @\S+: Postrider cannot delete posts on X/,
  );
});

it('has nothing to delete where nothing is published, or where it cannot', async () => {
  const draft = await harness.create({ platforms: ['bluesky'], scheduleMode: 'draft' });
  const refused = await harness.call('cancel_post', { id: draft, published: true });
  expect(refused).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
  const elsewhere = await harness.call('cancel_post', { id: await published(['x']), published: true });
  expect(elsewhere.text).toContain('A person can, on the network.');
});
