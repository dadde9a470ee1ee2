import type { Selectable } from 'kysely';
import { isRecord } from '../../../base/is-record.js';
import { isPlatform, PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { EventRow } from '../../store/tables/event-rows.js';
import { type AlertEvent, type AlertTrouble, isAlertEvent } from './alert-topics.js';

/** One thing to tell. Names are read when it is sent. */
export interface AlertFact {
  readonly type: AlertEvent | AlertTrouble;
  readonly objectId: string;
  /** The networks of a post; the health of an account; the free space of a disk. */
  readonly detail: string;
  /** The first words of a post when it was gathered, for addresses that quote posts. */
  readonly quote?: string | null;
  /** Set: the trouble is over. */
  readonly isOver?: true;
}

/** What one alert tells. */
export interface AlertFacts {
  readonly facts: readonly AlertFact[];
  /** Further ones that it only counts. */
  readonly more: number;
}

/** The states of an account that somebody has to act on. */
const UNHEALTHY: readonly string[] = ['expiring', 'limited', 'reconnect_required', 'disabled'];

/** What an event tells; null: nothing that needs somebody. */
export function factOf({
  type,
  object_id: objectId,
  data_json: data,
}: Selectable<EventRow>): AlertFact | null {
  if (!isAlertEvent(type)) return null;
  const fields: unknown = JSON.parse(data);
  if (!isRecord(fields)) return null;
  if (type === 'account.health_changed') {
    const health = String(fields['to']);
    const fact = { type, objectId, detail: health };
    return UNHEALTHY.includes(health) ? fact : { ...fact, isOver: true };
  }
  return { type, objectId, detail: type === 'webhook.disabled' ? '' : networksIn(fields['targets']) };
}

function networksIn(targets: unknown): string {
  const platforms = (Array.isArray(targets) ? targets : []).flatMap((target: unknown) => {
    const platform = isRecord(target) ? target['platform'] : null;
    return typeof platform === 'string' && isPlatform(platform) ? [PLATFORM_NAMES[platform]] : [];
  });
  return [...new Set(platforms)].join(', ');
}
