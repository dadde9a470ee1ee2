import type { PostriderClient } from '../../../client/client.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { type Board, boardName, findBoard } from '../../../networks/boards.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { ask, canAsk } from '../../input/prompt.js';
import { plainLine } from '../../output/plain-text.js';
import { typed } from '../../typed-name.js';

/** Boards that the question lists. Others can be named. */
const MAX_LISTED = 30;

/**
 * Chooses the default board of an account that has just been connected: the given one, or the one that somebody at a
 * terminal names if it has several.
 *
 * @throws CliFailure it has no such board; the account stays connected
 */
export async function chooseBoard(
  client: PostriderClient,
  account: Account,
  given: string | undefined,
  context: Context,
): Promise<Account> {
  const { boards } = account;
  const list = boards?.list ?? [];
  if (given !== undefined) return setBoard(client, account, boardNamed(account, given), context);
  if (boards === null || boards.defaultId !== null || list.length === 0 || !canAsk(context)) return account;
  const board = await askedBoard(list, context);
  return board === null ? account : setBoard(client, account, board, context);
}

function setBoard(client: PostriderClient, { id }: Account, board: Board, { signal }: Context) {
  return client.accounts.update(id, { board: board.id }, { signal });
}

function boardNamed({ id, handle, platform, boards }: Account, given: string): Board {
  const board = findBoard(boards?.list ?? [], given);
  if (board) return board;
  const names = (boards?.list ?? []).map((one) => plainLine(boardName(one, boards?.list ?? [])));
  throw new CliFailure(
    'refused',
    `${PLATFORM_NAMES[platform]} ${plainLine(handle)} is connected, but has no board "${plainLine(given)}".`,
    {
      lines: names.length === 0 ? [] : [`It has: ${names.slice(0, MAX_LISTED).join(', ')}`],
      next: [`Choose another: ${typed(`accounts update ${id} --board <name>`)}`],
    },
  );
}

/** @returns null: none is wanted */
async function askedBoard(list: readonly Board[], context: Context): Promise<Board | null> {
  const shown = list.slice(0, MAX_LISTED);
  const lines = shown.map((board, place) => `  ${place + 1}  ${plainLine(boardName(board, list))}`);
  const more = list.length > MAX_LISTED ? [`  and ${list.length - MAX_LISTED} more`] : [];
  context.output.insist(() => ['Its boards:', ...lines, ...more].join('\n'));
  for (;;) {
    const answer = (await ask(context, 'Default board? A number, a name, or Enter for none: ')).trim();
    if (answer === '') return null;
    const board = boardByAnswer(answer, shown, list);
    if (board) return board;
    context.output.insist(() => `There is no board "${plainLine(answer)}".`);
  }
}

/** A board by its name or id, or by its number in the list. */
export function boardByAnswer(
  answer: string,
  shown: readonly Board[],
  list: readonly Board[],
): Board | undefined {
  return findBoard(list, answer) ?? (/^\d{1,3}$/.test(answer) ? shown[Number(answer) - 1] : undefined);
}

type NewAccount = Pick<Account, 'boards' | 'platform'> & { readonly id: string };

/** What to know of the boards of an account that has just been connected; empty: its network has none. */
export function boardLinesOf({ boards, id, platform }: NewAccount): readonly string[] {
  if (boards === null) return [];
  const { list, defaultId } = boards;
  const board = list.find((one) => one.id === defaultId);
  if (board) return [`Posts that name no board go to ${plainLine(board.name)}.`];
  if (list.length === 0) {
    return [
      `It has no boards yet, and every post needs one: create a board on ${PLATFORM_NAMES[platform]}, then run ${typed(`accounts check ${id}`)}`,
    ];
  }
  return [`Each post must name its board. Set a default: ${typed(`accounts update ${id} --board <name>`)}`];
}
