import * as z from '../lazy-zod.js';

export const TargetBoard = z
  .object({
    id: z.string().meta({ description: 'The id at the network.' }),
    name: z.string().nullable().meta({
      description: 'What the network calls it now. Null: the network has not listed it yet.',
    }),
    gone: z.boolean().meta({
      description: 'Whether the network listed it before and no longer does: it refuses posts to it.',
    }),
  })
  .meta({ id: 'TargetBoard', description: 'The board to which a target goes.' });

export type TargetBoard = z.infer<typeof TargetBoard>;
