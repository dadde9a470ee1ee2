/** A comment’s URN has the thread in which it is, and its number there. */
const COMMENT = /^urn:li:comment:\((urn:li:[a-zA-Z]+:\d+),(\d+)\)$/;

export interface CommentUrn {
  /** The post or activity under which LinkedIn keeps it. */
  readonly thread: string;
  readonly number: string;
}

/** Null: it is not the URN of a comment. */
export function commentUrnOf(urn: string | null): CommentUrn | null {
  const [, thread, number] = COMMENT.exec(urn ?? '') ?? [];
  return thread === undefined || number === undefined ? null : { thread, number };
}

export const urnOfComment = ({ thread, number }: CommentUrn): string =>
  `urn:li:comment:(${thread},${number})`;
