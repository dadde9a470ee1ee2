import type { PostriderClient } from '../../client/client.js';
import type { TimeForms } from '../../contract/instants.js';
import type { Context } from '../context.js';
import { shortTime } from './instants.js';

/** Formats instants in one time zone. Each takes ISO 8601 or epoch milliseconds. */
export interface ZonedTimes {
  /** `Tue 2026-12-01 09:00`. */
  readonly minute: (instant: string | number) => string;
  /** `2026-12-01 09:00:05`, for logs. */
  readonly second: (instant: string | number) => string;
}

export async function zonedTimes(timezone: string): Promise<ZonedTimes> {
  const [{ BundledZone }, { wallTimeAt }, { wallForm }] = await Promise.all([
    import('../../time/zone.js'),
    import('../../time/wall-clock.js'),
    import('../../time/forms.js'),
  ]);
  const zone = BundledZone.named(timezone);
  const wall = (instant: string | number): number => wallTimeAt(new Date(instant).getTime(), zone);
  return {
    minute: (instant) => wallForm(wall(instant)),
    second: (instant) => new Date(wall(instant)).toISOString().slice(0, 19).replace('T', ' '),
  };
}

/** The time zone of the workspace of this client's key. */
export async function workspaceZone(
  client: PostriderClient,
  { signal }: Pick<Context, 'signal'>,
): Promise<string> {
  const { workspace } = await client.me.get({ signal });
  return workspace.timezone;
}

/** How a table shows its times: in one zone, which a note below it names. */
export interface TableTimes {
  readonly timeOf: (time: TimeForms) => string;
  /** `Times are in Europe/Berlin.`; empty for a table without times. */
  readonly note: string;
}

/** The time format for one table: times of several zones are shown in the workspace's. */
export async function tableTimes(
  times: readonly (TimeForms | null)[],
  client: PostriderClient,
  context: Pick<Context, 'signal'>,
): Promise<TableTimes> {
  const [first, ...others] = new Set(times.flatMap((time) => time?.timezone ?? []));
  if (first === undefined) return { timeOf: shortTime, note: '' };
  if (others.length === 0) return { timeOf: shortTime, note: zoneNote(first) };
  const zone = await workspaceZone(client, context);
  const { minute } = await zonedTimes(zone);
  return { timeOf: ({ utc }) => minute(utc), note: zoneNote(zone) };
}

export function zoneNote(timezone: string): string {
  return `Times are in ${timezone}.`;
}
