import type { OAuthClientRow } from '../../../store/tables/assistant-rows.js';
import type { ClientMetadata } from './client-metadata.js';
import { isLoopbackRedirect, redirectPlace } from './redirect-uris.js';

/** A program that asks for access. */
export interface OAuthClient extends ClientMetadata {
  readonly id: string;
  /** The host whose document describes it; null: it registered itself, and nobody vouches for it. */
  readonly host: string | null;
}

export function clientOf({
  id,
  metadata_json,
  fresh_until,
}: Pick<OAuthClientRow, 'id' | 'metadata_json' | 'fresh_until'>): OAuthClient {
  // Only this folder writes the column.
  const metadata: ClientMetadata = JSON.parse(metadata_json);
  return { ...metadata, id, host: fresh_until === null ? null : new URL(id).host };
}

/** The name that a client gives itself, or where it is. */
export function clientName({ name, host }: Pick<OAuthClient, 'name' | 'host'>): string {
  return name || host || 'An unnamed program';
}

/** How lists, history and activity name a connection: `Claude (claude.ai)`. */
export function connectionLabel(client: Pick<OAuthClient, 'name' | 'host'>, redirectUri: string): string {
  const name = clientName(client).slice(0, MAX_SHOWN_NAME);
  const place = client.host ?? (isLoopbackRedirect(redirectUri) ? null : redirectPlace(redirectUri));
  return place === null || place === name ? name : `${name} (${place.slice(0, MAX_SHOWN_NAME)})`;
}

/** Characters of a name and of a host in a label. */
const MAX_SHOWN_NAME = 60;
