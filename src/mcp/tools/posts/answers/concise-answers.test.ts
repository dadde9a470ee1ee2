import { afterAll, beforeAll, expect, it } from 'vitest';
import { ToolHarness } from '../../../../../test/support/tool-harness.js';
import { startTestBackend } from '../../../../testing/start.js';
import { statusSentence } from './post-sentences.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

it('a draft can be shown and fixed from the concise answer', async () => {
  const text = harness.newText();
  const { structured } = await harness.call('create_post', { platform: 'instagram', text });
  const { structured: read } = await harness.call('get_post', { id: structured['id'] });
  expect(read).toMatchObject({ text, problems: [{ code: 'media_required', field: 'mediaUrls' }] });
});

it('a draft is saved and edited unasked under the policy always, because it reaches nobody', async () => {
  const policy = { policy: 'always' } as const;
  const draft = { platform: 'bluesky', text: harness.newText(), scheduleMode: 'draft' };
  const saved = await harness.call('create_post', draft, policy);
  expect(saved.structured['status']).toBe('draft');
  const change = { id: saved.structured['id'], text: harness.newText() };
  expect((await harness.call('update_post', change, policy)).structured['status']).toBe('draft');
  const timed = { ...draft, text: harness.newText(), scheduleMode: 'schedule', scheduledAt: 'tomorrow 9:00' };
  const asked = await harness.call('create_post', timed, policy);
  expect(asked.structured['status']).toBe('needs_confirmation');
});

it('the headline names what is published, failed and unknown, each with its networks', async () => {
  const backend = await startTestBackend();
  const client = (await backend.workspace()).client;
  const platforms = ['bluesky', 'mastodon', 'linkedin'] as const;
  const post = await client.posts.create({ text: 'Hello', platforms: [...platforms], scheduleMode: 'draft' });
  await backend.stop();
  const ended = ['published', 'unknown', 'failed'] as const;
  const targets = post.targets.map((target) => {
    const place = (platforms as readonly string[]).indexOf(target.platform);
    return { ...target, status: ended[place] ?? target.status };
  });
  expect(statusSentence({ ...post, status: 'unknown', targets })).toContain(
    ': published on bluesky; unknown on mastodon; failed on linkedin.',
  );
});
