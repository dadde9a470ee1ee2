import { isPlainName } from '../contract/plain-names.js';
import type { TargetBoard } from '../contract/posts/target-board.js';
import type { TracedContent } from './content.js';

/** A collection of an account to which posts go, such as a board of Pinterest. */
export interface Board {
  /** The network's id. */
  readonly id: string;
  readonly name: string;
}

/** A board that an account has, or had. */
export interface KnownBoard extends Board {
  /** The network listed it before, and no longer does. */
  readonly gone?: true;
}

/** The boards of an account. */
export interface OwnBoards {
  readonly list: readonly Board[];
  /** Boards that it no longer has; absent: none are known. */
  readonly gone?: readonly Board[];
  /** The one for posts that name none; null: they must name one. */
  readonly defaultId: string | null;
}

/** What a network answers when its boards are listed. */
export interface ListedBoards {
  readonly boards: readonly Board[];
  /** False: the account has more boards than were read. */
  readonly isWhole: boolean;
}

/** Boards that are kept although the network's list does not reach them, or no longer has them. */
const MAX_UNREAD = 1000;
const MAX_GONE = 200;

/** What is kept after the network has listed an account's boards: these, and those that have gone. */
export function boardsAfter(
  before: readonly KnownBoard[],
  { boards, isWhole }: ListedBoards,
): readonly KnownBoard[] {
  const listed = new Set(boards.map(({ id }) => id));
  const others = before.filter(({ id }) => !listed.has(id));
  const missing = others
    .filter(({ gone }) => isWhole && !gone)
    .map((one) => ({ ...one, gone: true as const }));
  const unread = others.filter(({ gone }) => !isWhole && !gone).slice(0, MAX_UNREAD);
  const gone = [...missing, ...others.filter((one) => one.gone)].slice(0, MAX_GONE);
  return [...boards.map(({ id, name }) => ({ id, name })), ...unread, ...gone];
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** What to call a board: its name, or its id where another board has the same name. */
export function boardName({ id, name }: Board, list: readonly Board[]): string {
  return list.filter((other) => sameName(other.name, name)).length === 1 ? name : id;
}

/** The board with an id or a name; null: there is none, or several have the name. */
export function findBoard(list: readonly Board[], written: string): Board | null {
  const byId = list.find(({ id }) => id === written.trim());
  if (byId) return byId;
  const named = list.filter(({ name }) => sameName(name, written));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/**
 * The content with the id of the board in place of its name, or of the default board where it names none.
 *
 * @param kept the id of the board that a stored post keeps, whatever its name or the default has become since; null or
 *   absent: the post is new, or an edit names another board
 */
export function withBoard(
  traced: TracedContent,
  boards: OwnBoards | null | undefined,
  kept: string | null = null,
): TracedContent {
  const named = traced.content.boardId;
  const board = kept ?? (boards ? resolved(named, boards) : named);
  return board === named ? traced : { ...traced, content: { ...traced.content, boardId: board } };
}

function resolved(named: string | null, { list, defaultId }: OwnBoards): string | null {
  return named === null ? defaultId : (findBoard(list, named)?.id ?? named);
}

/** The board of a target, by what is known of its account's boards. @param id null: it has none */
export function targetBoard(id: string | null | undefined, known: readonly KnownBoard[]): TargetBoard | null {
  if (!id) return null;
  const board = known.find((one) => one.id === id);
  return { id, name: board?.name ?? null, gone: board?.gone === true };
}

/** A board for a person: `Recipes`. Where that is not enough, what is wrong with it, or its id. */
export function boardWords({ id, name, gone }: TargetBoard): string {
  if (name === null) return `${id} (its name is not known)`;
  return gone ? `${name} (the account no longer has this board)` : name;
}

/** The same for a model, with the id. A name that could be read as prose is left out: it has to be quoted. */
export function boardForModel({ id, name, gone }: TargetBoard): string {
  const notes = [
    ...(name === null ? ['its name is not known'] : []),
    ...(gone ? ['the account no longer has this board'] : []),
  ];
  const words = name !== null && isPlainName(name) ? `${name}, id ${id}` : `id ${id}`;
  return [words, ...notes].join('; ');
}

/** A name that `boardForModel` leaves out. */
export function isQuotedName(name: string | null): name is string {
  return name !== null && !isPlainName(name);
}
