import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import { json } from '../../networks/answers.js';
import type { ErrorRow, NetworkErrors } from '../../networks/read-refusal.js';
import { ConnectionFailed, type WireResponse } from '../../networks/wire.js';
import type { SimulatedAccount, SimulatorContext } from '../simulator.js';
import { type FailureEffect, type FailureName, failureOfHandle, NAMED_FAILURES } from './named-failures.js';
import { failuresNote } from './notes.js';

/** What a request is to its network. */
export interface RequestRole {
  /** It makes something that people see. */
  readonly publishes: boolean;
  /** What it makes follows the main post: a further post of a thread, or a comment. */
  readonly isPart: boolean;
}

/** After that long a refused request may be tried again, where a failing account is told a time. */
const RETRY_MS = 15 * 60 * 1000;

/** The failure that befalls a request of this account; null: none. */
export function failureAt(account: SimulatedAccount, role: RequestRole): FailureEffect | null {
  const name = failureOfHandle(account.handle);
  if (name === null) return null;
  const { at, does } = NAMED_FAILURES[name];
  const befalls = at === 'any' || (at === 'part' ? role.isPart : role.publishes);
  return befalls ? does : null;
}

/** Whether whatever this account uploads cannot be processed. */
export function spoilsMedia({ handle }: SimulatedAccount): boolean {
  return failureOfHandle(handle) === ('media_processing_fails' satisfies FailureName);
}

/** What comes nearest where a network has no error of that meaning. */
const NEAREST: Readonly<Partial<Record<DeliveryErrorCode, DeliveryErrorCode>>> = {
  quota_exceeded: 'rate_limited',
  permission_missing: 'account_restricted',
  account_restricted: 'permission_missing',
};

/** A refusal that no table knows: what is left where a network has no error of the wanted meaning. */
const UNKNOWN_REFUSAL: ErrorRow = {
  status: 400,
  code: '9999',
  means: 'network_refused',
  words: 'The request cannot be completed.',
  source: 'memory',
  confidence: 'memory',
};

/** The error with which a network says this, or comes nearest to it. */
export function rowMeaning(errors: NetworkErrors, means: DeliveryErrorCode): ErrorRow {
  const nearest = NEAREST[means];
  return (
    rowOf(errors, means) ?? (nearest === undefined ? undefined : rowOf(errors, nearest)) ?? UNKNOWN_REFUSAL
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
 * Lets a failure happen to a request.
 *
 * @param work what the network would do with it
 * @throws ConnectionFailed where the failure is one of the connection
 */
export async function failing(
  does: FailureEffect,
  { errors, account, context }: Failing,
  work: () => Promise<WireResponse>,
): Promise<WireResponse> {
  switch (does.kind) {
    case 'refuse':
      return refuse(does.means, errors, context);
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

function refuse(means: DeliveryErrorCode, errors: NetworkErrors, { now }: SimulatorContext): WireResponse {
  const row = rowMeaning(errors, means);
  const answer = errors.answer(row);
  if (row.means !== 'rate_limited') return answer;
  return { ...answer, headers: { ...answer.headers, ...errors.rateLimitHeaders?.(now + RETRY_MS, now) } };
}

/** Counts in the network's memory: true for the first so many times of each round. */
async function isWithin(
  times: number,
  { networkUserId }: SimulatedAccount,
  { memory, now }: SimulatorContext,
): Promise<boolean> {
  const uploadId = failuresNote(networkUserId);
  const before = Number((await memory.uploadById(uploadId))?.state['count'] ?? 0);
  const isOne = before < times;
  await memory.putUpload({
    uploadId,
    networkUserId,
    state: { count: isOne ? before + 1 : 0 },
    createdAt: now,
  });
  return isOne;
}
