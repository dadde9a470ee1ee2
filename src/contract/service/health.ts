import * as z from '../lazy-zod.js';

export const Health = z
  .object({
    status: z.enum(['ok', 'starting', 'stopping']),
    service: z.literal('postrider'),
    version: z.string(),
  })
  .meta({ id: 'Health', description: 'The state of the service.' });

export type Health = z.infer<typeof Health>;
