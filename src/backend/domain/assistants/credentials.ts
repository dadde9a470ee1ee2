import { createHmac } from 'node:crypto';
import { secretNamed } from '../../store/secrets.js';
import type { Store } from '../../store/store.js';
import { newSecret } from '../access/secrets.js';

/** How each kind begins, for people, logs and secret scanners. */
const PREFIXES = {
  access: 'postrider_access_',
  refresh: 'postrider_refresh_',
  code: 'postrider_code_',
  client: 'postrider_client_',
} as const;

type CredentialKind = keyof typeof PREFIXES;

/** 32 random bytes, with a prefix that says what they are. Only its hash is stored. */
export function newCredential(kind: CredentialKind): string {
  return `${PREFIXES[kind]}${newSecret()}`;
}

/** Whether a text is an access token of some Postrider, valid or not. */
export const looksLikeAccessToken = (text: string): boolean => text.startsWith(PREFIXES.access);

/**
 * The secret of a registered client. It is derived, so that a client that registers twice gets the same one, and the
 * database holds none.
 */
export async function clientSecretOf(store: Store, clientId: string): Promise<string> {
  return `${PREFIXES.client}${await derived(store, `client ${clientId}`)}`;
}

/** The secret that signs the previews of a connection: access tokens change every hour. */
export function previewSecretOf(store: Store, connectionId: string): Promise<string> {
  return derived(store, `previews ${connectionId}`);
}

const secrets = new WeakMap<Store, Promise<string>>();

async function derived(store: Store, purpose: string): Promise<string> {
  const known = secrets.get(store) ?? secretNamed(store, 'assistants');
  secrets.set(store, known);
  const secret = await known.catch((error: unknown) => {
    secrets.delete(store);
    throw error;
  });
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
