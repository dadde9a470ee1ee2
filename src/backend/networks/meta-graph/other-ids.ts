import { listAt, textAt } from '../requests/json-answer.js';

/** Where a Graph API network says the other ids of a post. */
export interface OtherIdFields {
  /** The fields to request. */
  readonly fields: string;
  readonly list: readonly string[];
  readonly id: readonly string[];
}

/** The other ids of a post. @param post as the network returned it */
export const idsAt = (post: unknown, { list, id }: OtherIdFields): readonly string[] =>
  listAt(post, ...list).flatMap((other) => textAt(other, ...id) ?? []);
