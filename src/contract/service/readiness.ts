import * as z from '../lazy-zod.js';

/** What readiness depends on. */
const READINESS_CHECKS = ['process', 'database', 'migrations', 'publisher', 'disk'] as const;

export const ReadinessCheck = z
  .object({
    name: z.enum(READINESS_CHECKS).meta({
      description:
        '`process`: is not stopping. `database`: reads and accepts changes. `migrations`: the database has the tables of this version, and no process is changing them. `publisher`: looked for due posts within the last 30 seconds. `disk`: the data folder is writable and has free space.',
    }),
    status: z.enum(['ok', 'failed', 'skipped']).meta({
      description: '`skipped`: does not apply to this process.',
    }),
    detail: z.string().meta({ description: 'What was found, and what to do if it failed.' }),
  })
  .meta({ id: 'ReadinessCheck', description: 'One check of the service.' });

export type ReadinessCheck = z.infer<typeof ReadinessCheck>;

export const Readiness = z
  .object({
    status: z.literal('ready'),
    service: z.literal('postrider'),
    version: z.string(),
    checks: z.array(ReadinessCheck),
  })
  .meta({ id: 'Readiness', description: 'The service can do its work.' });

export type Readiness = z.infer<typeof Readiness>;
