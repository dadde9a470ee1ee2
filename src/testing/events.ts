import type { PostriderClient } from '../client/client.js';
import type { EventType, PostriderEvent } from '../contract/events/events.js';
import { type Commits, pollUntil } from './commits.js';
import { DEFAULT_TIMEOUT_MS } from './seen-posts.js';
import type { EventOf, TestEvents } from './test-backend.js';

const MAX_PAGE_SIZE = 100;

/** The event log of a workspace. */
export function eventsOf(client: PostriderClient, commits: Commits): TestEvents {
  const list = async <Type extends EventType = EventType>(type?: Type): Promise<EventOf<Type>[]> => {
    const isMatch = (event: PostriderEvent): event is EventOf<Type> =>
      type === undefined || event.type === type;
    const found: EventOf<Type>[] = [];
    const types = type === undefined ? {} : { types: [type] };
    for await (const event of client.events.list({ ...types, limit: MAX_PAGE_SIZE })) {
      if (isMatch(event)) found.push(event);
    }
    return found;
  };
  return {
    list,
    waitFor: async (type, { where = () => true, timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
      const check = async () => (await list(type)).find(where) ?? null;
      const found = await pollUntil(commits, timeoutMs, check);
      if (found !== null) return found;
      const existing = (await list()).map(
        (event) => `  ${event.timestamp} ${event.type} ${JSON.stringify(event.data)}`,
      );
      throw new Error(
        [
          `No matching ${type} event occurred within ${timeoutMs / 1000} s.`,
          existing.length === 0 ? 'There are no events.' : 'The latest events:',
          ...existing.slice(-10),
        ].join('\n'),
      );
    },
  };
}
