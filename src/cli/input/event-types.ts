import {
  EVENT_TYPES,
  type EventType,
  isEventType,
  UNNAMED_EVENT_TYPES,
} from '../../contract/events/events.js';
import { usageFailure } from '../failure.js';

/** Reads event types: `post.published`, `post.*` for a family, or `*`. Types that have to be named are in no family. @throws CliFailure */
export function readEventTypes(words: readonly string[]): EventType[] {
  const found = words.flatMap((word): readonly EventType[] => {
    if (word === '*') return UNNAMED_EVENT_TYPES;
    if (isEventType(word)) return [word];
    const family = word.endsWith('.*') ? word.slice(0, -1) : null;
    const members = family === null ? [] : UNNAMED_EVENT_TYPES.filter((type) => type.startsWith(family));
    if (members.length === 0) {
      throw usageFailure(`Unknown event type "${word}".`, `Event types: ${EVENT_TYPES.join(', ')}`);
    }
    return members;
  });
  return [...new Set(found)];
}
