import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Queries, Store } from '../../../store/store.js';
import { rememberStep, takeStep } from '../sign-in-steps.js';
import {
  dropNeedlessCodes,
  type FactorChange,
  factorsOf,
  hasSecondFactor,
  recordFactorChange,
} from './factors.js';
import { renewRecoveryCodes } from './recovery-codes.js';
import { type RelyingParty, readCreated } from './webauthn.js';

/** Passkeys of one person. */
const MAX_PASSKEYS = 20;

export const MAX_PASSKEY_NAME_LENGTH = 60;

/** Instants are epoch milliseconds of system time. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** What came of adding a passkey. */
type Added =
  | { readonly is: 'refused'; readonly why: string }
  /** `recoveryCodes`: null if the person has some already. */
  | { readonly is: 'done'; readonly recoveryCodes: readonly string[] | null };

/** The passkeys of a person, the oldest first. */
export async function passkeysOf(db: Queries, personId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * What a browser needs to create a passkey.
 *
 * @param asker whose answer counts: the id of a session
 */
export async function creationOptions(
  store: Store,
  asker: string,
  { personId, name }: { readonly personId: string; readonly name: string },
  { id }: RelyingParty,
  now: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const known = await passkeysOf(store.db, personId);
  const options = await generateRegistrationOptions({
    rpName: 'Postrider',
    rpID: id,
    userID: new TextEncoder().encode(personId),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const step = { personId, workspaceId: null, data: { challenge: options.challenge } };
  await rememberStep(store, 'passkey_create', asker, step, now);
  return options;
}

/**
 * Adds a passkey that a browser has created for {@link creationOptions}.
 *
 * @param created the browser's answer, JSON
 * @param now system time
 */
export async function addPasskey(
  store: Store,
  asker: string,
  change: FactorChange,
  { created, name }: { readonly created: string; readonly name: string },
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  now: number,
): Promise<Added> {
  const { personId } = change;
  const response = readCreated(created);
  const step = await takeStep(store, 'passkey_create', asker, now);
  if (response === null || step === null || step.personId !== personId) return STALE;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: String(step.data['challenge']),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    // The library refuses with errors of its own, whose messages name fields of the protocol.
    if (error instanceof Error) return null;
    throw error;
  });
  if (!verified?.verified)
    return { is: 'refused', why: 'The browser’s answer does not prove a passkey for this server.' };
  const { credential } = verified.registrationInfo;
  return store.write(async (trx) => {
    const isFirst = !hasSecondFactor(await factorsOf(trx, personId));
    const others = await passkeysOf(trx, personId);
    if (others.length >= MAX_PASSKEYS) {
      return { is: 'refused', why: `You have ${MAX_PASSKEYS} passkeys. Remove one first.` };
    }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkeys')
      .values({
        id: credential.id,
        person_id: personId,
        name,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports_json: JSON.stringify(credential.transports ?? []),
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return { is: 'refused', why: 'This passkey is known already.' };
    await recordFactorChange(trx, change, `added the passkey “${name}”`);
    return { is: 'done', recoveryCodes: isFirst ? await renewRecoveryCodes(trx, personId) : null };
  });
}

const STALE: Added = {
  is: 'refused',
  why: 'This form is too old, or was sent before. Add the passkey again.',
};

/** @returns whether the person had this passkey */
export async function removePasskey(store: Store, change: FactorChange, id: string): Promise<boolean> {
  const { personId } = change;
  return store.write(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) return false;
    await dropNeedlessCodes(trx, personId);
    await recordFactorChange(trx, change, `removed the passkey “${removed.name}”`);
    return true;
  });
}
