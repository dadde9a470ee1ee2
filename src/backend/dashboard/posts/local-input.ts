import { timeForms } from '../../../time/forms.js';

const HOUR_MS = 60 * 60 * 1000;

/**
 * What a date and time field of a form begins with: `2026-12-01T09:00`.
 *
 * @param local a time as answers write it; null: the next full hour but one
 */
export function localInput(local: string | null, timezone: string, now: number): string {
  const written = local ?? timeForms(Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS, timezone, now).local;
  const [, date, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(written) ?? [];
  return date === undefined ? '' : `${date}T${time}`;
}
