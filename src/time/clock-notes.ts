import { localForm, wallForm } from './forms.js';
import type { Occurrence } from './occurrences.js';
import { gapWarning } from './time-reading.js';
import { wallTimeAt } from './wall-clock.js';
import { planOf, type WeeklyWindow } from './weekly-window.js';
import { BundledZone } from './zone.js';

/** What was decided about an instant because the clocks are changed around it. */
export interface ClockNote {
  readonly code: 'time_in_clock_gap' | 'time_in_clock_overlap' | 'window_shortened' | 'window_shifted';
  readonly message: string;
}

/** Says what was decided about an occurrence of a window; null on days without anything to decide. */
export function clockNote(occurrence: Occurrence, window: WeeklyWindow): ClockNote | null {
  if (occurrence.reading === 'exact') return null;
  const zone = BundledZone.named(window.timezone);
  const plan = planOf(window);
  const start = occurrence.day + plan.start;
  const becomes = localForm(occurrence.publishAt, zone);
  switch (occurrence.reading) {
    case 'gap':
      return {
        code: 'time_in_clock_gap',
        message: gapWarning(start + (plan.moments[occurrence.index] ?? 0), occurrence.publishAt, zone)
          .message,
      };
    case 'overlap':
      return {
        code: 'time_in_clock_overlap',
        message: `${wallForm(wallTimeAt(occurrence.publishAt, zone))} comes twice in ${zone.name}, as the clocks go back: this is the first, ${zone.offsetName(occurrence.publishAt)}.`,
      };
    case 'shortened':
      return {
        code: 'window_shortened',
        message: `The clocks in ${zone.name} go forward inside the window that begins ${wallForm(start)}: its instants are spaced over what is left of it, and this one is ${becomes}.`,
      };
    case 'shifted':
      return {
        code: 'window_shifted',
        message: `The clocks in ${zone.name} jump over the window that begins ${wallForm(start)}: it comes later by the jump, and this instant is ${becomes}.`,
      };
  }
}
