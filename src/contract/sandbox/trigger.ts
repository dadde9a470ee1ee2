import { EVENT_TYPES } from '../events/events.js';
import * as z from '../lazy-zod.js';

export const TriggerEvent = z
  .strictObject({
    type: z.enum(EVENT_TYPES).meta({ description: 'Which event to tell of, as if it had happened.' }),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Fields of `data` that differ from the fixture; objects are merged into it.' }),
  })
  .meta({ id: 'TriggerEvent' });
