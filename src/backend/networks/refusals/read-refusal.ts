import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import type { Confidence } from '../../../networks/figure.js';
import type { Sources } from '../../../networks/sources.js';
import { type NetworkAnswer, NetworkRefusal, OutcomeInDoubt } from '../adapter.js';
import type { WireResponse } from '../wire.js';
import { type RetryTime, retryAfter } from './retry-times.js';

/** One error of a network and what it means to Postrider. Absent fields are not compared. */
export interface ErrorRow {
  readonly status: number;
  readonly code?: string;
  readonly subcode?: string;
  /** Matches the network's message; only needed when two errors share status and codes. */
  readonly says?: RegExp;
  readonly means: DeliveryErrorCode;
  readonly retryAt?: RetryTime;
  /** The network's message, as far as it is known. Simulated networks use it. */
  readonly words: string;
  /** What it says of the account or the post, in one sentence; absent: the sentence of `means`. */
  readonly sentence?: string;
  /** It refuses a repeat of what is there already, as every `duplicate_content` does. */
  readonly isRepeat?: true;
  /** It comes with several HTTP statuses, or the source states none: only the codes are compared. */
  readonly anyStatus?: true;
  /** Where it is documented: a key of the posting rules' sources or of the table's own. And how reliable that is. */
  readonly source: string;
  readonly confidence: Confidence;
}

/** What an error response says, in the same form for every network. */
export interface Fault {
  readonly code: string | null;
  readonly subcode: string | null;
  readonly message: string | null;
}

/** A network's error table, and the form of its error responses. */
export interface NetworkErrors {
  readonly platform: Platform;
  /** Sources that only this table cites; absent: it only cites those of the posting rules. */
  readonly sources?: Sources;
  /** The first matching row wins. */
  readonly rows: readonly ErrorRow[];
  readonly rateLimitReset: RetryTime;
  /** Writes the headers that `rateLimitReset` reads; absent: the network does not say when the limit resets. */
  readonly rateLimitHeaders?: (resetAt: number, now: number) => Readonly<Record<string, string>>;
  readonly fault: (response: WireResponse) => Fault;
  /** An example response with this error, as simulated networks send it. */
  readonly answer: (row: ErrorRow, words?: string) => WireResponse;
}

type Sentence = (name: string, words: string) => string;

const SENTENCES: Partial<Record<DeliveryErrorCode, Sentence>> = {
  account_reconnect_required: (name) => `${name} no longer accepts the account’s access token.`,
  account_restricted: (name) => `${name} has restricted the account.`,
  permission_missing: (name) => `${name} has not granted the permission that this requires.`,
  text_too_long: (name) => `${name} refused the text because it is too long.`,
  media_required: (name) => `${name} does not accept a post without an image or a video.`,
  media_processing_failed: (name) => `${name} could not process the media.`,
  duplicate_content: (name) => `${name} refused the post as a duplicate of an earlier one.`,
  reply_window_closed: (name) => `${name} does not allow a reply to this person until they write again.`,
  person_unreachable: (name) => `${name} cannot deliver a message to this person.`,
  conversation_held: (name) => `Another app controls this conversation on ${name}.`,
  rate_limited: (name) => `${name} is limiting requests for now.`,
  quota_exceeded: (name) => `The quota that ${name} sets is used up.`,
  network_unavailable: (name) => `${name} is currently unavailable.`,
};

const refused: Sentence = (name, words) =>
  words === '' ? `${name} refused the request.` : `${name} refused the request: ${words}`;

const redirected: Sentence = (name) =>
  `${name} redirected the request to another address, which Postrider does not follow. If the server has moved, connect the account at its new address.`;

/** What a status means when no row of the network's table matches. */
const BY_STATUS: Readonly<Record<number, DeliveryErrorCode>> = {
  401: 'account_reconnect_required',
  402: 'quota_exceeded',
  413: 'media_invalid',
  429: 'rate_limited',
};

/** 408 and 5xx: the network may have acted before it failed. */
function isInconclusive(status: number): boolean {
  return status === 408 || status >= 500;
}

/** Redirects that ask for the same request at another address, so this server has not acted on it (RFC 9110, 15.4). */
const SENDS_ELSEWHERE: readonly number[] = [307, 308];

/**
 * Other redirects do not tell whether a server acted: 303 is its answer to a request that it has processed, and many use
 * 301 and 302 in the same way.
 */
function mayHaveActed(status: number): boolean {
  return isInconclusive(status) || (isRedirect(status) && !SENDS_ELSEWHERE.includes(status));
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** YouTube answers 308 without an address while an upload lacks bytes. */
function namesOtherAddress({ status, headers }: WireResponse): boolean {
  return isRedirect(status) && headers['location'] !== undefined;
}

/** Characters of a network's message that are compared: its errors say what is wrong in fewer. */
const MAX_COMPARED_LENGTH = 1_000;

function matches(row: ErrorRow, status: number, fault: Fault): boolean {
  return (
    (row.anyStatus === true || row.status === status) &&
    (row.code === undefined || row.code === fault.code) &&
    (row.subcode === undefined || row.subcode === fault.subcode) &&
    (row.says === undefined || row.says.test((fault.message ?? '').slice(0, MAX_COMPARED_LENGTH)))
  );
}

function refusal(errors: NetworkErrors, response: WireResponse, fault: Fault, now: number): NetworkRefusal {
  const row = errors.rows.find((candidate) => matches(candidate, response.status, fault));
  const code = row?.means ?? BY_STATUS[response.status] ?? 'network_refused';
  const sentence = SENTENCES[code] ?? (namesOtherAddress(response) ? redirected : refused);
  const mayWait = code === 'rate_limited' || code === 'quota_exceeded';
  const retryAt = mayWait
    ? (retryAfter(response, now) ?? row?.retryAt?.(response, now) ?? errors.rateLimitReset(response, now))
    : (row?.retryAt?.(response, now) ?? null);
  return new NetworkRefusal(
    code,
    row?.sentence ?? sentence(PLATFORM_NAMES[errors.platform], fault.message ?? ''),
    answerOf(response, fault),
    retryAt,
    row?.isRepeat,
  );
}

function answerOf(response: WireResponse, fault: Fault): NetworkAnswer {
  const code = fault.subcode === null ? fault.code : `${fault.code ?? ''}/${fault.subcode}`;
  return { status: response.status, code, message: fault.message };
}

/**
 * What an error response means.
 * @param irreversible the request may have made a post: an inconclusive response then leaves the outcome unknown
 */
export function readRefusal(
  errors: NetworkErrors,
  response: WireResponse,
  now: number,
  irreversible: boolean,
): NetworkRefusal | OutcomeInDoubt {
  const fault = errors.fault(response);
  if (irreversible && mayHaveActed(response.status)) return new OutcomeInDoubt(answerOf(response, fault));
  if (!isInconclusive(response.status)) return refusal(errors, response, fault, now);
  const row = errors.rows.find((candidate) => matches(candidate, response.status, fault));
  if (row) return refusal(errors, response, fault, now);
  return new NetworkRefusal(
    'network_unavailable',
    `${PLATFORM_NAMES[errors.platform]} is currently unavailable.`,
    answerOf(response, fault),
    retryAfter(response, now),
  );
}

/** A failure that a network reports in a successful response, such as failed processing. */
export function readFailure(errors: NetworkErrors, fault: Fault, now: number, status = 200): NetworkRefusal {
  return refusal(errors, { status, headers: {}, body: null }, fault, now);
}
