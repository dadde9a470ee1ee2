import * as z from './lazy-zod.js';

/** An instant as the API writes it: ISO 8601 in UTC with milliseconds, `2026-12-01T08:00:00.000Z`. */
export const Instant = z.iso.datetime({ offset: false }).meta({
  description: 'An instant in UTC, ISO 8601.',
  examples: ['2026-12-01T08:00:00.000Z'],
});

/** A time in the three forms that people and models need. */
export const TimeForms = z
  .object({
    utc: Instant,
    local: z.string().meta({
      description: 'The same instant in `timezone`, with weekday and UTC offset.',
      examples: ['Tue 2026-12-01 09:00 (UTC+01:00)'],
    }),
    timezone: z.string().meta({ description: 'IANA time zone of `local`.', examples: ['Europe/Berlin'] }),
    relative: z.string().meta({
      description: 'Distance from the server’s current time.',
      examples: ['in 14 h 20 min', '3 min ago'],
    }),
  })
  .meta({ id: 'TimeForms', description: 'One instant as UTC, local and relative time.' });

export type TimeForms = z.infer<typeof TimeForms>;
