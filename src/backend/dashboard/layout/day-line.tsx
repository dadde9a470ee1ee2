import { plusDays } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { shortDay } from '../calendar/span.js';
import type { User } from '../user.js';
import { wallNow } from './wall-now.js';

/** The heading of a day in a list: `Today Wed 25 Nov`. */
export function DayLine({ day, user }: { readonly day: string; readonly user: User }) {
  const today = wallNow(user);
  const near = new Map([
    [dateOf(plusDays(today, -1)), 'Yesterday'],
    [dateOf(today), 'Today'],
    [dateOf(plusDays(today, 1)), 'Tomorrow'],
  ]);
  const name = near.get(day);
  return (
    <li class={name === 'Today' ? 'day-line today' : 'day-line'}>
      <h2>
        {name !== undefined && <strong>{name}</strong>} {shortDay(day, today)}
      </h2>
    </li>
  );
}
