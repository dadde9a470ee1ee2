import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { storeMedia } from '../../../../test/support/media/stored-media.js';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;
let image: string;
let video: string;

beforeAll(async () => {
  harness = await ToolHarness.open();
  const { backend, workspace, clock } = harness.service;
  const { services, media } = backend;
  const place = { store: services.store, media: media.storage, workspaceId: workspace.id, now: clock.now() };
  image = await storeMedia(place, sampleBytes('image/jpeg', 2000), { contentType: 'image/jpeg' });
  video = await storeMedia(place, sampleBytes('video/mp4', 2000), {
    contentType: 'video/mp4',
    duration_seconds: 30,
  });
});
afterAll(() => harness.close());

const RECIPES = '549755885176';

const pin = (boardId: string, options = {}) => ({
  platform: 'pinterest',
  text: harness.newText(),
  mediaUrls: [image],
  overrides: [{ target: 'pinterest', boardId, options }],
});

describe('a confirmation of a pin', () => {
  it.each(['Recipes', RECIPES])('names its board when it creates and publishes (%s)', async (board) => {
    const args = { ...pin(board, { boardSectionId: '7' }), scheduleMode: 'now' };
    const { structured } = await harness.call('create_post', args);
    expect(structured).toMatchObject({ status: 'needs_confirmation' });
    expect(structured['preview']).toContain(`\nBoard: Recipes, id ${RECIPES}\n`);
    expect(structured['preview']).toContain('\nboardSectionId: board section 7 on Pinterest\n');
  });

  it('names its board when it publishes a draft', async () => {
    const id = await harness.create(pin(RECIPES));
    const asked = await harness.call('publish_post', { id, scheduleMode: 'now' });
    expect(asked.structured['preview']).toContain(`\nBoard: Recipes, id ${RECIPES}\n`);
    expect(asked.structured['status']).toBe('needs_confirmation');
  });

  it('asks for a board by the names that the account has', async () => {
    const { overrides: _, ...args } = pin(RECIPES);
    const { isError, text } = await harness.call('create_post', { ...args, scheduleMode: 'now' });
    expect(isError).toBe(true);
    expect(text).toContain('Coffee corner, Recipes, Behind the counter');
  });
});

it('names the category of a video in what is asked', async () => {
  const { structured } = await harness.call('create_post', {
    platform: 'youtube',
    text: harness.newText(),
    mediaUrls: [video],
    scheduleMode: 'now',
    overrides: [
      {
        target: 'youtube',
        title: 'Roasting',
        privacy: 'public',
        madeForKids: false,
        options: { categoryId: '10' },
      },
    ],
  });
  expect(structured['preview']).toContain('\ncategoryId: Music (10)\n');
});
