import { PLATFORM_ALIASES, PLATFORMS } from '../../../contract/platforms.js';
import type { Fields, TextField } from '../../definition/tool-definition.js';

export const networkNamed = {
  type: 'string',
  values: PLATFORMS,
  synonyms: PLATFORM_ALIASES,
  example: 'bluesky',
} as const satisfies TextField;

export const onePlatform = { ...networkNamed, aliases: ['network', 'channel'] } as const;

export const responseFormat = {
  type: 'string',
  values: ['concise', 'detailed'],
  valuesListedElsewhere: true,
  aliases: ['format', 'verbosity'],
  example: 'detailed',
  description: 'concise (default) or detailed',
} as const satisfies TextField;

/** The page of a list that a call asks for. */
export const cursor = {
  type: 'string',
  maxLength: 500,
  description: 'nextCursor of the page before',
} as const satisfies TextField;

/** What the answer to a list names where there is more. */
export const pagingFields = {
  cursor: { ...cursor, hidden: true },
  response_format: { ...responseFormat, hidden: true },
} as const satisfies Fields;

export const oneAccount = {
  type: 'string',
  aliases: ['account'],
  maxLength: 100,
  description: 'Only this account',
} as const satisfies TextField;

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
