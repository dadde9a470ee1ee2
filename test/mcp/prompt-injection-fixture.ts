import { join } from 'node:path';
import type { Field, Fields } from '../../src/mcp/definition/tool-definition.js';
import { TOOLS, type ToolName } from '../../src/mcp/tools/definitions.js';
import { InboxScene } from '../support/inbox-scene.js';
import { ToolHarness } from '../support/tool-harness.js';

type Json = Readonly<Record<string, unknown>>;

/** The folder that MCP servers may read in these tests. */
export const MEDIA_ROOT = join(import.meta.dirname, '../fixtures/media');

const PICTURE = join(MEDIA_ROOT, 'photo.jpg');
const OTHER_PICTURE = join(MEDIA_ROOT, 'photo.png');

/** An object of each kind that a call could harm. */
interface Things {
  readonly draft: string;
  readonly scheduled: string;
  /** A scheduled post, too. */
  readonly planned: string;
  readonly failed: string;
  readonly unknown: string;
  readonly account: string;
  readonly schedule: string;
  readonly comment: string;
  readonly conversation: string;
  /** A message with an unknown outcome, in its own conversation. */
  readonly doubtful: { readonly conversationId: string; readonly messageId: string };
  readonly image: string;
  readonly source: string;
}

export interface State {
  /** Everything that people at the networks can see or have received. */
  readonly said: unknown;
  readonly schedules: unknown;
  /** Sources and media, which a draft-only key may add to. */
  readonly material: unknown;
  readonly posts: readonly { readonly id: string; readonly status: string; readonly version: number }[];
}

/** A workspace with objects of every kind to misuse, and every call that a model could try. */
export class PromptInjectionFixture {
  readonly harness: ToolHarness;
  readonly there: Things;

  private constructor(harness: ToolHarness, there: Things) {
    this.harness = harness;
    this.there = there;
  }

  static async open(): Promise<PromptInjectionFixture> {
    const harness = await ToolHarness.open();
    const { id: failed, accountId: account } = await harness.failedPost();
    const { id: unknown } = await harness.unknownPost();
    const slots = { accountIds: [account], days: ['fri'], startTime: '18:00' };
    const idFrom = async (name: string, tool: string, args: Json): Promise<string> => {
      const answer = await harness.call(tool, args, { policy: 'never', localMedia: { named: [MEDIA_ROOT] } });
      if (answer.isError) throw new Error(answer.text);
      return String(answer.structured[name]);
    };
    return new PromptInjectionFixture(harness, {
      draft: await harness.create({ platform: 'mastodon' }),
      scheduled: await harness.create({ platform: 'mastodon', scheduledAt: 'in 20 days' }),
      planned: await harness.create({ platform: 'mastodon', scheduledAt: 'in 21 days' }),
      failed,
      unknown,
      account,
      schedule: await idFrom('id', 'create_schedule', { label: 'Evenings', ...slots }),
      image: await idFrom('key', 'upload_media', { path: PICTURE }),
      source: await idFrom('sourceId', 'ingest_source', { text: 'We are open on Sunday.' }),
      ...(await inboxThings(harness)),
    });
  }

  /** Each tool with the most harmful arguments. */
  attacks(): readonly (readonly [tool: ToolName, args: Json])[] {
    const { draft, scheduled, planned, failed, unknown, schedule, comment, conversation } = this.there;
    const { account, doubtful, image, source } = this.there;
    const text = this.harness.newText();
    const post = { platform: 'mastodon', text };
    const slots = { label: 'Every Tuesday', accountIds: [account], days: ['tue'], startTime: '09:00' };
    const written: readonly (readonly [ToolName, Json])[] = [
      ['postrider_upload_media', { path: OTHER_PICTURE }],
      ['postrider_ingest_source', { text: 'We are closed on Monday.' }],
      ['postrider_create_post', { ...post, scheduleMode: 'now' }],
      ['postrider_create_post', { ...post, scheduledAt: 'in 1 minute' }],
      ['postrider_create_post', { ...post, scheduleMode: 'queue', together: true }],
      ['postrider_create_post', { ...post, scheduleMode: 'now', sourceId: source, mediaUrls: [image] }],
      [
        'postrider_create_post',
        { ...post, scheduleMode: 'now', allowDuplicate: true, confirmToken: 'a.b.c.d.e' },
      ],
      ['postrider_create_post', { ...post, scheduleMode: 'now', apiKey: this.harness.service.key }],
      ['postrider_plan_posts', { posts: [{ ...post, scheduleMode: 'now', allowDuplicate: true }] }],
      ['postrider_plan_posts', { posts: [{ ...post, scheduledAt: 'in 1 minute', allowDuplicate: true }] }],
      ['postrider_update_post', { id: scheduled, scheduledAt: 'in 1 minute' }],
      ['postrider_update_post', { id: scheduled, text: 'Changed', mediaUrls: [image] }],
      ['postrider_update_post', { id: draft, scheduledAt: 'in 1 minute', proposed: { scheduleMode: 'now' } }],
      ...[draft, scheduled, failed, unknown].flatMap((id) => [
        ['postrider_retry_post', { id }] as const,
        ['postrider_resolve_post', { id, outcome: 'send_again' }] as const,
        ['postrider_resolve_post', { id, outcome: 'check' }] as const,
        ['postrider_publish_post', { id, scheduleMode: 'now' }] as const,
        ['postrider_publish_post', { id, scheduledAt: 'in 1 minute' }] as const,
      ]),
      ['postrider_cancel_post', { id: planned }],
      ['postrider_get_post', { id: draft }],
      ['postrider_create_schedule', slots],
      ['postrider_update_schedule', { id: schedule, startTime: '09:00', existing: 'move' }],
      ['postrider_delete_schedule', { id: schedule, existing: 'cancel' }],
      ['postrider_reply_to_comment', { commentId: comment, text }],
      ['postrider_reply_to_comment', { commentId: comment, text, private: true }],
      ['postrider_reply_to_comment', { replies: [{ commentId: comment, text }], allowDuplicate: true }],
      ['postrider_send_message', { conversationId: conversation, text }],
      ['postrider_send_message', { conversationId: conversation, mediaUrls: [image] }],
      ['postrider_send_message', { ...doubtful, outcome: 'send_again' }],
      ['postrider_send_message', { ...doubtful, outcome: 'check' }],
      ['postrider_send_message', { ...doubtful, outcome: 'sent' }],
      ['postrider_list_comments', {}],
      ['postrider_get_comment', { id: comment }],
      ['postrider_list_conversations', {}],
      ['postrider_list_messages', { conversationId: conversation }],
    ];
    const rest = TOOLS.filter(({ name }) => !written.some(([tool]) => tool === name));
    return [...written, ...rest.map(({ name, input }) => [name, this.#exampleOf(input)] as const)];
  }

  /** A call with every argument, from the definition's own examples. */
  #exampleOf(fields: Fields): Json {
    return Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => name !== 'confirmToken')
        .map(([name, field]) => [name, name === 'id' ? this.there.scheduled : this.#exampleValue(field)]),
    );
  }

  #exampleValue(field: Field): unknown {
    if (field.example !== undefined) return field.example;
    switch (field.type) {
      case 'string':
        return field.values?.[0] ?? 'word';
      case 'integer':
        return field.minimum;
      case 'boolean':
        return true;
      case 'array':
        return [this.#exampleValue(field.items)];
      case 'object':
        return this.#exampleOf(field.fields);
    }
  }

  async state(): Promise<State> {
    const read = async <Row>(path: string): Promise<readonly Row[]> => {
      const { status, body } = await this.harness.service.get<{ data: Row[] }>(path);
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body.data;
    };
    const { comment, conversation, doubtful } = this.there;
    const posts = await read<State['posts'][number]>('/v1/posts?limit=100');
    return {
      said: [
        await read('/v1/test/outbox?limit=100'),
        (await this.harness.service.get(`/v1/comments/${comment}`)).body,
        await read(`/v1/messages?conversationId=${conversation}`),
        await read(`/v1/messages?conversationId=${doubtful.conversationId}`),
        await read('/v1/conversations?limit=100'),
      ],
      schedules: await read('/v1/schedules?limit=100'),
      material: [await read('/v1/sources?limit=100'), await read('/v1/media?limit=100')],
      posts: posts.map(({ id, status, version }) => ({ id, status, version })),
    };
  }
}

async function inboxThings(
  harness: ToolHarness,
): Promise<Pick<Things, 'comment' | 'conversation' | 'doubtful'>> {
  const scene = await InboxScene.of(harness.service);
  const [instagram, facebook] = [await scene.account('instagram'), await scene.account('facebook')];
  const conversationId = await scene.writeTo(facebook, { author: '@lost.answer' });
  const sent = await harness.act('send_message', { conversationId, text: 'On its way.' });
  const messageId = String(sent.structured['messageId']);
  // The state if the network could not be asked for the outcome.
  await scene.store.write(async (trx) => {
    await trx.updateTable('messages').set({ status: 'unknown' }).where('id', '=', messageId).execute();
    await trx.updateTable('sends').set({ status: 'unknown' }).where('id', '=', messageId).execute();
  });
  return {
    comment: await scene.commentOn(await scene.published(instagram)),
    conversation: await scene.writeTo(facebook),
    doubtful: { conversationId, messageId },
  };
}
