import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { boardWords } from '../../../networks/boards.js';
import { VisibleText } from '../layout/visible-text.js';

/** To which board a target goes, or went. */
export function BoardLine({ board }: Pick<Target, 'board'>) {
  if (board === undefined) return null;
  return (
    <p class="soft small">
      Board: <VisibleText text={boardWords(board)} />
    </p>
  );
}

/** The boards to which a post goes, for a row of a list. */
export function BoardsOf({ post }: { readonly post: Post }) {
  const names = new Set(post.targets.flatMap(({ board }) => (board ? boardWords(board) : [])));
  if (names.size === 0) return null;
  return (
    <span class="one-line">
      <VisibleText text={[...names].join(', ')} />
    </span>
  );
}

interface KnownBoards {
  readonly post: Pick<Post, 'targets'>;
  readonly accounts: readonly Account[];
}

/** The name of a board that was written by its id or by its name. */
export function boardNamed(written: string, { post, accounts }: KnownBoards): string {
  const boards = [
    ...accounts.flatMap((account) => account.boards?.list ?? []),
    ...post.targets.flatMap(({ board }) => board ?? []),
  ];
  return boards.find(({ id }) => id === written)?.name ?? written;
}
