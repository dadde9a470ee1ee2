import { readableTime } from '../../../time/readable-time.js';
import { wallNow } from '../layout/wall-now.js';
import type { User } from '../user.js';
import type { PostFormValues } from './form-values.js';

/** A choice of when to publish. */
export interface TimeChoice {
  readonly id: 'queue' | 'hour' | 'tomorrow' | 'monday' | 'own' | 'now';
  /** What the form sends: a name, or a wall time in the workspace’s zone. */
  readonly value: string;
  readonly name: string;
  /** What the name leaves open. */
  readonly detail: string;
  /** What the main button says if this is chosen. */
  readonly act: string;
  /** What it says if somebody has to approve the post first. */
  readonly ask: string;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The start of a working day, for the suggested times. */
const MORNING_HOUR = 9;

const ASK = 'Ask for approval';

/** `2026-12-01T09:00` of a wall time. */
const inputOf = (wall: number): string => new Date(wall).toISOString().slice(0, 16);

/** `Tue 1 Dec, 09:00` of a wall time. */
function spokenWall(input: string, user: User): string {
  const wall = Date.parse(`${input}Z`);
  return Number.isNaN(wall) ? '' : readableTime(wall, 'UTC', wallNow(user));
}

function morningIn(days: number, wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS + days * DAY_MS + MORNING_HOUR * HOUR_MS;
}

/**
 * The suggested times, and the value that stands for a time of one’s own.
 *
 * @param isInbox the post only goes to inboxes of apps, where a person publishes it
 */
export function timeChoices(
  user: User,
  entered: PostFormValues,
  slot: { when: string } | null,
  isInbox: boolean,
): TimeChoice[] {
  const wall = wallNow(user);
  const at = (id: TimeChoice['id'], name: string, instant: number): TimeChoice => {
    const value = inputOf(instant);
    const spoken = spokenWall(value, user);
    return { id, value, name, detail: spoken, act: `Schedule for ${spoken}`, ask: `${ASK}, ${spoken}` };
  };
  // 0 is Sunday.
  const daysToMonday = (8 - new Date(wall).getUTCDay()) % 7 || 7;
  const count = entered.accountIds.length;
  const own = spokenWall(entered.scheduledAt, user);
  return [
    slot
      ? {
          id: 'queue',
          value: 'queue',
          name: 'Open slot',
          detail: slot.when,
          act: `Schedule for ${slot.when}`,
          ask: `${ASK}, ${slot.when}`,
        }
      : {
          id: 'queue',
          value: 'queue',
          name: 'Next open slot',
          detail: 'of each channel',
          act: count > 1 ? 'Add to next slots' : 'Add to next slot',
          ask: `${ASK}, next slot${count > 1 ? 's' : ''}`,
        },
    at('hour', 'In 1 hour', wall + HOUR_MS),
    at('tomorrow', 'Tomorrow morning', morningIn(1, wall)),
    ...(daysToMonday > 1 ? [at('monday', 'Monday morning', morningIn(daysToMonday, wall))] : []),
    {
      id: 'own',
      value: 'own',
      name: 'At another time',
      detail: '',
      act: own === '' ? 'Schedule' : `Schedule for ${own}`,
      ask: own === '' ? ASK : `${ASK}, ${own}`,
    },
    {
      id: 'now',
      value: 'now',
      name: 'Now',
      detail: 'cannot be undone',
      act: nowWords(count, isInbox),
      ask: ASK,
    },
  ];
}

function nowWords(count: number, isInbox: boolean): string {
  if (isInbox) return count > 1 ? `Send to ${count} inboxes` : 'Send to the inbox';
  return count > 1 ? `Publish now to ${count}` : 'Publish now';
}

/** The choice that is selected: the time that was entered, or a default. */
export function chosenTime(
  choices: readonly TimeChoice[],
  entered: PostFormValues,
  hasSlots: boolean,
): TimeChoice['id'] {
  const { when } = entered;
  if (when === '') return hasSlots ? 'queue' : 'tomorrow';
  return choices.find(({ value }) => value === when)?.id ?? 'own';
}
