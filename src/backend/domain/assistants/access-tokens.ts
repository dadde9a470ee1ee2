import { coalesce } from '../../store/queries/coalesce.js';
import { prepared } from '../../store/queries/prepared.js';
import type { Store } from '../../store/store.js';
import { hashOfSecret } from '../access/secrets.js';

/** What an access token leads to. */
export interface KnownToken {
  readonly connectionId: string;
  /** Epoch milliseconds of system time. */
  readonly expiresAt: number;
}

/** One indexed read per request, so that an ended connection is refused at once. Null: no such token. */
export async function findAccessToken(store: Store, text: string): Promise<KnownToken | null> {
  const [row] = await tokenByHash(store.db, { hash: hashOfSecret(text) });
  return row ? { connectionId: row.connection_id, expiresAt: row.expires_at } : null;
}

const tokenByHash = coalesce(
  prepared((db, { hash }: { readonly hash: string }) =>
    db
      .selectFrom('oauth_tokens')
      .select(['connection_id', 'expires_at'])
      .where('hash', '=', hash)
      .where('kind', '=', 'access'),
  ),
);
