import { eachMetric, METRIC_MEANINGS } from '../insights/metrics.js';
import { METRICS, type Metric } from '../insights/values.js';
import * as z from '../lazy-zod.js';
import { Platform } from '../platform-schema.js';

/** What a simulated network counts of a post: `POST /v1/test/metrics`. */

/** Counts that replace the simulated network's own. */
export type SetCounts = Readonly<Partial<Record<Metric, number>>>;

const MAX_COUNT = 1_000_000_000_000;

const count = (metric: Metric) =>
  z.number().int().min(0).max(MAX_COUNT).meta({ description: METRIC_MEANINGS[metric] });

export const SetTestMetrics = z
  .strictObject({
    targetId: z.string().max(64).optional().meta({ description: 'The published target.' }),
    networkPostId: z.string().min(1).max(500).optional().meta({
      description:
        'Instead of `targetId`: the network’s id of the post, such as that of a thread’s second post.',
    }),
    counts: z
      .strictObject(
        eachMetric((metric) => count(metric).nullable().meta({ description: METRIC_MEANINGS[metric] })),
      )
      .partial()
      .refine((counts) => Object.keys(counts).length > 0, 'must name at least one number')
      .meta({
        description: `What the network counts from now on, whatever the age of the post. Null takes a number back to the simulated network’s own. Numbers that are absent stay as they are. Numbers: ${METRICS.map((metric) => `\`${metric}\``).join(', ')}.`,
        examples: [{ likes: 120, replies: 4 }],
      }),
  })
  .check((context) => {
    const { targetId, networkPostId } = context.value;
    if ((targetId === undefined) !== (networkPostId === undefined)) return;
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['targetId'],
      message: 'send either `targetId` or `networkPostId`',
    });
  })
  .meta({ id: 'SetTestMetrics' });

export type SetTestMetrics = z.infer<typeof SetTestMetrics>;

export const TestMetrics = z
  .object({
    targetId: z.string().nullable().meta({
      description:
        'Null: the post is not the first of a target, so that Postrider does not read its numbers.',
    }),
    platform: Platform,
    networkPostId: z.string(),
    counts: z.object(eachMetric(count)).partial().meta({
      description: 'All numbers that are set. The others are the simulated network’s own.',
    }),
  })
  .meta({ id: 'TestMetrics', description: 'What was set for a post on a simulated network.' });

export type TestMetrics = z.infer<typeof TestMetrics>;
