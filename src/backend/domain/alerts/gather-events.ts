import type { Clock } from '../../base/clock.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { lastEvent } from '../events/event-log.js';
import { type AlertFact, factOf } from './alert-facts.js';
import { firstWords } from './alert-lines.js';
import { ALERT_EVENTS, type AlertEvent, isAlertEvent } from './alert-topics.js';
import { lockChannel, tellingColumns } from './channel-notebook.js';
import { readNotebook, withFacts } from './notebook.js';

/** How many events one transaction reads. */
const BATCH = 200;

/** Positions are moved past events that concern nobody only now and then, because each move is a write. */
const MAX_BEHIND = 500;

/**
 * Gives each channel the events that it has not seen. One transaction keeps the facts and moves the channel's position
 * in the log, so that several processes, or one that dies, neither lose nor repeat any.
 *
 * @returns whether there is any channel
 */
export async function gatherEvents(store: Store, clock: Clock): Promise<boolean> {
  const channels = await store.db
    .selectFrom('alert_channels')
    .select(['id', 'workspace_id', 'seen_seq', 'topics_json'])
    .execute();
  if (channels.length === 0) return false;
  const last = await lastEvent(store.db);
  for (const channel of channels) {
    if (channel.seen_seq >= last) continue;
    let found = await eventsFor(store.db, channel);
    if (found.length === 0 && last - channel.seen_seq < MAX_BEHIND) continue;
    do {
      found = await store.write((trx) => gatherFor(trx, channel.id, last, clock));
    } while (found.length === BATCH);
  }
  return true;
}

type Position = Pick<AlertChannelRow, 'workspace_id' | 'seen_seq' | 'topics_json'>;

async function eventsFor(db: Queries, { workspace_id, seen_seq, topics_json }: Position) {
  const topics: readonly string[] = JSON.parse(topics_json);
  const types = Object.entries(ALERT_EVENTS).flatMap(([type, topic]) =>
    topics.includes(topic) ? [type as AlertEvent] : [],
  );
  // PostgreSQL has no empty list.
  if (types.length === 0) return [];
  return db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('seq', '>', seen_seq)
    .where('type', 'in', types)
    .orderBy('seq')
    .limit(BATCH)
    .execute();
}

/** Facts about posts with the first words of these, as far as the address quotes posts. */
async function withQuotes(
  trx: Write,
  { workspace_id: workspaceId, with_text: withText }: AlertChannelRow,
  facts: readonly AlertFact[],
): Promise<readonly AlertFact[]> {
  if (withText === 0) return facts;
  const aboutPosts = facts.filter(({ type }) => isAboutPost(type));
  const quotes = await firstWords(trx, workspaceId, [...new Set(aboutPosts.map(({ objectId }) => objectId))]);
  return facts.map((fact) =>
    aboutPosts.includes(fact) ? { ...fact, quote: quotes.get(fact.objectId) ?? null } : fact,
  );
}

const isAboutPost = (type: AlertFact['type']): boolean =>
  isAlertEvent(type) && ALERT_EVENTS[type] === 'posts';

async function gatherFor(trx: Write, id: string, last: number, clock: Clock) {
  const channel = await lockChannel(trx, id);
  if (!channel) return [];
  const events = await eventsFor(trx, channel);
  const lastRead = events.at(-1)?.seq ?? 0;
  // Events may have been committed since the end of the log was read.
  const position = events.length === BATCH ? lastRead : Math.max(last, lastRead);
  const facts = await withQuotes(
    trx,
    channel,
    events.flatMap((event) => factOf(event) ?? []),
  );
  await trx
    .updateTable('alert_channels')
    .set({
      seen_seq: Math.max(position, channel.seen_seq),
      ...tellingColumns(channel, withFacts(readNotebook(channel), facts), clock),
    })
    .where('id', '=', id)
    .execute();
  return events;
}
