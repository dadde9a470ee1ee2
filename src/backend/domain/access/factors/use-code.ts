import type { Clock } from '../../../base/clock.js';
import type { Store } from '../../../store/store.js';
import { useAuthenticatorCode } from './authenticator.js';
import { useRecoveryCode } from './recovery-codes.js';

/** Codes as somebody typed them; empty: none. */
export interface TypedCodes {
  /** Of an authenticator app. */
  readonly code: string;
  readonly recovery: string;
}

/**
 * Uses up a code.
 *
 * @returns which it was; null: it is wrong, or was used before
 */
export async function useCode(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  personId: string,
  { code, recovery }: TypedCodes,
): Promise<'authenticator' | 'recovery' | null> {
  const now = clock.now();
  if (code !== '' && (await useAuthenticatorCode(store, personId, code, now))) return 'authenticator';
  if (recovery !== '' && (await useRecoveryCode(store, personId, recovery, now))) return 'recovery';
  return null;
}
