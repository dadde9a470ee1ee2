import type { PostriderClient } from '../client/client.js';
import type { EventType, PostriderEvent } from '../contract/events/events.js';
import { type Commits, lookUntil } from './commits.js';
import { PATIENCE_MS } from './seen-posts.js';
import type { EventOf, TestEvents } from './test-backend.js';

const PAGE = 100;

/** The event log of a workspace. */
export function eventsOf(client: PostriderClient, commits: Commits): TestEvents {
  const list = async <Type extends EventType = EventType>(type?: Type): Promise<EventOf<Type>[]> => {
    const isMeant = (event: PostriderEvent): event is EventOf<Type> =>
      type === undefined || event.type === type;
    const found: EventOf<Type>[] = [];
    const types = type === undefined ? {} : { types: [type] };
    for await (const event of client.events.list({ ...types, limit: PAGE })) {
      if (isMeant(event)) found.push(event);
    }
    return found;
  };
  return {
    list,
    waitFor: async (type, { where = () => true, timeoutMs = PATIENCE_MS } = {}) => {
      const look = async () => (await list(type)).find(where) ?? null;
      const found = await lookUntil(commits, timeoutMs, look);
      if (found !== null) return found;
      const there = (await list()).map(
        (event) => `  ${event.timestamp} ${event.type} ${JSON.stringify(event.data)}`,
      );
      throw new Error(
        [
          `There was no such ${type} within ${timeoutMs / 1000} s.`,
          there.length === 0 ? 'Nothing has happened at all.' : 'What has happened:',
          ...there.slice(-10),
        ].join('\n'),
      );
    },
  };
}
