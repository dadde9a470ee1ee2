import { isPlainName } from '../../contract/plain-names.js';
import { type Board, boardName, type OwnBoards } from '../boards.js';
import { type Finding, nameOf, ownField, type PreflightTarget } from './target.js';

/** Boards that a message names. */
const MAX_NAMED_BOARDS = 10;

/** What is wrong with the board of a post: it is gone, no board has its name, or it is not an id. */
export function boardFindings(target: PreflightTarget): Finding[] {
  const { account, content, rules } = target;
  const { boardId: rule } = rules.options;
  const { boardId } = content;
  if (!rule || boardId === null) return [];
  const { boards, handle } = account;
  const found = { code: 'option_invalid', field: rule.field, actual: boardId } as const;
  const gone = boards?.gone?.find(({ id }) => id === boardId);
  if (boards && gone) {
    const named = isPlainName(gone.name) ? `the board "${gone.name}"` : `the board ${gone.id}`;
    const message = `${handle} no longer has ${named} on ${nameOf(target)}.`;
    return [{ ...found, message, fix: useOneOf(target, boards), figure: rule.required }];
  }
  if (new RegExp(rule.pattern.value).test(boardId)) return [];
  if (boards && boards.list.length > 0) {
    const message = `${handle} has no board "${boardId}" on ${nameOf(target)}.`;
    return [{ ...found, message, fix: useOneOf(target, boards), figure: rule.required }];
  }
  return [
    {
      ...found,
      message: `"${boardId}" is not a ${nameOf(target)} board id: board ids contain only digits.`,
      limit: rule.pattern.value,
      fix: 'Use the id of one of the account’s boards.',
      figure: rule.pattern,
    },
  ];
}

/** What to do about a post without a board, where the account's boards are known: `Set …boardId to one of …`. */
export function chooseBoard(target: PreflightTarget): string {
  const field = ownField(target, 'boardId');
  const { boards } = target.account;
  if (!boards) return `Set ${field} to the id of one of the account’s boards.`;
  return boards.list.length === 0 ? createBoard(target) : `Set ${field} to one of: ${namesOf(boards)}`;
}

function useOneOf(target: PreflightTarget, boards: OwnBoards): string {
  return boards.list.length === 0 ? createBoard(target) : `Use one of its boards: ${namesOf(boards)}`;
}

const createBoard = (target: PreflightTarget): string =>
  `Create a board on ${nameOf(target)}, then check the account to find it.`;

/** The first boards, and where others are found. */
function namesOf({ list }: OwnBoards): string {
  const names = list.slice(0, MAX_NAMED_BOARDS).map((board) => inMessage(board, list));
  const more = list.length > MAX_NAMED_BOARDS ? ', …' : '';
  return `${names.join(', ')}${more}. Check the account to find new ones.`;
}

/** The name of a board; its id where another has the same name, or where the name could be read as prose. */
function inMessage(board: Board, list: readonly Board[]): string {
  return isPlainName(board.name) ? boardName(board, list) : board.id;
}
