import { PLATFORM_ALIASES, PLATFORMS } from '../../../contract/platforms.js';
import type { Fields, TextField } from '../../definition/tool-definition.js';

export const networkNamed = {
  type: 'string',
  values: PLATFORMS,
  synonyms: PLATFORM_ALIASES,
  example: 'bluesky',
} as const satisfies TextField;

export const onePlatform = {
  ...networkNamed,
  aliases: ['network', 'channel'],
  documented: 'Only this network',
} as const;

export const responseFormat = {
  type: 'string',
  values: ['concise', 'detailed'],
  valuesListedElsewhere: true,
  aliases: ['format', 'verbosity'],
  example: 'detailed',
  description: 'concise (default) or detailed',
} as const satisfies TextField;

/** Which page of a list to return. */
export const cursor = {
  type: 'string',
  maxLength: 500,
  description: 'nextCursor of the last page',
} as const satisfies TextField;

/** Arguments that a list's answer names when there is more to read; postrider_list_posts describes them. */
export const pagingFields = {
  cursor: { type: 'string', maxLength: cursor.maxLength, documented: cursor.description },
  response_format: { ...responseFormat, hidden: true },
} as const satisfies Fields;

export const oneAccount = {
  type: 'string',
  aliases: ['account'],
  maxLength: 100,
  description: 'Only this account',
} as const satisfies TextField;

/** Start of a list's time range. */
export const rangeFrom = {
  type: 'string',
  aliases: ['since', 'after', 'start'],
  maxLength: 100,
  example: '2026-12-01',
  description: 'Day ("2026-12-01", "tomorrow") or time',
} as const satisfies TextField;

/** End of a list's time range; a day counts to its end. */
export const rangeTo = {
  type: 'string',
  aliases: ['until', 'before', 'end'],
  maxLength: 100,
  example: '2026-12-31',
  description: 'Last day, or time',
} as const satisfies TextField;
