import type { TracedContent } from './content.js';

/** A collection of an account to which posts go, such as a board of Pinterest. */
export interface Board {
  /** The network's id. */
  readonly id: string;
  readonly name: string;
}

/** The boards of an account. */
export interface OwnBoards {
  readonly list: readonly Board[];
  /** The one for posts that name none; null: they must name one. */
  readonly defaultId: string | null;
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

/** The content with the id of the board in place of its name, or of the default board where it names none. */
export function withBoard(traced: TracedContent, boards: OwnBoards | null | undefined): TracedContent {
  if (!boards) return traced;
  const { boardId } = traced.content;
  const board = boardId === null ? boards.defaultId : (findBoard(boards.list, boardId)?.id ?? boardId);
  return board === boardId ? traced : { ...traced, content: { ...traced.content, boardId: board } };
}
