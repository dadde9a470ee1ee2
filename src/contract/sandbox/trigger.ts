import { EVENT_TYPES } from '../events/events.js';
import * as z from '../lazy-zod.js';

export const TriggerEvent = z
  .strictObject({
    type: z.enum(EVENT_TYPES).meta({ description: 'The event type.' }),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Fields of `data` to change. Objects are merged into the fixture.' }),
  })
  .meta({ id: 'TriggerEvent' });
