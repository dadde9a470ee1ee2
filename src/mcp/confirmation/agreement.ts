import { CONFIRM_FROM_ACCOUNTS, CONFIRM_WITHIN_MS } from '../../base/confirmation-rule.js';
import type { Me } from '../../contract/service/me.js';
import type { CallContext } from '../call-context.js';
import { type Action, shownNow, type TokenClaims } from './confirm-token.js';
import { confirm, presentedClaims, type Question, type Verdict } from './confirmation.js';

/** The arguments that refer to an earlier call. */
interface ConfirmationArguments {
  readonly confirmToken?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What is known at the start of a call that changes something. */
export interface CallStart {
  readonly me: Me;
  /** The server's time, epoch milliseconds. */
  readonly now: number;
  /** The claims of the earlier preview that came with the call, if any. */
  readonly claims: TokenClaims | undefined;
  /** The same, if not expired. Not yet trusted: the signature is checked once the action is known. */
  readonly held: TokenClaims | undefined;
}

export async function startCall(
  { confirmToken }: ConfirmationArguments,
  call: CallContext,
): Promise<CallStart> {
  const me = await call.me();
  const now = Date.parse(me.time.utc);
  const claims = presentedClaims(call, confirmToken, now);
  return { me, now, claims, held: claims !== undefined && now <= claims.expiresAt ? claims : undefined };
}

/** The instant that times such as "in 3 hours" count from: now, or when the person saw the preview. */
export function relativeTimeBase({ now, held }: CallStart): number {
  return held === undefined ? shownNow(now) : held.shownAt;
}

/** Whether so many accounts are concerned that a mistake is seen widely. */
export function isWide(accounts: readonly unknown[]): boolean {
  return accounts.length >= CONFIRM_FROM_ACCOUNTS;
}

/** Whether it is due too soon for anyone to notice and stop it. */
export function isSoon(instant: string | null | undefined, { now }: CallStart): boolean {
  return instant !== null && instant !== undefined && Date.parse(instant) - now <= CONFIRM_WITHIN_MS;
}

/** An action that a person may have to confirm. */
export interface ActionToConfirm extends Pick<Action, 'tool' | 'parts' | 'version'>, Pick<Question, 'show'> {
  /** Whether the person has to confirm first. A preview that came with the call is checked either way. */
  readonly ask: boolean;
}

/** Decides whether the action may run, and under which idempotency key. */
export async function agree(
  { tool, parts, version, show, ask }: ActionToConfirm,
  { me, now, claims }: CallStart,
  { confirmToken, idempotencyKey }: ConfirmationArguments,
  call: CallContext,
): Promise<Verdict> {
  if (claims === undefined && !ask) return { agreed: true, idempotencyKey };
  const act = { tool, keyId: me.key.id, workspaceId: me.workspace.id, parts, version };
  const tokenGiven = confirmToken !== undefined;
  return confirm({ act, show, claims, idempotencyKey, tokenGiven, now }, call);
}

/** Whether the policy asks a person. `irreversible` asks only for actions that cannot be undone. */
export function needsConfirmation(irreversible: boolean, { policy }: CallContext): boolean {
  return policy === 'always' || (policy === 'irreversible' && irreversible);
}
