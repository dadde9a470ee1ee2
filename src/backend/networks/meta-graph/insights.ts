import { isRecord } from '../../../base/is-record.js';
import { METRICS, type Metric, type MissingReason } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import {
  allMissing,
  givenMetrics,
  type MeasuredPost,
  type MetricsAdapter,
  type PostCounts,
  readEach,
  withMissing,
} from '../metrics-adapter.js';
import { listAt, textAt, valueAt } from '../requests/json-answer.js';
import { type GraphApi, graphGet, isGone } from './graph-call.js';

/** What a Graph API network counts, by the names of its fields. */
type Values = ReadonlyMap<string, number>;

/** Names that a Graph API network did not answer for, with the reason. */
type Refused = Map<string, MissingReason>;

/** The code of a parameter that is not valid: here, the name of a metric. */
const INVALID_PARAMETER = '100';
const NO_PERMISSION = '10';

/** How Instagram says that it does not show numbers of so few people. */
const TOO_FEW = /not enough viewers/i;
/** How the networks say that a metric exists, but not for this form of post. */
const NOT_OF_THIS_FORM = /(?:not supported|does not support).{0,80}media/i;
/** How they refuse a name that they do not know, with the names that they do. */
const ONE_OF = /must be one of the following values: (.{0,4000})/is;

/** A count at a field of an insight. Counts by kind, such as reactions, are added up. */
function countOf(value: unknown): number | null {
  const parts = isRecord(value) ? Object.values(value) : [value];
  const counts = parts.filter((part) => typeof part === 'number' && Number.isInteger(part) && part >= 0);
  return counts.length === parts.length ? counts.reduce((sum: number, part) => sum + Number(part), 0) : null;
}

/** The values in an answer. What the network leaves out, or leaves empty, is not among them. */
function valuesIn(body: unknown): Values {
  const values = new Map<string, number>();
  for (const insight of listAt(body, 'data')) {
    const name = textAt(insight, 'name');
    const total = valueAt(insight, 'total_value', 'value');
    const count = countOf(total ?? valueAt(listAt(insight, 'values').at(-1), 'value') ?? null);
    if (name !== null && count !== null) values.set(name, count);
  }
  return values;
}

/** The names that an error refuses; none: it does not say which. */
function namesRefused(message: string, names: readonly string[]): readonly string[] {
  const known = ONE_OF.exec(message)?.[1]?.split(/[\s,]+/);
  if (known) return names.filter((name) => !known.includes(name));
  const words = message.split(/[^\w]+/);
  return names.filter((name) => words.includes(name));
}

function isOfCode(cause: unknown, code: string): cause is NetworkRefusal {
  return cause instanceof NetworkRefusal && cause.answer.code === code;
}

/** It refuses this post for good, such as one from before the account became a professional one (100/2108006). */
function isOfPost(cause: unknown): boolean {
  return cause instanceof NetworkRefusal && cause.answer.code?.startsWith(`${INVALID_PARAMETER}/`) === true;
}

interface Insights {
  readonly api: GraphApi;
  readonly connection: Connection;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Reads metrics of an object. One name that the network has retired fails the whole request, so such names are dropped
 * and the others are asked for again: if the error does not say which name it means, each alone.
 */
async function readInsights(insights: Insights, names: readonly string[], refused: Refused): Promise<Values> {
  if (names.length === 0) return new Map();
  const { api, connection, path, query } = insights;
  try {
    const { body } = await graphGet(api, connection, path, { ...query, metric: names.join(',') });
    return valuesIn(body);
  } catch (cause) {
    if (isOfCode(cause, NO_PERMISSION) && TOO_FEW.test(cause.answer.message ?? '')) return new Map();
    if (!isOfCode(cause, INVALID_PARAMETER)) throw cause;
    const message = cause.answer.message ?? '';
    const named = names.length === 1 ? names : namesRefused(message, names);
    for (const name of named) refused.set(name, NOT_OF_THIS_FORM.test(message) ? 'not_given' : 'removed');
    if (named.length > 0) {
      const rest = names.filter((name) => !named.includes(name));
      return readInsights(insights, rest, refused);
    }
    const values = new Map<string, number>();
    for (const name of names) {
      for (const [found, count] of await readInsights(insights, [name], refused)) values.set(found, count);
    }
    return values;
  }
}

/** Where a network counts what its posts are seen. */
interface PostInsights {
  readonly platform: Platform;
  readonly api: GraphApi;
  /** The path of a post's insights; absent: `/{id}/insights`. Null: the network does not have the post any more. */
  readonly pathOf?: (connection: Connection, post: MeasuredPost) => Promise<string | null>;
  /** After how long the network gives no numbers of a post in this form, in milliseconds. */
  readonly endsAfter?: (post: MeasuredPost) => number | null;
}

/** @returns null: the network does not have the post any more */
async function readPost(
  { platform, api, pathOf, endsAfter }: PostInsights,
  connection: Connection,
  post: MeasuredPost,
): Promise<PostCounts | null> {
  const age = connection.now - post.publishedAt;
  const end = endsAfter?.(post) ?? null;
  if (end !== null && age > end) return allMissing(platform, post, 'too_late');
  const given = givenMetrics(platform, post);
  const asked = METRICS.flatMap((metric): [Metric, string][] => {
    const field = given[metric]?.field.value;
    return field === undefined ? [] : [[metric, field]];
  });
  const names = asked.map(([, field]) => field);
  const refused: Refused = new Map();
  let values: Values;
  try {
    const path = pathOf ? await pathOf(connection, post) : `/${post.networkPostId}/insights`;
    if (path === null) return null;
    values = await readInsights({ api, connection, path }, names, refused);
  } catch (cause) {
    if (isGone(cause)) return null;
    if (isOfPost(cause)) return allMissing(platform, post, 'not_given');
    throw cause;
  }
  const counts: Partial<Record<Metric, number>> = {};
  const notGiven: Partial<Record<Metric, MissingReason>> = {};
  for (const [metric, name] of asked) {
    const count = values.get(name);
    const reason = refused.get(name);
    if (count !== undefined) counts[metric] = count;
    else if (reason) notGiven[metric] = reason;
  }
  const { missing } = withMissing(platform, post, counts, connection.now);
  return { counts, missing: { ...missing, ...notGiven } };
}

/** Reads posts: the Graph API has no request for several. */
export const readPosts = (insights: PostInsights): MetricsAdapter['read'] =>
  readEach((connection, post) => readPost(insights, connection, post));

/** The newest value of one metric of an account; null: there is none. */
export async function accountInsight(
  api: GraphApi,
  connection: Connection,
  { path, name, query = {} }: { path: string; name: string; query?: Readonly<Record<string, string>> },
): Promise<number | null> {
  const values = await readInsights({ api, connection, path, query }, [name], new Map());
  return values.get(name) ?? null;
}
