import type { AlertTopic } from '../../../contract/alerts/alerts.js';
import type { Queries } from '../../store/store.js';
import type { AlertFact } from './alert-facts.js';
import { ALERT_TROUBLES, type AlertTrouble } from './alert-topics.js';
import type { DiskTrouble } from './disk-space.js';
import type { KnownTrouble } from './notebook.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a receiver has to fail before somebody is told, in milliseconds. */
const FAILING_MS = HOUR_MS;

/** How long before the end of a key somebody is told, in milliseconds. */
const EXPIRING_MS = 7 * DAY_MS;

/** A key that was made for less than this is meant to end soon, in milliseconds. */
const SHORT_LIFE_MS = 14 * DAY_MS;

/** Troubles of a kind that one look reads: more than an address can know of. */
const MAX_READ = 100;

export interface TroubleLook {
  readonly db: Queries;
  readonly workspaceId: string;
  /** The workspace's time. */
  readonly now: number;
  /** What the disk of this machine is like; null: it is not known. */
  readonly disk: DiskTrouble | null;
}

/** A trouble as it is now. */
export type PresentTrouble = AlertFact & { readonly type: AlertTrouble };

/** The troubles of a workspace that no event reports. */
export async function presentTroubles(
  { db, workspaceId, now, disk }: TroubleLook,
  topics: readonly AlertTopic[],
): Promise<readonly PresentTrouble[]> {
  const present: PresentTrouble[] = [];
  if (topics.includes(ALERT_TROUBLES['webhook.failing'])) {
    const rows = await db
      .selectFrom('webhooks')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('active', '=', 1)
      .where('failing_since', '<=', now - FAILING_MS)
      .limit(MAX_READ)
      .execute();
    present.push(...rows.map(({ id }) => ({ type: 'webhook.failing', objectId: id, detail: '' }) as const));
  }
  if (topics.includes(ALERT_TROUBLES['key.expiring'])) {
    const rows = await db
      .selectFrom('api_keys')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', 'key')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', now + EXPIRING_MS)
      .where((is) => is(is('expires_at', '-', is.ref('created_at')), '>', SHORT_LIFE_MS))
      .limit(MAX_READ)
      .execute();
    present.push(...rows.map(({ id }) => ({ type: 'key.expiring', objectId: id, detail: '' }) as const));
  }
  if (topics.includes(ALERT_TROUBLES['disk.nearly_full']) && disk?.isNearlyFull) {
    present.push({ type: 'disk.nearly_full', objectId: disk.machine, detail: disk.free });
  }
  return present;
}

/** How a trouble ended of which an address knows, and which is there no more. */
export async function howItEnded(
  { db, disk }: TroubleLook,
  { type, objectId }: KnownTrouble,
): Promise<'over' | 'unknown' | 'gone'> {
  if (type === 'disk.nearly_full') {
    // Another machine looks at its own disk.
    return disk?.machine === objectId ? 'over' : 'unknown';
  }
  if (type !== 'webhook.failing') return 'gone';
  const row = await db.selectFrom('webhooks').select('active').where('id', '=', objectId).executeTakeFirst();
  return row?.active === 1 ? 'over' : 'gone';
}
