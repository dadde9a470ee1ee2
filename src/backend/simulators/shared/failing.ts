import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import { json } from '../../networks/answers.js';
import type { ErrorRow, NetworkErrors } from '../../networks/refusals/read-refusal.js';
import { ConnectionFailed, type WireResponse } from '../../networks/wire.js';
import type { SimulatedAccount, SimulatorContext } from '../simulator.js';
import { type FailureEffect, type FailureName, failureOfHandle, NAMED_FAILURES } from './named-failures.js';
import { failuresNote } from './notes.js';

/** What a request does at its network. */
export interface RequestRole {
  /** It publishes something. */
  readonly publishes: boolean;
  /** It publishes a part: a later post of a thread, or a comment. */
  readonly isPart: boolean;
}

/** The retry time that rate-limited responses give. */
const RETRY_MS = 15 * 60 * 1000;

/** The failure of a request by this account; null: none. */
export function failureAt(account: SimulatedAccount, role: RequestRole): FailureEffect | null {
  const name = failureOfHandle(account.handle);
  if (name === null) return null;
  const { at, does } = NAMED_FAILURES[name];
  const applies = at === 'any' || (at === 'part' ? role.isPart : role.publishes);
  return applies ? does : null;
}

/** Whether processing fails for everything this account uploads. */
export function spoilsMedia({ handle }: SimulatedAccount): boolean {
  return failureOfHandle(handle) === ('media_processing_fails' satisfies FailureName);
}

/** The closest meaning, for networks without an error of the first one. */
const NEAREST: Readonly<Partial<Record<DeliveryErrorCode, DeliveryErrorCode>>> = {
  quota_exceeded: 'rate_limited',
  permission_missing: 'account_restricted',
  account_restricted: 'permission_missing',
};

/** An error that no table has: the fallback for networks without an error of the wanted meaning. */
const UNKNOWN_REFUSAL: ErrorRow = {
  status: 400,
  code: '9999',
  means: 'network_refused',
  words: 'The request cannot be completed.',
  source: 'memory',
  confidence: 'memory',
};

/** The network's error with this code, or this meaning, or the closest one. */
export function rowMeaning(errors: NetworkErrors, means: DeliveryErrorCode, code?: string): ErrorRow {
  const nearest = NEAREST[means];
  const named = code === undefined ? undefined : errors.rows.find((row) => row.code === code);
  return (
    named ??
    rowOf(errors, means) ??
    (nearest === undefined ? undefined : rowOf(errors, nearest)) ??
    UNKNOWN_REFUSAL
  );
}

function rowOf(errors: NetworkErrors, means: DeliveryErrorCode): ErrorRow | undefined {
  const rows = errors.rows.filter((row) => row.means === means && row.status >= 400 && row.status < 500);
  return rows.find(({ confidence }) => confidence !== 'memory') ?? rows[0];
}

interface Failing {
  readonly errors: NetworkErrors;
  readonly account: SimulatedAccount;
  readonly context: SimulatorContext;
}

/**
 * Applies a failure to a request.
 *
 * @param work what the network would do with it
 * @throws ConnectionFailed the failure ends the connection
 */
export async function failing(
  does: FailureEffect,
  { errors, account, context }: Failing,
  work: () => Promise<WireResponse>,
): Promise<WireResponse> {
  switch (does.kind) {
    case 'refuse':
      return refuse(rowMeaning(errors, does.means, does.code), errors, context);
    case 'status': {
      if (does.effect === 'after') await work();
      return json(does.status, { error: 'Internal Server Error' });
    }
    case 'reset': {
      if (does.times !== undefined && !(await isWithin(does.times, account, context))) return work();
      if (does.effect === 'after') await work();
      throw new ConnectionFailed(does.effect === 'never' ? 'refused' : 'reset', does.effect !== 'never');
    }
    case 'cut': {
      await work();
      throw new ConnectionFailed('reset', true);
    }
    case 'delay':
      await (context.pause ?? sleep)(does.ms);
      return work();
    case 'hang':
      await context.pause?.(Number.POSITIVE_INFINITY);
      return new Promise(() => undefined);
    case 'forget_token':
    case 'spoil_media':
      return work();
  }
}

function refuse(row: ErrorRow, errors: NetworkErrors, { now }: SimulatorContext): WireResponse {
  const answer = errors.answer(row);
  if (row.means !== 'rate_limited') return answer;
  return { ...answer, headers: { ...answer.headers, ...errors.rateLimitHeaders?.(now + RETRY_MS, now) } };
}

/** Counts requests in the network's memory. True for the first `times` requests of each round. */
async function isWithin(
  times: number,
  { networkUserId }: SimulatedAccount,
  { memory, now }: SimulatorContext,
): Promise<boolean> {
  const uploadId = failuresNote(networkUserId);
  const before = Number((await memory.uploadById(uploadId))?.state['count'] ?? 0);
  const isOne = before < times;
  await memory.putUploads({
    uploadId,
    networkUserId,
    state: { count: isOne ? before + 1 : 0 },
    createdAt: now,
  });
  return isOne;
}
