import { localForm, wallForm } from './forms.js';
import type { Occurrence } from './occurrences.js';
import { gapWarning } from './time-reading.js';
import { wallTimeAt } from './wall-clock.js';
import { planOf, type WeeklyWindow } from './weekly-window.js';
import { BundledZone } from './zone.js';

/** How a clock change affects a slot. */
export interface ClockNote {
  readonly code: 'time_in_clock_gap' | 'time_in_clock_overlap' | 'window_shortened' | 'window_shifted';
  readonly message: string;
}

/** How a clock change affects a slot of a window; null if it does not. */
export function clockNote(occurrence: Occurrence, window: WeeklyWindow): ClockNote | null {
  if (occurrence.reading === 'exact') return null;
  const zone = BundledZone.named(window.timezone);
  const plan = planOf(window);
  const start = occurrence.day + plan.start;
  const fixed = plan.fixed.find(({ index }) => index === occurrence.index);
  const wall = fixed ? occurrence.day + fixed.wall : start + (plan.moments[occurrence.index] ?? 0);
  const becomes = localForm(occurrence.publishAt, zone);
  switch (occurrence.reading) {
    case 'gap':
      return {
        code: 'time_in_clock_gap',
        message: gapWarning(wall, occurrence.publishAt, zone).message,
      };
    case 'overlap':
      return {
        code: 'time_in_clock_overlap',
        message: `${wallForm(wallTimeAt(occurrence.publishAt, zone))} occurs twice in ${zone.name} because the clocks go back. This is the first, ${zone.offsetName(occurrence.publishAt)}.`,
      };
    case 'shortened':
      return {
        code: 'window_shortened',
        message: `The clocks in ${zone.name} go forward during the window that starts ${wallForm(start)}. Its slots are spaced over the rest of it, and this one is ${becomes}.`,
      };
    case 'shifted':
      return {
        code: 'window_shifted',
        message: `The clocks in ${zone.name} skip the window that starts ${wallForm(start)}. It moves later by the length of the gap, and this slot is ${becomes}.`,
      };
  }
}
