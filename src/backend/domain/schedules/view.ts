import type { Schedule } from '../../../contract/schedules/schedules.js';
import { type ClockNote, clockNote } from '../../../time/clock-notes.js';
import { timeForms } from '../../../time/forms.js';
import { occurrencesBetween } from '../../../time/occurrences.js';
import { BundledZone } from '../../../time/zone.js';
import { type ScheduleDefinition, storedDefinition } from '../slots/schedule-definition.js';
import type { StoredSchedule } from '../slots/schedule-repository.js';

const DAY = 24 * 60 * 60_000;
/** How far ahead clock changes are reported, in days: long enough for the next two of every zone. */
const CLOCK_NOTE_DAYS = 400;
const MAX_CLOCK_NOTES = 4;
const WEEK = 7 * DAY;
/** A clock change affects only slots that are less than this far from it. */
const CHANGE_REACH = 4 * DAY;
/** Every schedule has a slot within this time, even if a zone skips a day. */
const NEXT_WITHIN = 2 * WEEK;

/** A stored schedule as the API returns it. */
export function viewSchedule(stored: StoredSchedule, now: number): Schedule {
  const { schedule, accountIds } = stored;
  const definition = storedDefinition(stored);
  const upcoming = occurrencesBetween(definition, now + 1, now + NEXT_WITHIN);
  const next = upcoming.reduce(
    (first, { publishAt }) => Math.min(first, publishAt),
    Number.POSITIVE_INFINITY,
  );
  return {
    id: schedule.id as Schedule['id'],
    label: schedule.label,
    accountIds: accountIds as Schedule['accountIds'],
    timezone: schedule.timezone,
    days: [...definition.days],
    startTime: definition.startTime,
    moreTimes: [...definition.moreTimes],
    endTime: definition.endTime,
    postsPerWindow: definition.postsPerWindow,
    active: definition.active,
    next: definition.active ? timeForms(next, schedule.timezone, now) : null,
    warnings: clockNotes(definition, now),
    version: schedule.version,
    createdAt: new Date(schedule.created_at).toISOString(),
    updatedAt: new Date(schedule.updated_at).toISOString(),
  };
}

/** The next effects of clock changes. Only weeks near a change are computed: a year can have 20,000 slots. */
function clockNotes(definition: ScheduleDefinition, now: number): ClockNote[] {
  const zone = BundledZone.named(definition.timezone);
  const notes: ClockNote[] = [];
  const end = now + CLOCK_NOTE_DAYS * DAY;
  for (let from = now + 1; from < end && notes.length < MAX_CLOCK_NOTES; from += WEEK) {
    const to = Math.min(from + WEEK, end);
    if (zone.lastChange(from - CHANGE_REACH) === zone.lastChange(to + CHANGE_REACH)) continue;
    for (const occurrence of occurrencesBetween(definition, from, to)) {
      const note = clockNote(occurrence, definition);
      if (note) notes.push(note);
    }
  }
  return notes.slice(0, MAX_CLOCK_NOTES);
}
