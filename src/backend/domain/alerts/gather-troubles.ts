import { isAlertTopic } from '../../../contract/alerts/alerts.js';
import type { Clock } from '../../base/clock.js';
import type { Store, Write } from '../../store/store.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { lockChannel, tellingColumns } from './channel-notebook.js';
import type { DiskTrouble } from './disk-space.js';
import {
  type KnownTrouble,
  knownTroubles,
  type Notebook,
  readNotebook,
  withFacts,
  withoutTrouble,
} from './notebook.js';
import { howItEnded, type PresentTrouble, presentTroubles, type TroubleLook } from './troubles.js';

/** Gives each address the troubles that it does not know of yet, and the end of those that it knows of. */
export async function gatherTroubles(store: Store, clock: Clock, disk: DiskTrouble | null): Promise<void> {
  const channels = await store.db
    .selectFrom('alert_channels')
    .innerJoin('workspaces', 'workspaces.id', 'alert_channels.workspace_id')
    .select(['alert_channels.id', 'workspace_id', 'topics_json', 'told_json', 'gathered_json'])
    .select(['clock_offset_ms', 'clock_frozen_at'])
    .execute();
  for (const channel of channels) {
    const look = {
      ...{ db: store.db, disk, workspaceId: channel.workspace_id },
      now: workspaceNow(channel, clock.now()),
    };
    const present = await presentTroubles(look, topicsOf(channel));
    if (!hasChanged(readNotebook(channel), present)) continue;
    await store.write((trx) => gatherFor(trx, channel.id, { ...look, db: trx }, clock));
  }
}

type Topics = Pick<AlertChannelRow, 'topics_json'>;

function topicsOf({ topics_json: topics }: Topics) {
  return (JSON.parse(topics) as readonly string[]).filter(isAlertTopic);
}

const isSame = (one: KnownTrouble, other: KnownTrouble): boolean =>
  one.type === other.type && one.objectId === other.objectId;

function hasChanged(notebook: Notebook, present: readonly PresentTrouble[]): boolean {
  const known = knownTroubles(notebook);
  return (
    present.some((trouble) => !known.some((one) => isSame(one, trouble))) ||
    known.some((one) => !present.some((trouble) => isSame(one, trouble)))
  );
}

async function gatherFor(trx: Write, id: string, look: TroubleLook, clock: Clock): Promise<void> {
  const channel = await lockChannel(trx, id);
  if (!channel) return;
  const present = await presentTroubles(look, topicsOf(channel));
  let notebook = readNotebook(channel);
  const known = knownTroubles(notebook);
  const isNew = (trouble: PresentTrouble): boolean => !known.some((one) => isSame(one, trouble));
  notebook = withFacts(notebook, present.filter(isNew));
  for (const one of known) {
    if (present.some((trouble) => isSame(one, trouble))) continue;
    const ended = await howItEnded(look, one);
    if (ended === 'over')
      notebook = withFacts(notebook, [{ ...one, detail: look.disk?.free ?? '', isOver: true }]);
    if (ended === 'gone') notebook = withoutTrouble(notebook, one);
  }
  const columns = tellingColumns(channel, notebook, clock);
  if (columns === null) return;
  await trx.updateTable('alert_channels').set(columns).where('id', '=', id).execute();
}
