import { isSealed, SealBroken } from '../../../store/sealing/sealed.js';
import type { Store } from '../../../store/store.js';
import {
  dropNeedlessCodes,
  type FactorChange,
  factorsOf,
  hasSecondFactor,
  recordFactorChange,
} from './factors.js';
import { renewRecoveryCodes } from './recovery-codes.js';
import { readCode, stepOfCode } from './totp.js';

/** What came of setting up an authenticator app. */
export type SetUp =
  | { readonly is: 'wrong_code' | 'form_changed' }
  /** `recoveryCodes`: null if the person has some already. */
  | { readonly is: 'done'; readonly recoveryCodes: readonly string[] | null };

/**
 * The secret of an authenticator app that is being set up, from the sealed text that the form carries: until a code has
 * proved that the app has it, nothing is stored.
 *
 * @returns null if the text was changed, belongs to somebody else, or was sealed with an earlier key
 */
export function secretInForm({ vault }: Store, personId: string, sealed: string): string | null {
  if (!isSealed(sealed)) return null;
  try {
    return vault.openTotpSecret(personId, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/**
 * Makes an authenticator app a second factor, in place of the one before, if the code is one of its secret.
 *
 * @param sealed the secret, as {@link secretInForm} reads it
 * @param now system time
 */
export async function setUpAuthenticator(
  store: Store,
  change: FactorChange,
  { sealed, code }: { readonly sealed: string; readonly code: string },
  now: number,
): Promise<SetUp> {
  const { personId } = change;
  const secret = secretInForm(store, personId, sealed);
  if (secret === null) return { is: 'form_changed' };
  const step = stepOfCode(secret, readCode(code) ?? '', now);
  if (step === null) return { is: 'wrong_code' };
  return store.write(async (trx) => {
    const isFirst = !hasSecondFactor(await factorsOf(trx, personId));
    await trx
      .updateTable('people')
      .set({ totp_secret: store.vault.sealTotpSecret(personId, secret), totp_step: step })
      .where('id', '=', personId)
      .execute();
    await recordFactorChange(trx, change, 'set up an authenticator app');
    return { is: 'done', recoveryCodes: isFirst ? await renewRecoveryCodes(trx, personId) : null };
  });
}

/**
 * Uses the code of an authenticator app. The codes of a step and of those before it work once, so that a code that
 * somebody has seen is worth nothing.
 *
 * @param now system time
 */
export async function useAuthenticatorCode(
  store: Store,
  personId: string,
  typed: string,
  now: number,
): Promise<boolean> {
  const code = readCode(typed);
  const row = await store.db
    .selectFrom('people')
    .select('totp_secret')
    .where('id', '=', personId)
    .executeTakeFirst();
  const sealed = row?.totp_secret ?? null;
  if (code === null || sealed === null) return false;
  const step = stepOfCode(store.vault.openTotpSecret(personId, sealed), code, now);
  if (step === null) return false;
  const { numUpdatedRows } = await store.write((trx) =>
    trx
      .updateTable('people')
      .set({ totp_step: step })
      .where('id', '=', personId)
      .where('totp_secret', '=', sealed)
      .where('totp_step', '<', step)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** Removes the authenticator app of a person. */
export async function removeAuthenticator(store: Store, change: FactorChange): Promise<void> {
  const { personId } = change;
  await store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('people')
      .set({ totp_secret: null, totp_step: null })
      .where('id', '=', personId)
      .where('totp_secret', 'is not', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await dropNeedlessCodes(trx, personId);
    await recordFactorChange(trx, change, 'removed the authenticator app');
  });
}
