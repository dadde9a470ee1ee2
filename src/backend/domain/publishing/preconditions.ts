import { diagnosisOf, type Verdict } from '../../work/verdict.js';
import type { Claim } from './claim.js';

type UnmetPrecondition = Extract<Verdict, { kind: 'missed' | 'failed' }>;

/**
 * Why a target must not be sent now, checked before any call to the network: it is too late, or the account cannot
 * publish.
 *
 * @param now workspace time
 * @returns null where it may be sent
 */
export function unmetPrecondition(claim: Claim, now: number): UnmetPrecondition | null {
  return tooLate(claim, now) ?? accountUnusable(claim, now);
}

function tooLate(claim: Claim, now: number): UnmetPrecondition | null {
  if (now <= claim.latest) return null;
  const due = new Date(claim.target.scheduled_at ?? now).toISOString();
  const last: { readonly message: string } | null = JSON.parse(claim.target.error_json ?? 'null');
  const why = last === null ? '' : ` The last attempt: ${last.message}`;
  const message = `It was due at ${due} and could not be sent in time. Late posts are not sent automatically.${why}`;
  return { kind: 'missed', diagnosis: diagnosisOf('missed_window', message, now) };
}

/** @param now workspace time */
export function accountUnusable(claim: Pick<Claim, 'account'>, now: number): UnmetPrecondition | null {
  const { health_status, health_reason, handle } = claim.account;
  if (health_status !== 'reconnect_required' && health_status !== 'disabled') return null;
  const code = health_status === 'disabled' ? 'account_restricted' : 'account_reconnect_required';
  const message = `Nothing was sent: @${handle} cannot publish now (${health_reason ?? health_status}).`;
  return { kind: 'failed', diagnosis: diagnosisOf(code, message, now) };
}
