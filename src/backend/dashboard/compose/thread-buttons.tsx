import type { TargetPreview } from '../../../contract/posts/posts.js';
import { threadMode } from './thread-acts.js';

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
      hx-post="/posts/options"
      hx-target={`#tab-item-${accountId}`}
      hx-select={`#tab-item-${accountId}`}
      hx-swap="outerHTML"
      data-changes
      {...(isHidden && { hidden: true, 'data-cut-here': true })}
      {...(sign !== undefined && { 'aria-label': words, title: words })}
    >
      {sign ?? words}
    </button>
  );
}
