import { randomUUID } from 'node:crypto';
import type { Write } from '../../../store/store.js';
import type { OAuthTokenRow } from '../../../store/tables/assistant-rows.js';
import { hashOfSecret } from '../../access/secrets.js';
import { newCredential } from '../credentials.js';
import { deleteSurplus } from './delete-surplus.js';

/** How long an access token works, in milliseconds. */
export const ACCESS_MS = 60 * 60 * 1000;

/** How long a refresh token works after it was given, in milliseconds. */
const REFRESH_MS = 90 * 24 * 60 * 60 * 1000;

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Whom tokens are given to. */
type Holder = Pick<OAuthTokenRow, 'connection_id' | 'client_id' | 'family' | 'parent'>;

/** @param now system time, epoch milliseconds */
export async function giveTokens(trx: Write, holder: Holder, now: number): Promise<TokenPair> {
  const pair = { access: newCredential('access'), refresh: newCredential('refresh') };
  const row = (kind: 'access' | 'refresh', lifetimeMs: number) => ({
    ...{ hash: hashOfSecret(pair[kind]), kind, ...holder },
    ...{ created_at: now, expires_at: now + lifetimeMs, used_at: null },
  });
  if (holder.parent !== null) {
    const ofParent = { table: 'oauth_tokens', column: 'parent', value: holder.parent } as const;
    await deleteSurplus(trx, ofParent, MAX_SUCCESSORS);
  }
  await trx
    .insertInto('oauth_tokens')
    .values([row('access', ACCESS_MS), row('refresh', REFRESH_MS)])
    .execute();
  return pair;
}

/** Tokens that one refresh token is exchanged for while it still works; more replace the oldest. */
const MAX_SUCCESSORS = 40;

/** Ends all tokens that come from one code. */
export async function endFamily(trx: Write, family: string): Promise<void> {
  await trx.deleteFrom('oauth_tokens').where('family', '=', family).execute();
}

export const newFamily = (): string => randomUUID();
