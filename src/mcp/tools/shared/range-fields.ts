import type { TextField } from '../../definition/tool-definition.js';

/** The beginning of a stretch of time in a list. */
export const rangeFrom = {
  type: 'string',
  aliases: ['since', 'after', 'start'],
  maxLength: 100,
  example: '2026-12-01',
  description: 'Day ("2026-12-01", "tomorrow") or time',
} as const satisfies TextField;

/** Its end; a day is meant to its own end. */
export const rangeTo = {
  type: 'string',
  aliases: ['until', 'before', 'end'],
  maxLength: 100,
  example: '2026-12-31',
  description: 'Last day, or time',
} as const satisfies TextField;
