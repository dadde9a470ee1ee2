import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';

/** Keeping how a sandbox stands, and bringing it back: `/v1/test/snapshots`. */

/** Most snapshots that one workspace keeps. */
export const SNAPSHOTS_AT_MOST = 50;

export const SnapshotParams = z.strictObject({
  id: z
    .string()
    .max(64)
    .meta({ description: 'Identifier of the snapshot.', examples: ['snap_1'] }),
});

export const TestSnapshot = z
  .object({
    id: z.string(),
    takenAt: Instant.meta({ description: 'Workspace time at which it was taken.' }),
    frozen: z.boolean().meta({ description: 'The clock stood still; else it ran.' }),
    rows: z
      .record(z.string(), z.number().int())
      .meta({ description: 'How many of what it holds; what there was none of is left out.' }),
  })
  .meta({ id: 'TestSnapshot', description: 'How a sandbox stood at one moment.' });

export type TestSnapshot = z.infer<typeof TestSnapshot>;

export const TestSnapshots = z.object({ data: z.array(TestSnapshot) }).meta({ id: 'TestSnapshots' });

export const DroppedSnapshot = z.object({ id: z.string() }).meta({ id: 'DroppedSnapshot' });
