import { APP_OPERATIONS } from './accounts/app-operations.js';
import { ACCOUNT_OPERATIONS } from './accounts/operations.js';
import { ALERT_OPERATIONS } from './alerts/operations.js';
import { EVENT_OPERATIONS } from './events/operations.js';
import { exampleMe, exampleReadiness } from './examples.js';
import { INBOX_OPERATIONS } from './inbox/operations.js';
import { INSIGHT_OPERATIONS } from './insights/operations.js';
import { LABEL_OPERATIONS } from './labels/operations.js';
import * as z from './lazy-zod.js';
import { MEDIA_OPERATIONS } from './media/operations.js';
import type { Operation } from './operation.js';
import { PEOPLE_OPERATIONS } from './people/operations.js';
import { POST_OPERATIONS } from './posts/operations.js';
import { TEST_OPERATIONS } from './sandbox/operations.js';
import { TEST_SNAPSHOT_OPERATIONS } from './sandbox/snapshot-operations.js';
import { SCHEDULE_OPERATIONS } from './schedules/operations.js';
import { Health } from './service/health.js';
import { Me } from './service/me.js';
import { Readiness } from './service/readiness.js';
import { SOURCE_OPERATIONS } from './sources/operations.js';
import { SAVED_TEXT_OPERATIONS } from './texts/operations.js';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.js';

/** Every operation of the API, once. The client, routes, permissions, OpenAPI and reference derive from it. */
export const OPERATIONS = {
  'health.get': {
    method: 'GET',
    path: '/healthz',
    tag: 'Service',
    summary: 'Check that the process is running',
    description:
      'Answers without using the database or the disk. Restart the process if it does not answer. `GET /readyz` checks whether the service can do its work.',
    access: 'public',
    status: 200,
    response: Health,
    errors: [],
    example: { response: { status: 'ok', service: 'postrider', version: '0.1.0' } },
  },
  'readiness.get': {
    method: 'GET',
    path: '/readyz',
    tag: 'Service',
    summary: 'Check that the service can do its work',
    description:
      'Checks the database and its migrations, the publisher and the disk, within about two seconds. If a check fails, the answer is 503 `not_ready` with all results in `checks`. Results are reused for a second.',
    access: 'public',
    status: 200,
    response: Readiness,
    errors: ['not_ready'],
    example: { response: exampleReadiness },
  },
  'openapi.get': {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'Get the OpenAPI description',
    access: 'public',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    kept: true,
    errors: [],
    example: { response: { openapi: '3.1.1' } },
  },
  'me.get': {
    method: 'GET',
    path: '/v1/me',
    tag: 'Service',
    summary: 'Get the API key in use, its workspace and the server’s time',
    access: 'any_key',
    status: 200,
    response: Me,
    errors: [],
    example: { response: exampleMe },
  },
  ...ACCOUNT_OPERATIONS,
  ...APP_OPERATIONS,
  ...POST_OPERATIONS,
  ...LABEL_OPERATIONS,
  ...SAVED_TEXT_OPERATIONS,
  ...MEDIA_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ALERT_OPERATIONS,
  ...SOURCE_OPERATIONS,
  ...INBOX_OPERATIONS,
  ...INSIGHT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...TEST_OPERATIONS,
  ...TEST_SNAPSHOT_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

type Part<Id extends OperationId, Name extends 'params' | 'query' | 'body'> =
  (typeof OPERATIONS)[Id] extends Readonly<Record<Name, infer Schema extends z.ZodType>> ? Schema : never;

/** What a client sends. `never` if an operation has no such part. */
export type ParamsOf<Id extends OperationId> = z.input<Part<Id, 'params'>>;
export type BodyOf<Id extends OperationId> = z.input<Part<Id, 'body'>>;
export type ResponseOf<Id extends OperationId> = z.output<(typeof OPERATIONS)[Id]['response']>;

/** What a handler receives after validation. */
export type ParsedParamsOf<Id extends OperationId> = z.output<Part<Id, 'params'>>;
export type ParsedQueryOf<Id extends OperationId> = z.output<Part<Id, 'query'>>;
export type ParsedBodyOf<Id extends OperationId> = z.output<Part<Id, 'body'>>;
