import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Store } from '../../../store/store.js';
import { rememberStep, takeStep } from '../sign-in-steps.js';
import { passkeysOf } from './passkeys.js';
import { type RelyingParty, readSigned } from './webauthn.js';

/**
 * What a browser needs to sign with a passkey.
 *
 * @param asker whose answer counts: the id of a session, or the secret of a step
 * @param personId whose passkey; null: the passkey itself says whose it is
 */
export async function signingOptions(
  store: Store,
  asker: string,
  personId: string | null,
  { id }: RelyingParty,
  now: number,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const known = personId === null ? [] : await passkeysOf(store.db, personId);
  const options = await generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    allowCredentials: known.map((passkey) => ({ id: passkey.id })),
  });
  const step = { personId, workspaceId: null, data: { challenge: options.challenge } };
  await rememberStep(store, 'passkey_sign', asker, step, now);
  return options;
}

/**
 * Checks what a passkey has signed for {@link signingOptions}. A challenge is answered once. The device has verified its
 * user, by a PIN or a fingerprint, so a passkey is two factors in one.
 *
 * @param signed the browser's answer, JSON
 * @param now system time
 * @returns whose passkey it is; null: the answer is wrong, or somebody else's
 */
export async function usePasskey(
  store: Store,
  asker: string | null,
  signed: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  now: number,
): Promise<string | null> {
  const step = await takeStep(store, 'passkey_sign', asker, now);
  const response = readSigned(signed);
  if (step === null || response === null) return null;
  const row = await store.db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst();
  if (!row || (step.personId !== null && row.person_id !== step.personId)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: String(step.data['challenge']),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch((error: unknown) => {
    // The library refuses with errors of its own.
    if (error instanceof Error) return null;
    throw error;
  });
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  await store.write((trx) =>
    trx
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: now })
      .where('id', '=', row.id)
      .execute(),
  );
  return row.person_id;
}
