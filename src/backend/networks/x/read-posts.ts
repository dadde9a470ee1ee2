import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import { ask, bearer } from '../requests/exchange.js';
import type { WireRequest } from '../wire.js';
import { xErrors } from './errors.js';

/** What newer versions of the API call the fields of a post. The others have kept their names. */
const NEWER_NAMES: Readonly<Record<string, string>> = {
  note_tweet: 'note_post',
  referenced_tweets: 'referenced_posts',
};

/** The pages of X name the first parameter, its OpenAPI description of 2026-08 the second. X refuses unknown ones. */
const [OLDER, NEWER] = ['tweet.fields', 'post.fields'] as const;

/** Reads posts with these fields. The answer may have them under either name. */
export async function readPosts(
  connection: Connection,
  { path, query }: Pick<WireRequest, 'path'> & Required<Pick<WireRequest, 'query'>>,
  fields: readonly string[],
): Promise<unknown> {
  const read = async (parameter: typeof OLDER | typeof NEWER, names: readonly string[]) => {
    const { body } = await ask(xErrors, connection, {
      method: 'GET',
      path,
      query: { ...query, [parameter]: names.join(',') },
      headers: bearer(connection),
    });
    return body;
  };
  try {
    return await read(OLDER, fields);
  } catch (cause) {
    if (!doesNotKnow(cause, OLDER)) throw cause;
    return read(
      NEWER,
      fields.map((name) => NEWER_NAMES[name] ?? name),
    );
  }
}

function doesNotKnow(cause: unknown, parameter: string): boolean {
  if (!(cause instanceof NetworkRefusal)) return false;
  const { status, message } = cause.answer;
  return status === 400 && message?.includes(parameter) === true;
}
