import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery } from '../lists.js';

export const ACTIVITY_RESULTS = ['done', 'refused', 'failed'] as const;
export type ActivityResult = (typeof ACTIVITY_RESULTS)[number];

const ACTIVITY_KINDS = ['change', 'read'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const ActivityEntry = z
  .object({
    id: idOf('activity', 'Identifier of the entry.'),
    at: Instant.meta({ description: 'When, by the workspace’s clock.' }),
    key: z
      .object({ id: z.string(), label: z.string(), prefix: z.string() })
      .nullable()
      .meta({ description: 'Whose key it was; null where it is known no more.' }),
    tool: z.string().nullable().meta({ description: 'The MCP tool that made the call, as its server says.' }),
    operation: z.string().meta({ description: 'What was called.', examples: ['posts.create'] }),
    route: z.string().meta({ description: 'The same as method and path.', examples: ['POST /v1/posts'] }),
    kind: z.enum(ACTIVITY_KINDS).meta({ description: 'Whether it could change something.' }),
    objectId: z.string().nullable().meta({ description: 'What it was about.' }),
    result: z.enum(ACTIVITY_RESULTS).meta({
      description: '`refused`: the request was at fault. `failed`: the service was.',
    }),
    status: z.number().int().meta({ description: 'HTTP status of the answer.' }),
    code: z.string().nullable().meta({ description: 'Error code of the answer.' }),
    summary: z.string().meta({ description: 'What changed, or why nothing did.' }),
    requestId: z.string(),
    cursor: z.string().meta({
      description: 'Its place in the log: as `cursor` with `order=asc`, it asks for what came after it.',
    }),
  })
  .meta({ id: 'ActivityEntry', description: 'One call that was made with a key.' });

export type ActivityEntry = z.infer<typeof ActivityEntry>;

const rangeEnd = z.string().min(1).max(64).optional();

export const ActivityQuery = z.strictObject({
  keyId: z.string().max(100).optional().meta({ description: 'Only calls made with this key.' }),
  operation: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Only these operations, separated by commas.', examples: ['posts.create'] }),
  tool: z.string().max(64).optional().meta({ description: 'Only calls of this MCP tool.' }),
  objectId: z.string().max(200).optional().meta({ description: 'Only calls about this object.' }),
  kind: commaSeparated(ACTIVITY_KINDS, 'Only calls that could change something, or only reads.').optional(),
  result: commaSeparated(ACTIVITY_RESULTS, 'Only calls that ended so.').optional(),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only entries whose summary, code or request id contains this.' }),
  from: rangeEnd.meta({
    description: 'Only from this time on: ISO 8601 with an offset, or a whole day of the workspace’s zone.',
    examples: ['2026-12-01'],
  }),
  to: rangeEnd.meta({
    description: 'Only before this time; a day is meant to its end.',
    examples: ['2026-12-31'],
  }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'Newest first (`desc`) unless told.' }),
  ...ListQuery,
});

export const ActivityPage = z
  .object({
    data: z.array(ActivityEntry),
    nextCursor: z.string().nullable().meta({ description: 'Send as `cursor` for the next page.' }),
  })
  .meta({ id: 'ActivityPage' });

export type ActivityPage = z.infer<typeof ActivityPage>;
