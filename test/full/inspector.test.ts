import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/backend/base/clock.js';
import { TOOLS, type ToolName } from '../../src/mcp/tools/definitions.js';
import { InboxScene } from '../support/inbox-scene.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { DOWNLOAD_MS, Inspector } from './support/inspector.js';

/** Timeout for all commands of one test, in ms, with other tests running in parallel. */
const PATIENCE_MS = 180_000;

type Json = Readonly<Record<string, unknown>>;

let backend: BackendUnderTest<typeof systemClock>;
let scene: InboxScene;
let inspector: Inspector;

beforeAll(async () => {
  inspector = await Inspector.find();
  backend = await BackendUnderTest.startOn(systemClock);
  scene = await InboxScene.of(backend);
}, DOWNLOAD_MS);

afterAll(() => backend?.close());

const speaking = (era: string, more: Readonly<Record<string, string>> = {}) =>
  inspector.speaking(era, {
    POSTRIDER_API_KEY: backend.key,
    POSTRIDER_BASE_URL: backend.backend.url,
    ...more,
  });

async function made(path: string, body: Json): Promise<string> {
  const answer = await backend.post<{ id: string }>(path, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

/** One valid call of each tool, in an order that works. */
async function oneCallEach(era: string): Promise<Readonly<Record<ToolName, Json>>> {
  const [instagram, facebook] = [await scene.account('instagram'), await scene.account('facebook')];
  const slots = { accountIds: [instagram.id], timezone: 'Europe/Berlin', days: ['mon'], startTime: '09:00' };
  const scheduleId = await made('/v1/schedules', { label: `For ${era}`, ...slots });
  const commentId = await scene.commentOn(await scene.published(instagram), { author: `@${era}` });
  const conversationId = await scene.writeTo(facebook, { author: `@${era}` });
  const id = await made('/v1/posts', { platform: 'x', text: `A draft for ${era}`, scheduleMode: 'draft' });
  return {
    postrider_list_accounts: {},
    postrider_list_posts: {},
    postrider_get_post: { id },
    postrider_get_insights: {},
    postrider_list_slots: {},
    postrider_list_schedules: {},
    postrider_list_comments: { unanswered: true },
    postrider_get_comment: { id: commentId },
    postrider_list_conversations: {},
    postrider_list_messages: { conversationId },
    postrider_validate_post: { platform: 'mastodon', text: 'Hello' },
    postrider_upload_media: { path: import.meta.dirname },
    postrider_ingest_source: { text: '# Sunday\n\nWe are open.' },
    postrider_create_post: { text: 'Another draft' },
    postrider_plan_posts: { posts: [{ text: `An idea for ${era}` }] },
    postrider_update_post: { id, text: `A better draft for ${era}` },
    postrider_publish_post: { id, scheduledAt: 'in 2 days' },
    postrider_retry_post: { id },
    postrider_resolve_post: { id, outcome: 'check' },
    postrider_cancel_post: { id },
    postrider_create_schedule: { label: `Of ${era}`, ...slots, startTime: '10:00' },
    postrider_update_schedule: { id: scheduleId, active: false },
    postrider_delete_schedule: { id: scheduleId },
    postrider_reply_to_comment: { commentId, text: 'Thank you.' },
    postrider_send_message: { conversationId, text: 'Yes.' },
  };
}

/** The refused call: no outcome in {@link oneCallEach} is unknown. */
const REFUSED: readonly string[] = ['postrider_resolve_post'];

describe.each(['legacy', 'modern'])('the MCP Inspector’s command line, %s protocol', (era) => {
  it(
    'lists every tool and finds their schemas valid',
    async () => {
      const { tools } = await speaking(era).ask<{ tools: { name: string }[] }>('tools/list', '--strict');
      expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    },
    PATIENCE_MS,
  );

  it(
    'publishes a post after a confirmation',
    async () => {
      const speaker = speaking(era);
      const post = { platform: 'mastodon', text: `Said over the ${era} protocol`, scheduleMode: 'now' };
      const asked = await speaker.call('postrider_create_post', post);
      expect(asked.structuredContent['status']).toBe('needs_confirmation');
      const { confirmToken } = asked.structuredContent;
      const created = await speaker.call('postrider_create_post', { ...post, confirmToken });
      const got = await speaker.call('postrider_get_post', {
        id: created.structuredContent['id'],
        waitSeconds: 15,
      });
      expect(got.structuredContent['status']).toBe('published');
    },
    PATIENCE_MS,
  );

  it(
    'calls every tool, and each succeeds',
    async () => {
      const speaker = speaking(era, {
        POSTRIDER_CONFIRM: 'never',
        POSTRIDER_MEDIA_ROOTS: import.meta.dirname,
      });
      for (const [tool, args] of Object.entries(await oneCallEach(era))) {
        const { isError = false, structuredContent } = await speaker.call(tool, args);
        expect({ tool, isError, ...structuredContent }).toMatchObject({
          tool,
          isError: REFUSED.includes(tool),
          message: expect.stringMatching(/\w/),
        });
      }
    },
    PATIENCE_MS,
  );
});

describe('the MCP Inspector’s command line, free to choose the protocol', () => {
  it(
    'agrees with the server on one',
    async () => {
      const { structuredContent } = await speaking('auto').call('postrider_list_accounts', {});
      expect(structuredContent['accounts']).toHaveLength(10);
    },
    PATIENCE_MS,
  );
});
