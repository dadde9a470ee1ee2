import type { TargetPreview } from '../../../contract/posts/posts.js';
import { type ThreadAct as Act, threadMode } from './thread-acts.js';

/** Offers to cut what is too long into a thread. */
export function SplitAct({ target }: { readonly target: TargetPreview | undefined }) {
  if (!target?.split) return null;
  const { accountId, split } = target;
  return (
    <ThreadAct
      accountId={accountId}
      mode={threadMode('split', accountId)}
      words={`Split into ${split.length} posts`}
    />
  );
}

interface RemovedPostProps {
  readonly act: Act;
  readonly text: string;
}

/** Offers to put a post back that was removed from a thread. Its text is in the button, which works without a script. */
export function RemovedPost({ act: { accountId, index }, text }: RemovedPostProps) {
  return (
    <div class="toast undo" data-toast data-undo>
      <p>
        <strong>Post {index + 1} removed</strong>
      </p>
      <button
        type="submit"
        form="compose"
        name="mode"
        value={`${threadMode('restore', accountId, index)}.${text}`}
        class="undo-button"
        aria-keyshortcuts="Control+Z Meta+Z"
        {...changing(accountId)}
      >
        Undo
      </button>
    </div>
  );
}

/** Sends the form, and shows the tab of a channel as it is then. */
export const changing = (accountId: string) =>
  ({
    'hx-post': '/posts/options',
    'hx-target': `#tab-item-${accountId}`,
    'hx-select': `#tab-item-${accountId}`,
    'hx-swap': 'outerHTML',
    'data-changes': true,
  }) as const;

interface ThreadActProps {
  readonly accountId: string;
  readonly mode: string;
  readonly words: string;
  /** What is shown instead of the words. */
  readonly sign?: string;
  readonly isHidden?: boolean;
}

/** A button that changes a thread on the page; without a script, by a new page. */
export function ThreadAct({ accountId, mode, words, sign, isHidden = false }: ThreadActProps) {
  return (
    <button
      type="submit"
      name="mode"
      value={mode}
      class={sign === undefined ? 'link-button' : 'button quiet'}
      {...changing(accountId)}
      {...(isHidden && { hidden: true, 'data-cut-here': true })}
      {...(sign !== undefined && { 'aria-label': words, title: words })}
    >
      {sign ?? words}
    </button>
  );
}
