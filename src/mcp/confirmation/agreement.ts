import type { Me } from '../../contract/service/me.js';
import type { CallContext } from '../call-context.js';
import { type Action, shownAt, type TokenClaims } from './confirm-token.js';
import { confirm, presentedClaims, type Question, type Verdict } from './confirmation.js';

/** What lands within this time is confirmed like what is published now, in ms. */
const SOON_MS = 15 * 60_000;

/** The arguments by which a call refers to an earlier one. */
interface ConfirmationArguments {
  readonly confirmToken?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What is known at the beginning of a call that does something. */
export interface CallStart {
  readonly me: Me;
  /** The server's time, epoch milliseconds. */
  readonly now: number;
  /** What an earlier preview says that came with the call; undefined where none did. */
  readonly claims: TokenClaims | undefined;
  /** The same, while it is good. Until the act is known it may still be somebody's invention. */
  readonly held: TokenClaims | undefined;
}

export async function startCall(
  { confirmToken }: ConfirmationArguments,
  call: CallContext,
): Promise<CallStart> {
  const me = await call.me();
  const now = Date.parse(me.time.utc);
  const claims = presentedClaims(call.form, confirmToken);
  return { me, now, claims, held: claims !== undefined && now <= claims.expiresAt ? claims : undefined };
}

/** The instant that times such as "in 3 hours" count from: now, or when the person was shown what they meant. */
export function relativeTimeBase({ now, held }: CallStart): number {
  return held === undefined ? now : shownAt(held);
}

/** Whether it lands so soon that nobody could still stop it. */
export function isSoon(instant: string | null | undefined, { now }: CallStart): boolean {
  return instant !== null && instant !== undefined && Date.parse(instant) - now <= SOON_MS;
}

/** An act on whose behalf a person may have to be asked. */
export interface ActionToConfirm extends Pick<Action, 'tool' | 'parts' | 'version'>, Pick<Question, 'show'> {
  /** Whether the person has to agree first; where a preview came with the call it counts either way. */
  readonly ask: boolean;
}

/** Settles whether an act may be done, and under which idempotency key. */
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

/** Whether the policy has a person asked: `irreversible` says it of acts that cannot be taken back. */
export function needsConfirmation(irreversible: boolean, { policy }: CallContext): boolean {
  return policy === 'always' || (policy === 'irreversible' && irreversible);
}
