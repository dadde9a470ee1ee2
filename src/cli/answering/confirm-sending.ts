import type { PostriderClient } from '../../client/client.js';
import type { Comment } from '../../contract/inbox/comments.js';
import type { Conversation } from '../../contract/inbox/conversations.js';
import type { LengthLimit } from '../../contract/inbox/replies.js';
import type { TimeForms } from '../../contract/instants.js';
import { unitWord } from '../../networks/count/unit-words.js';
import type { Context } from '../context.js';
import { canAsk } from '../input/prompt.js';
import { plainLine } from '../output/plain-text.js';
import type { Room } from '../output/table.js';
import { confirmAct } from '../posting/confirm-act.js';
import { authorOf, quoted } from '../present/comment-text.js';
import { personOf } from '../present/conversation-text.js';
import { fullTime } from '../present/instants.js';
import { readComment } from './comment-thread.js';

/** What is to be sent, as far as the person who is asked must see it. */
interface Outgoing {
  readonly text: string;
  readonly private: boolean;
  readonly allowDuplicate: boolean;
}

/** What a person is shown before something goes out. */
interface Preview {
  /** `Answer @mia.brews in public, now, from instagram @fernhill:` */
  readonly heading: string;
  /** What is answered. */
  readonly theirs: string | null;
  readonly text: string;
  readonly limit: LengthLimit | null;
  readonly notes: readonly string[];
}

/** Asks before a comment is answered. @throws CliFailure `not_confirmed` */
export function confirmReply(
  commentId: string,
  reply: Outgoing,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  const would = `A comment would be answered${reply.private ? ' with a direct message' : ' in public'} now`;
  return ask(yes, would, context, async () => {
    const comment = await readComment(commentId, client, context);
    const { replyProblem } = await import('../../mcp/tools/inbox/reply-preview.js');
    if (replyProblem({ comment, ...reply }, reply.allowDuplicate) !== undefined) return null;
    return replyPreview(comment, reply, await accountName(comment, client, context));
  });
}

function replyPreview(comment: Comment, reply: Outgoing, from: string): Preview {
  const { replyRules, when, id } = comment;
  const { attachesTo, private: byMessage } = replyRules;
  const isMoved = !reply.private && attachesTo !== null && attachesTo !== id;
  return {
    heading: `Answer ${authorOf(comment)} ${reply.private ? 'with a direct message' : 'in public'}, now, from ${from}. They wrote ${when.relative}:`,
    theirs: comment.text,
    text: reply.text,
    limit: reply.private ? byMessage : replyRules,
    notes: [
      ...(isMoved ? [`It appears under ${attachesTo}.`] : []),
      ...(reply.private ? ['It is the only private reply that the network allows to this comment.'] : []),
      ...(reply.private && byMessage?.until ? [`Possible until ${fullTime(byMessage.until)}.`] : []),
    ],
  };
}

/** Asks before a post is commented on. @throws CliFailure `not_confirmed` */
export function confirmComment(
  postId: string,
  text: string,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  return ask(yes, 'A post would be commented on in public now', context, async () => {
    const post = await client.posts.get(postId, {}, { signal: context.signal });
    return {
      heading: `Comment in public, now, on ${post.id}:`,
      theirs: post.text,
      text,
      limit: null,
      notes: [],
    };
  });
}

/** Asks before a direct message is sent. @throws CliFailure `not_confirmed` */
export function confirmMessage(
  conversationId: string,
  message: { readonly text: string; readonly media: readonly string[] },
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  return ask(yes, 'A direct message would be sent now', context, async () => {
    const conversation = await client.conversations.get(conversationId, { signal: context.signal });
    const { tooLong } = await import('../../mcp/tools/inbox/reply-preview.js');
    const isRefused =
      conversation.cannotReplyReason !== null ||
      tooLong(message.text, conversation.platform, 'messages') !== undefined;
    if (isRefused) return null;
    return messagePreview(conversation, message, await accountName(conversation, client, context));
  });
}

function messagePreview(
  conversation: Conversation,
  { text, media }: { readonly text: string; readonly media: readonly string[] },
  from: string,
): Preview {
  const { lastMessage, replyRules, canReplyUntil } = conversation;
  const isTheirs = lastMessage?.direction === 'inbound' && lastMessage.text !== '';
  const said = isTheirs ? ` They wrote ${lastMessage.when.relative}:` : '';
  return {
    heading: `Send ${personOf(conversation)} a direct message, now, from ${from}.${said}`,
    theirs: isTheirs ? lastMessage.text : null,
    text,
    limit: replyRules,
    notes: [
      ...(media.length === 0 ? [] : [`With ${media.map(plainLine).join(', ')}.`]),
      ...(canReplyUntil === null ? [] : [windowWords(canReplyUntil)]),
    ],
  };
}

function windowWords(until: TimeForms): string {
  return `The window closes ${until.relative}: ${until.local}.`;
}

/** `instagram @fernhill`. */
async function accountName(
  { accountId, platform }: Pick<Comment, 'accountId' | 'platform'>,
  client: PostriderClient,
  { signal }: Context,
): Promise<string> {
  const { data } = await client.accounts.list({ limit: 100 }, { signal });
  const handle = data.find(({ id }) => id === accountId)?.handle ?? accountId;
  return `${platform} ${plainLine(handle)}`;
}

/**
 * @param read what is shown; null where the service would refuse it: the request itself says everything about
 * that, and is not worth a question
 */
async function ask(
  yes: boolean,
  would: string,
  context: Context,
  read: () => Promise<Preview | null>,
): Promise<void> {
  if (yes) return;
  const preview = canAsk(context) ? await read() : null;
  if (canAsk(context) && preview === null) return;
  const used = preview?.limit ? await countedIn(preview.text, preview.limit) : '';
  await confirmAct(
    { shows: (room) => (preview ? previewText(preview, used, room) : ''), question: 'Send it?', would },
    yes,
    context,
  );
}

/** ` (18 of 2200 characters)`. */
async function countedIn(text: string, { max, unit }: LengthLimit): Promise<string> {
  const { countText, isCountUnit } = await import('../../networks/count/count.js');
  return isCountUnit(unit) ? ` (${countText(text, unit)} of ${max} ${unitWord(unit)})` : '';
}

function previewText({ heading, theirs, text, notes }: Preview, used: string, room: Room): string {
  return [
    room.style('bold', heading),
    ...(theirs === null ? [] : quoted(theirs, room, '  ')),
    ...(text === '' ? [] : [`You${used}:`, ...quoted(text, room, '  ')]),
    ...notes,
  ].join('\n');
}
