import type { PostriderClient } from '../../../client/client.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Comment } from '../../../contract/inbox/comments.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import type { LengthLimit } from '../../../contract/inbox/replies.js';
import type { TimeForms } from '../../../contract/instants.js';
import { isPlainHandle } from '../../../contract/plain-names.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import type { Context } from '../../context.js';
import { confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import { fullTime } from '../../output/instants.js';
import { plainLine, visibleLines } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { authorOf, quoted } from './comments/comment-text.js';
import { readComment } from './comments/comment-thread.js';
import { personOf } from './conversations/conversation-text.js';

/** What will be sent, as far as the prompt shows it. */
interface Outgoing {
  readonly text: string;
  readonly private: boolean;
  readonly allowDuplicate: boolean;
}

/** What is shown before something is sent. */
interface Preview {
  /** `Reply publicly to @mia.brews now, as instagram @fernhill.` */
  readonly heading: string;
  /** The text being answered. */
  readonly theirs: string | null;
  readonly text: string;
  readonly limit: LengthLimit | null;
  readonly notes: readonly string[];
}

/** Asks before replying to a comment. @throws CliFailure `not_confirmed` */
export function confirmReply(
  commentId: string,
  reply: Outgoing,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  const action = reply.private ? 'Replying with a direct message' : 'Replying in public';
  return ask(yes, action, context, async () => {
    const comment = await readComment(commentId, client, context);
    const { replyProblem } = await import('../../../mcp/tools/inbox/reply-preview.js');
    if (replyProblem({ comment, ...reply }, reply.allowDuplicate) !== undefined) return null;
    const { replySentences } = await import('../../../networks/charges.js');
    const prices = replySentences([{ ...comment, text: reply.text }]);
    return replyPreview(comment, reply, await accountName(comment, client, context), prices);
  });
}

/** Characters of a name in a prompt. */
const MAX_NAME_LENGTH = 40;

/** The name of a person in a sentence of ours: quoted and short, unless it is a plain handle. */
function named(name: string): string {
  if (isPlainHandle(name)) return name;
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return `“${short.replaceAll(/[“”"]/g, '')}”`;
}

function replyPreview(comment: Comment, reply: Outgoing, from: string, prices: readonly string[]): Preview {
  const { replyRules, when, id } = comment;
  const { attachesTo, private: byMessage } = replyRules;
  const isMoved = !reply.private && attachesTo !== null && attachesTo !== id;
  return {
    heading: `Reply ${reply.private ? 'with a direct message' : 'publicly'} to ${named(authorOf(comment))} now, as ${from}. They wrote ${when.relative}:`,
    theirs: comment.text,
    text: reply.text,
    limit: reply.private ? byMessage : replyRules,
    notes: [
      realityOf(comment),
      ...(reply.private ? [] : prices),
      ...(isMoved ? [`The reply will appear under ${attachesTo}.`] : []),
      ...(reply.private ? ['The network allows only one private reply to this comment.'] : []),
      ...(reply.private && byMessage?.until ? [`You can reply until ${fullTime(byMessage.until)}.`] : []),
    ],
  };
}

/** Asks before commenting on a post. @throws CliFailure `not_confirmed` */
export function confirmComment(
  postId: string,
  accountId: string | undefined,
  text: string,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  return ask(yes, 'Commenting in public', context, async () => {
    const post = await client.posts.get(postId, {}, { signal: context.signal });
    const { replySentences } = await import('../../../networks/charges.js');
    const targets = post.targets.filter(
      (target) =>
        target.status === 'published' && (accountId === undefined || target.accountId === accountId),
    );
    return {
      heading: `Comment publicly on ${post.id} now:`,
      theirs: post.text,
      text,
      limit: null,
      // Of several accounts one has to be named, or the backend refuses the comment.
      notes: targets.length === 1 ? replySentences(targets.map((target) => ({ ...target, text }))) : [],
    };
  });
}

/** Asks before sending a direct message. @throws CliFailure `not_confirmed` */
export function confirmMessage(
  conversationId: string,
  message: { readonly text: string; readonly media: readonly string[] },
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  return ask(yes, 'Sending a direct message', context, async () => {
    const conversation = await client.conversations.get(conversationId, { signal: context.signal });
    const { tooLong } = await import('../../../mcp/tools/inbox/reply-preview.js');
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
  const quote = isTheirs ? ` They wrote ${lastMessage.when.relative}:` : '';
  return {
    heading: `Send a direct message to ${named(personOf(conversation))} now, as ${from}.${quote}`,
    theirs: isTheirs ? lastMessage.text : null,
    text,
    limit: replyRules,
    notes: [
      realityOf(conversation),
      ...(media.length === 0 ? [] : [`Attached: ${media.map(plainLine).join(', ')}.`]),
      ...(canReplyUntil === null ? [] : [windowWords(canReplyUntil)]),
    ],
  };
}

function realityOf({ simulated }: Pick<Comment, 'simulated'>): string {
  return simulated ? 'The network is simulated: nothing becomes public.' : 'The network is real.';
}

function windowWords(until: TimeForms): string {
  return `The reply window closes ${until.relative}: ${until.local}.`;
}

/** `instagram @fernhill`. */
async function accountName(
  { accountId, platform }: Pick<Comment, 'accountId' | 'platform'>,
  client: PostriderClient,
  { signal }: Context,
): Promise<string> {
  const { handle } = await client.accounts.get(accountId as Account['id'], { signal });
  return `${platform} ${plainLine(handle)}`;
}

/**
 * @param read the preview, or null if the backend would reject the request: then the request itself reports why
 */
async function ask(
  yes: boolean,
  action: string,
  context: Context,
  read: () => Promise<Preview | null>,
): Promise<void> {
  if (yes) return;
  const preview = canAsk(context) ? await read() : null;
  if (canAsk(context) && preview === null) return;
  const used = preview?.limit ? await countedIn(preview.text, preview.limit) : '';
  await confirmAction(
    {
      preview: (screen) => (preview ? previewText(preview, used, screen) : ''),
      content: preview === null ? [] : [preview.text],
      question: 'Send this?',
      action,
    },
    yes,
    context,
  );
}

/** ` (18 of 2200 characters)`. */
async function countedIn(text: string, { max, unit }: LengthLimit): Promise<string> {
  const { countText, isCountUnit } = await import('../../../networks/count/count.js');
  return isCountUnit(unit) ? ` (${countText(text, unit)} of ${max} ${unitWord(unit)})` : '';
}

function previewText({ heading, theirs, text, notes }: Preview, used: string, screen: Screen): string {
  return [
    screen.style('bold', heading),
    ...(theirs === null ? [] : quoted(visibleLines(theirs), screen, '  ')),
    ...(text === '' ? [] : [`Your text${used}:`, ...quoted(visibleLines(text), screen, '  ')]),
    ...notes,
  ].join('\n');
}
