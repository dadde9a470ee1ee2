import { newSigningKey } from '../../networks/connecting/signed-jwt.js';
import type { Store } from '../../store/store.js';
import { findApp, keepFirstApp } from './repository.js';

/**
 * The private key with which this backend proves at Bluesky's servers who it is, a JWK in JSON. The first use makes it.
 * Sign-ins end if it changes, so it never does.
 */
export async function signingKeyOf(store: Store, publicUrl: string, now: number): Promise<string> {
  const place = { platform: 'bluesky', origin: new URL(publicUrl).origin, redirectUri: publicUrl } as const;
  const stored = await findApp(store, place);
  if (stored) return stored.clientSecret;
  await keepFirstApp(store, { clientId: publicUrl, clientSecret: newSigningKey() }, place, now);
  const kept = await findApp(store, place);
  if (!kept) throw new Error('The key that was just stored is gone.');
  return kept.clientSecret;
}
