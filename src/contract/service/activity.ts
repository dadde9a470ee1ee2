import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, nextCursor } from '../lists.js';

export const ACTIVITY_RESULTS = ['done', 'refused', 'failed'] as const;
export type ActivityResult = (typeof ACTIVITY_RESULTS)[number];

const ACTIVITY_KINDS = ['change', 'read'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const ActivityEntry = z
  .object({
    id: idOf('activity', 'Id of the entry.'),
    at: Instant.meta({ description: 'When the call was made, by the workspace’s clock.' }),
    key: z
      .object({ id: z.string(), label: z.string(), prefix: z.string() })
      .nullable()
      .meta({ description: 'The API key. Null if it is no longer known.' }),
    tool: z
      .string()
      .nullable()
      .meta({ description: 'The MCP tool that made the call, as reported by the MCP server.' }),
    operation: z.string().meta({ description: 'The called operation.', examples: ['posts.create'] }),
    route: z.string().meta({ description: 'The operation’s method and path.', examples: ['POST /v1/posts'] }),
    kind: z.enum(ACTIVITY_KINDS).meta({ description: 'Whether the call could change something.' }),
    objectId: z.string().nullable().meta({ description: 'The object of the call.' }),
    excerpt: z
      .string()
      .nullable()
      .meta({
        description:
          'The first line of the post at that time, at most 60 characters; empty if it had no text. Null if the call was not about a post, if its text at that time is not known, if it is deleted, or if the key does not have `posts:read`.',
        examples: ['The spring menu is here.'],
      }),
    result: z.enum(ACTIVITY_RESULTS).meta({
      description: '`refused`: the request was invalid. `failed`: Postrider failed.',
    }),
    status: z.number().int().meta({ description: 'HTTP status of the answer.' }),
    code: z.string().nullable().meta({ description: 'Error code of the response.' }),
    summary: z.string().meta({ description: 'What changed, or why nothing did.' }),
    requestId: z.string(),
    cursor: z.string().meta({
      description: 'Position in the log. Send as `cursor` with `order=asc` to get what came after it.',
    }),
  })
  .meta({ id: 'ActivityEntry', description: 'An API call.' });

export type ActivityEntry = z.infer<typeof ActivityEntry>;

const rangeEnd = z.string().min(1).max(64).optional();

export const ActivityQuery = z.strictObject({
  keyId: z.string().max(100).optional().meta({ description: 'Filter by API key.' }),
  operation: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Filter by operation, comma-separated.', examples: ['posts.create'] }),
  tool: z.string().max(64).optional().meta({ description: 'Filter by MCP tool.' }),
  objectId: z.string().max(200).optional().meta({ description: 'Filter by object.' }),
  kind: commaSeparated(ACTIVITY_KINDS, 'Filter by kind, comma-separated.').optional(),
  result: commaSeparated(ACTIVITY_RESULTS, 'Filter by result, comma-separated.').optional(),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only entries whose summary, error code or request id contains this.' }),
  from: rangeEnd.meta({
    description:
      'Only entries from this time on: ISO 8601 with an offset, or a date in the workspace’s time zone.',
    examples: ['2026-12-01'],
  }),
  to: rangeEnd.meta({
    description: 'Only entries before this time. A date includes the whole day.',
    examples: ['2026-12-31'],
  }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'Sort order. Default: `desc`, newest first.' }),
  ...ListQuery,
});

export const ActivityPage = z
  .object({
    data: z.array(ActivityEntry),
    nextCursor: nextCursor(),
  })
  .meta({ id: 'ActivityPage' });

export type ActivityPage = z.infer<typeof ActivityPage>;
