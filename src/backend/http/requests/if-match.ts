import { isRecord } from '../../../base/is-record.js';
import { type Operation, versionPlace } from '../../../contract/operation.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { SentParts } from './request-parts.js';

/** What an `If-Match` header accepts: these versions, or any (`*`). */
export type IfMatch = readonly number[] | 'any';

/** More entity tags than any client needs; each costs up to one attempt. */
const MAX_ENTITY_TAGS = 20;

/** An entity tag of RFC 9110, in a list. */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/** A version as an entity tag: `"7"`. */
const VERSION_TAG = /^"([1-9]\d{0,14})"$/;

/** No object gets this far: stands for entity tags that are not a version of ours. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

/**
 * Reads an `If-Match` header. Weak entity tags never match (RFC 9110, section 13.1.1), nor do others that this API
 * has not sent.
 *
 * @throws RequestRefused if it is malformed
 */
export function ifMatchOf(sent: string): IfMatch {
  if (sent.trim() === '*') return 'any';
  // RFC 9110 allows empty entries in lists. An entity tag may contain commas, but no version does.
  const tags = sent.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? [];
  if (tags.length === 0 || tags.length > MAX_ENTITY_TAGS || !tags.every((tag) => ENTITY_TAG.test(tag))) {
    throw new RequestRefused(
      'malformed_request',
      `If-Match must be \`*\` or 1 to ${MAX_ENTITY_TAGS} entity tags in double quotes, such as "7": the ETag header of a response, which is its \`version\`.`,
    );
  }
  return tags.flatMap((tag) => {
    const [, version] = VERSION_TAG.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

/**
 * Runs a request only on a version that `If-Match` accepts. The effect compares versions in its transaction, so each
 * attempt either acts on the version that it names or changes nothing; of several accepted versions, the second
 * attempt names the current one.
 *
 * @param attempt runs the request with the `version` in its parts
 * @throws RequestRefused `precondition_failed`
 */
export async function onlyIfMatch<Answer>(
  ifMatch: IfMatch,
  operation: Operation,
  sent: SentParts,
  attempt: (sent: SentParts) => Promise<Answer>,
): Promise<Answer> {
  if (ifMatch === 'any') return attempt(sent);
  const place = versionPlace(operation);
  if (place === null) {
    throw new RequestRefused(
      'precondition_failed',
      'Objects of this kind have no version, so no entity tag matches. Send the request without If-Match.',
    );
  }
  const named = versionIn(sent, place);
  if (named !== null && !ifMatch.includes(named)) {
    throw new RequestRefused(
      'malformed_request',
      `If-Match and \`version\` name different versions. Send only one of them.`,
    );
  }
  const untried = new Set(named === null ? ifMatch : [named]);
  let [version = NO_VERSION] = untried;
  for (;;) {
    untried.delete(version);
    try {
      return await attempt(withVersion(sent, place, version));
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.code !== 'version_conflict') throw error;
      const { current } = error.details;
      if (current === undefined || !untried.has(current.version)) throw preconditionFailed(error);
      version = current.version;
    }
  }
}

/** The `version` of a request; null if it has none, or one that validation refuses. */
function versionIn({ body, query }: SentParts, place: 'body' | 'query'): number | null {
  const named = place === 'query' ? query.get('version') : isRecord(body) ? body['version'] : undefined;
  const version = typeof named === 'string' && place === 'query' && named !== '' ? Number(named) : named;
  return typeof version === 'number' && Number.isInteger(version) ? version : null;
}

function withVersion(sent: SentParts, place: 'body' | 'query', version: number): SentParts {
  if (place === 'body') {
    // A body or version of another type stays for validation to refuse.
    if (!isRecord(sent.body) || sent.body['version'] !== undefined) return sent;
    return { ...sent, body: { ...sent.body, version } };
  }
  if (sent.query.has('version')) return sent;
  const query = new URLSearchParams(sent.query);
  query.set('version', String(version));
  return { ...sent, query };
}

function preconditionFailed({ details }: RequestRefused): RequestRefused {
  const now = details.current
    ? `It is at version ${details.current.version} now (${details.current.status})`
    : 'It has changed';
  return new RequestRefused(
    'precondition_failed',
    `The object does not have the version in If-Match. ${now}. Read it again, then send the request with its current ETag.`,
    details,
  );
}
