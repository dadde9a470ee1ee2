import { afterAll, beforeAll, expect, it } from 'vitest';
import { toCliWording } from '../../src/cli/api-to-cli-words.js';
import type { Problem } from '../../src/contract/errors.js';
import { CommentThread } from '../../src/contract/inbox/comments.js';
import { Message } from '../../src/contract/inbox/messages.js';
import type { Diagnosis } from '../../src/contract/posts/delivery-errors.js';
import { threadComments } from '../../src/mcp/tools/inbox/comment-facts.js';
import { CliHarness } from '../cli/support/cli-harness.js';
import { HOUR, InboxScene } from '../support/inbox-scene.js';

/** An action that is rejected, as a request to each of the three interfaces. */
interface Refused {
  readonly code: string;
  readonly rest: readonly [path: string, body: Readonly<Record<string, unknown>>];
  readonly tool: readonly [name: string, args: Readonly<Record<string, unknown>>];
  readonly typed: readonly string[];
}

let harness: CliHarness;
let scene: InboxScene;

beforeAll(async () => {
  harness = await CliHarness.open();
  scene = await InboxScene.of(harness.tools.service);
});
afterAll(() => harness.close());

function reply(parentCommentId: string, text: string, code: string, isPrivate = false): Refused {
  const privately = isPrivate ? { private: true } : {};
  return {
    code,
    rest: ['/v1/comments', { parentCommentId, text, ...privately }],
    tool: ['reply_to_comment', { commentId: parentCommentId, text, ...privately }],
    typed: ['comments', isPrivate ? 'private-reply' : 'reply', parentCommentId, '--text', text, '--yes'],
  };
}

function message(conversationId: string, text: string, code: string): Refused {
  return {
    code,
    rest: ['/v1/messages', { conversationId, text }],
    tool: ['send_message', { conversationId, text }],
    typed: ['messages', 'send', conversationId, '--text', text, '--yes'],
  };
}

const instagram = () => scene.account('instagram');
const commented = async (more = {}) => scene.commentOn(await scene.published(await instagram()), more);
const answered = (parentCommentId: string, more = {}) =>
  harness.tools.service.post('/v1/comments', { parentCommentId, text: 'Yes.', ...more });

/** Every reason for which the service rejects a reply or message. */
const REFUSALS: Readonly<Record<string, () => Promise<Refused>>> = {
  'a closed window': async () => {
    const id = await scene.writeTo(await instagram(), { author: '@late' });
    await scene.advance(25 * HOUR);
    return message(id, 'Sorry!', 'reply_window_closed');
  },
  'a person who has not written': async () => {
    const id = await commented({ author: '@silent' });
    await answered(id, { private: true });
    const { body } = await harness.tools.service.get<{ data: { id: string }[] }>('/v1/conversations?limit=1');
    return message(body.data[0]?.id ?? '', 'And another thing.', 'reply_window_closed');
  },
  'a message that is too long': async () =>
    message(
      await scene.writeTo(await instagram(), { author: '@long' }),
      '🙂'.repeat(251),
      'reply_rules_violated',
    ),
  'a reply that is too long': async () => reply(await commented(), 'x'.repeat(2201), 'reply_rules_violated'),
  'a comment that already has a reply': async () => {
    const id = await commented();
    await answered(id);
    return reply(id, 'Yes!', 'already_answered');
  },
  'a hidden comment': async () => reply(await commented({ hidden: true }), 'Yes!', 'reply_not_possible'),
  'a comment on a live video': async () =>
    reply(await commented({ live: true }), 'Yes!', 'reply_not_possible'),
  'a second private reply': async () => {
    const id = await commented({ author: '@twice' });
    await answered(id, { private: true });
    return reply(id, 'And:', 'already_answered', true);
  },
  'a private reply after its deadline': async () => {
    const id = await commented({ author: '@week' });
    await scene.advance(8 * 24 * HOUR);
    return reply(id, 'Hello!', 'reply_not_possible', true);
  },
  'an unknown comment': async () => reply('cmt_nowhere', 'Yes!', 'comment_not_found'),
  'an unknown conversation': async () => message('conv_nowhere', 'Yes!', 'conversation_not_found'),
};

it.each(Object.keys(REFUSALS))(
  '%s gets the same diagnosis from the API, the tool and the CLI',
  async (name) => {
    const make = REFUSALS[name];
    if (!make) throw new Error(name);
    const { code, rest, tool, typed } = await make();
    const { body } = await harness.tools.service.post<Problem>(...rest);
    expect(body.code).toBe(code);

    const told = await harness.tools.act(...tool);
    expect(told.isError).toBe(true);
    expect(told.text).toContain(code);
    expect(told.text).toContain(body.detail);
    const asked = await harness.tools.call(...tool);
    expect(asked.isError).toBe(true);
    expect(asked.text).toContain(code);

    const { error } = (await failure(typed)) as {
      error: { code: string; message: string; problem: Problem };
    };
    expect([error.code, error.message]).toEqual([body.code, toCliWording(body.detail)]);
    expect([error.problem.allowed, error.problem.closedAt, error.problem.replyId]).toEqual([
      body.allowed,
      body.closedAt,
      body.replyId,
    ]);
  },
);

async function failure(args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await harness.run(...args, '--json');
  expect([stdout, [4, 5]]).toEqual(['', expect.arrayContaining([code])]);
  return JSON.parse(stderr);
}

/** How networks respond to a reply, by the account's handle, and to a message, by the recipient's handle. */
const ACCOUNTS = ['permission_missing', 'content_refused', 'rate_limited', 'lost_before_publish'] as const;
const PEOPLE = ['unreachable', 'held_by_other_app'] as const;

it.each(ACCOUNTS)('a reply of @%s gets the same diagnosis everywhere', async (handle) => {
  const post = await scene.published(await scene.connect('facebook', handle));
  const parent = await scene.commentOn(post);
  await answered(parent);
  const { body } = await harness.tools.service.get(`/v1/comments/${parent}`);
  const own = threadComments(CommentThread.parse(body)).find(({ author }) => author.isYou);
  shownIn((await harness.run('comments', 'get', parent)).stdout, own);
  const tool = await harness.tools.call('get_comment', { id: own?.id ?? '' });
  toldIn(tool.text, own);
});

it.each(PEOPLE)('a message to @%s gets the same diagnosis everywhere', async (author) => {
  const conversationId = await scene.writeTo(await instagram(), { author: `@${author}` });
  const sent = await harness.tools.service.post('/v1/messages', { conversationId, text: 'Hello.' });
  const own = Message.parse(sent.body);
  shownIn((await harness.run('messages', 'get', own.id)).stdout, own);
  toldIn((await harness.tools.call('list_messages', { conversationId })).text, own);
});

interface Own {
  readonly status: string | null;
  readonly error: Diagnosis | null;
}

/** The CLI's output contains every part of the diagnosis. */
function shownIn(stdout: string, own: Own | undefined): void {
  expect(own?.error).not.toBeNull();
  toldIn(stdout, own);
  expect(stdout).toContain(own?.error?.action);
}

function toldIn(text: string, own: Own | undefined): void {
  for (const words of [own?.status, own?.error?.code, own?.error?.message]) expect(text).toContain(words);
}
