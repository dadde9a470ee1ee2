import { randomInt } from 'node:crypto';
import type { Store, Write } from '../../../store/store.js';
import { hashOfSecret } from '../secrets.js';
import { type FactorChange, recordFactorChange } from './factors.js';

/** Codes in a set. */
export const RECOVERY_CODES = 10;

/** Without characters that look alike. 16 of them have 80 bits, so that a hash of one cannot be reversed. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;
const GROUP = 4;

/**
 * Makes new recovery codes for a person, in place of those they had.
 *
 * @returns the codes, such as `k3v9-0wxa-72mf-q1tz`; the database stores only hashes of them
 */
export async function renewRecoveryCodes(trx: Write, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await trx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, hash: hashOfSecret(plain(code)) })))
    .execute();
  return codes;
}

/** As {@link renewRecoveryCodes}, because their person asks for new ones. */
export async function makeRecoveryCodes(store: Store, change: FactorChange): Promise<string[]> {
  const { personId } = change;
  return store.write(async (trx) => {
    const codes = await renewRecoveryCodes(trx, personId);
    await recordFactorChange(trx, change, 'created new recovery codes');
    return codes;
  });
}

/** Uses up a code. @returns whether it was one that had not been used */
export async function useRecoveryCode(
  store: Store,
  personId: string,
  typed: string,
  now: number,
): Promise<boolean> {
  const code = plain(typed);
  if (code.length !== LENGTH) return false;
  const { numUpdatedRows } = await store.write((trx) =>
    trx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('person_id', '=', personId)
      .where('hash', '=', hashOfSecret(code))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** A code as it is hashed: people type capitals and leave hyphens out. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
