import { PLATFORM_NAMES, type Platform } from '../../contract/platforms.js';
import type { DeliveryErrorCode } from '../../contract/posts/delivery-errors.js';
import type { Confidence } from '../../networks/figure.js';
import type { Sources } from '../../networks/sources.js';
import { type NetworkAnswer, NetworkRefusal, OutcomeInDoubt } from './adapter.js';
import { type RetryTime, retryAfter } from './retry-times.js';
import type { WireResponse } from './wire.js';

/** One error of a network, and what it means to us. What is left out is not looked at. */
export interface ErrorRow {
  readonly status: number;
  readonly code?: string;
  readonly subcode?: string;
  /** In the network's words; needed only where status and codes do not tell two errors apart. */
  readonly says?: RegExp;
  readonly means: DeliveryErrorCode;
  readonly retryAt?: RetryTime;
  /** What the network says, as far as it is known; simulated networks say the same. */
  readonly words: string;
  /** The HTTP status is not part of the sourced fact: the codes alone decide. */
  readonly anyStatus?: true;
  /** Where it is written, and how sure that is: a key of the posting rules' sources, or of the table's own. */
  readonly source: string;
  readonly confidence: Confidence;
}

/** What an error answer says, whatever its shape. */
export interface Fault {
  readonly code: string | null;
  readonly subcode: string | null;
  readonly message: string | null;
}

/** A network's error table with the shape of its error answers. */
export interface NetworkErrors {
  readonly platform: Platform;
  /** Pages that only this table cites; absent: it cites what the posting rules cite. */
  readonly sources?: Sources;
  /** The first row that matches holds. */
  readonly rows: readonly ErrorRow[];
  readonly rateLimitReset: RetryTime;
  /** The headers that `rateLimitReset` reads, for a reset at that time; absent: the answer names no time. */
  readonly rateLimitHeaders?: (resetAt: number, now: number) => Readonly<Record<string, string>>;
  readonly fault: (response: WireResponse) => Fault;
  /** The answer in which this network writes such an error. */
  readonly answer: (row: ErrorRow, words?: string) => WireResponse;
}

type Sentence = (name: string, words: string) => string;

const SENTENCES: Partial<Record<DeliveryErrorCode, Sentence>> = {
  account_reconnect_required: (name) => `${name} no longer accepts our access to the account.`,
  account_restricted: (name) => `${name} has restricted the account.`,
  permission_missing: (name) => `${name} has not granted the permission that this needs.`,
  text_too_long: (name) => `${name} refused the text as too long.`,
  media_required: (name) => `${name} takes no post without an image or a video.`,
  media_processing_failed: (name) => `${name} could not process the media.`,
  duplicate_content: (name) => `${name} holds the post for a repeat of an earlier one.`,
  reply_window_closed: (name) => `${name} lets nobody answer this person any more until they write again.`,
  person_unreachable: (name) => `${name} cannot bring this person a message.`,
  conversation_held: (name) => `At ${name} another app holds this conversation.`,
  rate_limited: (name) => `${name} takes no more requests for now.`,
  quota_exceeded: (name) => `The limit that ${name} sets is used up.`,
  network_unavailable: (name) => `${name} is not available at the moment.`,
};

const refused: Sentence = (name, words) =>
  words === '' ? `${name} refused it.` : `${name} refused it: ${words}`;

/** What a status means where the network's own table has no row for the answer. */
const BY_STATUS: Readonly<Record<number, DeliveryErrorCode>> = {
  401: 'account_reconnect_required',
  402: 'quota_exceeded',
  413: 'media_invalid',
  429: 'rate_limited',
};

/** 408 and the 5xx: the network gave up somewhere on the way. */
function tellsNothing(status: number): boolean {
  return status === 408 || status >= 500;
}

function matches(row: ErrorRow, status: number, fault: Fault): boolean {
  return (
    (row.anyStatus === true || row.status === status) &&
    (row.code === undefined || row.code === fault.code) &&
    (row.subcode === undefined || row.subcode === fault.subcode) &&
    (row.says === undefined || row.says.test(fault.message ?? ''))
  );
}

function refusal(errors: NetworkErrors, response: WireResponse, fault: Fault, now: number): NetworkRefusal {
  const row = errors.rows.find((candidate) => matches(candidate, response.status, fault));
  const code = row?.means ?? BY_STATUS[response.status] ?? 'network_refused';
  const sentence = SENTENCES[code] ?? refused;
  const mayWait = code === 'rate_limited' || code === 'quota_exceeded';
  const retryAt = mayWait
    ? (retryAfter(response, now) ?? row?.retryAt?.(response, now) ?? errors.rateLimitReset(response, now))
    : (row?.retryAt?.(response, now) ?? null);
  return new NetworkRefusal(
    code,
    sentence(PLATFORM_NAMES[errors.platform], fault.message ?? ''),
    answerOf(response, fault),
    retryAt,
  );
}

function answerOf(response: WireResponse, fault: Fault): NetworkAnswer {
  const code = fault.subcode === null ? fault.code : `${fault.code ?? ''}/${fault.subcode}`;
  return { status: response.status, code, message: fault.message };
}

/**
 * What an answer that is no success means.
 * @param irreversible the request may have made a post: then an answer that tells nothing leaves it in doubt
 */
export function readRefusal(
  errors: NetworkErrors,
  response: WireResponse,
  now: number,
  irreversible: boolean,
): NetworkRefusal | OutcomeInDoubt {
  const fault = errors.fault(response);
  if (!tellsNothing(response.status)) return refusal(errors, response, fault, now);
  if (irreversible) return new OutcomeInDoubt(answerOf(response, fault));
  const row = errors.rows.find((candidate) => matches(candidate, response.status, fault));
  if (row) return refusal(errors, response, fault, now);
  return new NetworkRefusal(
    'network_unavailable',
    `${PLATFORM_NAMES[errors.platform]} is not available at the moment.`,
    answerOf(response, fault),
  );
}

/** A failure that a network reports inside a successful answer: processing that went wrong. */
export function readFailure(errors: NetworkErrors, fault: Fault, now: number): NetworkRefusal {
  return refusal(errors, { status: 200, headers: {}, body: null }, fault, now);
}
