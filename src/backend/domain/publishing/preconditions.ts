import { shownHandle } from '../../../contract/handles.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
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
  const message = `It was due at ${due} and could not be sent in time. Late posts are not sent automatically.${lastAttempt(claim)}`;
  return { kind: 'missed', diagnosis: diagnosisOf('missed_window', message, now) };
}

/** How the last attempt ended; empty if there was none. Where that was in doubt, the network has been asked since. */
function lastAttempt({ target, inDoubt }: Claim): string {
  if (target.error_json === null) return '';
  if (inDoubt) return ' The network confirmed no attempt, and does not have the post.';
  const { message }: Pick<Diagnosis, 'message'> = JSON.parse(target.error_json);
  return ` The last attempt: ${message}`;
}

/** @param now workspace time */
export function accountUnusable(claim: Pick<Claim, 'account'>, now: number): UnmetPrecondition | null {
  const { health_status, health_reason, handle } = claim.account;
  if (health_status !== 'reconnect_required' && health_status !== 'disabled') return null;
  const code = health_status === 'disabled' ? 'account_restricted' : 'account_reconnect_required';
  const message = `Nothing was sent: ${shownHandle(handle)} cannot publish now (${health_reason ?? health_status}).`;
  return { kind: 'failed', diagnosis: diagnosisOf(code, message, now) };
}
