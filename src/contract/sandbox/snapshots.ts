import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';

/** Snapshots of a sandbox: `/v1/test/snapshots`. */

/** Maximum number of snapshots of a workspace. */
export const MAX_SNAPSHOTS = 50;

export const SnapshotParams = z.strictObject({
  id: z
    .string()
    .max(64)
    .meta({ description: 'Id of the snapshot.', examples: ['snap_1'] }),
});

export const TestSnapshot = z
  .object({
    id: z.string(),
    takenAt: Instant.meta({ description: 'When it was taken, in workspace time.' }),
    frozen: z.boolean().meta({ description: 'Whether the clock was frozen.' }),
    rows: z
      .record(z.string(), z.number().int())
      .meta({ description: 'How many objects of each kind it contains. Kinds without objects are omitted.' }),
  })
  .meta({ id: 'TestSnapshot', description: 'The state of a sandbox at one moment.' });

export type TestSnapshot = z.infer<typeof TestSnapshot>;

export const TestSnapshots = z
  .object({ data: z.array(TestSnapshot).meta({ description: 'The snapshots, oldest first.' }) })
  .meta({ id: 'TestSnapshots' });

export const DroppedSnapshot = z.object({ id: z.string() }).meta({ id: 'DroppedSnapshot' });
