import type { Schedule } from '../../../contract/schedules/schedules.js';
import { clockNote } from '../../../time/clock-notes.js';
import { timeForms } from '../../../time/forms.js';
import { occurrencesBetween } from '../../../time/occurrences.js';
import { storedDefinition } from '../slots/schedule-definition.js';
import type { StoredSchedule } from '../slots/schedule-repository.js';

const DAY = 24 * 60 * 60_000;
/** How far ahead clock changes are reported, in days: long enough for the next two of every zone. */
const CLOCK_NOTE_DAYS = 400;
const MAX_CLOCK_NOTES = 4;

/** A stored schedule as the API returns it. */
export function viewSchedule(stored: StoredSchedule, now: number): Schedule {
  const { schedule, accountIds } = stored;
  const definition = storedDefinition(stored);
  const upcoming = occurrencesBetween(definition, now + 1, now + CLOCK_NOTE_DAYS * DAY);
  const next = Math.min(...upcoming.map(({ publishAt }) => publishAt));
  const notes = upcoming
    .map((occurrence) => clockNote(occurrence, definition))
    .filter((note) => note !== null);
  return {
    id: schedule.id as Schedule['id'],
    label: schedule.label,
    accountIds: accountIds as Schedule['accountIds'],
    timezone: schedule.timezone,
    days: [...definition.days],
    startTime: definition.startTime,
    endTime: definition.endTime,
    postsPerWindow: definition.postsPerWindow,
    active: definition.active,
    next: definition.active ? timeForms(next, schedule.timezone, now) : null,
    warnings: notes.slice(0, MAX_CLOCK_NOTES),
    version: schedule.version,
    createdAt: new Date(schedule.created_at).toISOString(),
    updatedAt: new Date(schedule.updated_at).toISOString(),
  };
}
