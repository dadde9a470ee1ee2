import { textsIn } from '../../../base/text-warnings.js';
import type { PostriderClient } from '../../../client/client.js';
import type { PostDraft } from '../../../contract/posts/content.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import { flag, type Options, text } from '../../command.js';
import type { Context } from '../../context.js';
import { type Confirmation, confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import type { Screen } from '../../output/table.js';
import { WAIT_OPTION } from './outcome.js';
import { postText } from './post-text.js';
import type { Checked } from './publish-preview.js';
import { CHANGE_OPTIONS } from './stored-post.js';
import { WHEN_OPTIONS, type When } from './when.js';

/** The options of every command that publishes a stored post. */
export const PUBLISH_OPTIONS = {
  ...WHEN_OPTIONS,
  idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never publishes twice'),
  allowDuplicate: flag('--allow-duplicate', 'Allow the same text on the same account within 24 hours'),
  wait: WAIT_OPTION,
  ...CHANGE_OPTIONS,
} as const satisfies Options;

/** What decides whether a person is asked before a post is published. */
interface Publishing {
  /** Too near to be stopped in time. */
  readonly soon: boolean;
  /** Confirmed already with `--yes`. */
  readonly yes: boolean;
  readonly allowDuplicate: boolean;
}

/**
 * Shows what will be published and asks for confirmation. Where there is time to stop it, only says what it costs.
 *
 * @throws CliFailure `not_confirmed` if the answer is no, or without a terminal to ask in
 */
export async function beforePublishingDraft(
  draft: PostDraft,
  how: Publishing,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  const check = isShown(how, context) ? await client.posts.validate(draft, { signal: context.signal }) : null;
  const act = {
    content: contentOf(draft),
    action: 'Publishing now, within two hours or on three or more accounts',
    otherwise: () => '',
  };
  await before(check && { draft, check }, act, how, context);
}

/** The same for a stored post. @param when null: its own time. @throws CliFailure `not_confirmed` */
export async function beforePublishingPost(
  post: Post,
  when: When | null,
  how: Publishing,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  const checked = isShown(how, context) ? await checkStored(post, when, client, context) : null;
  const at = when?.time.scheduledAt;
  const act = {
    content: contentOf(post),
    action: 'Publishing now or within two hours',
    otherwise: (screen: Screen) =>
      `${postText(post, screen)}\n${at ? `This will be published at ${at}.` : 'This will be published now.'}`,
  };
  await before(checked, act, how, context);
}

/** Nobody reads it in a script; what is soon and confirmed already is not shown. */
function isShown({ soon, yes }: Publishing, context: Context): boolean {
  const { quiet, json } = context.output;
  return canAsk(context) && (soon ? !yes : !quiet && !json);
}

/** The dry run of what is left to publish of a stored post; null: nothing is left. */
async function checkStored(
  post: Post,
  when: When | null,
  client: PostriderClient,
  context: Context,
): Promise<Checked | null> {
  const { signal } = context;
  const [{ storedRequest }, me] = await Promise.all([
    import('../../../mcp/tools/posts/requests/stored-post.js'),
    client.me.get({ signal }),
  ]);
  const reader = { zone: me.workspace.timezone, now: Date.parse(me.time.utc) };
  const { scheduledAt, timezone, ...time } = when?.time ?? {};
  const asked = { ...time, scheduledAt: scheduledAt ?? undefined, timezone: timezone ?? undefined };
  const request = storedRequest(post, asked, reader);
  if (!request.ok) return null;
  const draft = request.value;
  return { draft, check: await client.posts.validate({ ...draft, postId: post.id }, { signal }) };
}

async function before(
  checked: Checked | null,
  act: Pick<Confirmation, 'content' | 'action'> & { readonly otherwise: Confirmation['preview'] },
  { soon, yes, allowDuplicate }: Publishing,
  context: Context,
): Promise<void> {
  // Do not ask about a post that would be rejected: the request reports every error.
  if (checked !== null && isRefused(checked.check, allowDuplicate)) return;
  const { otherwise, ...asked } = act;
  const { priceLines, publishPreview } = await import('./publish-preview.js');
  if (!soon) {
    if (checked === null) return;
    const lines = priceLines(checked.check, { style: context.output.noteStyle });
    if (lines.length > 0) context.output.note(lines.join('\n'));
    return;
  }
  const shown = checked === null ? { preview: otherwise, question: 'Publish?' } : publishPreview(checked);
  await confirmAction({ ...asked, ...shown }, yes, context);
}

function isRefused({ errors, targets, duplicateOf }: PostValidation, allowDuplicate: boolean): boolean {
  return errors.length > 0 || targets.some(({ ok }) => !ok) || (duplicateOf !== null && !allowDuplicate);
}

/** Every text of a post, and of its versions for networks. */
export function contentOf({
  text,
  altTexts,
  overrides,
}: Pick<PostDraft, 'text' | 'altTexts' | 'overrides'>): string[] {
  return textsIn([text, altTexts, overrides?.map(({ target: _, ...content }) => content)]);
}
