import type { Account } from '../../../contract/accounts/accounts.js';
import type { TargetBoard } from '../../../contract/posts/target-board.js';
import { boardName, boardWords, findBoard } from '../../../networks/boards.js';

/** What the field of a board offers. */
interface BoardChoices {
  readonly choices: readonly { readonly value: string; readonly words: string }[];
  /** The chosen one; empty: none. */
  readonly value: string;
  /** What happens where none is chosen; null: one has to be. */
  readonly otherwise: string | null;
}

/**
 * The boards of a channel, by their names. A post can have one that the network no longer lists, or has not listed yet.
 *
 * @param written the board that is chosen, by its id or its name; empty: none
 * @param sent the board to which the post would go; undefined: none, or not known
 */
export function boardChoices(
  { boards }: Pick<Account, 'boards'>,
  written: string,
  sent: TargetBoard | undefined,
): BoardChoices {
  const { list = [], defaultId = null } = boards ?? {};
  const listed = list.map((board) => ({ value: board.id, words: boardName(board, list) }));
  const known = written === '' ? null : findBoard(list, written);
  const value = known?.id ?? written;
  const words = sent?.id === value ? boardWords(sent) : value;
  const isListed = listed.some((one) => one.value === value);
  const byDefault = list.find(({ id }) => id === defaultId);
  const kept = written === '' && sent !== undefined && sent.id !== defaultId ? sent : null;
  return {
    choices: value === '' || isListed ? listed : [...listed, { value, words }],
    value,
    otherwise: kept
      ? `As saved: ${boardWords(kept)}`
      : byDefault
        ? `Default: ${boardName(byDefault, list)}`
        : null,
  };
}
