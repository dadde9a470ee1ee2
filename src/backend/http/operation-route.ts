import type { Context } from 'hono';
import { isRecord } from '../../base/is-record.js';
import { deprecationHeaders } from '../../contract/deprecation.js';
import { acceptsIfMatch, type Operation } from '../../contract/operation.js';
import { OPERATIONS, type OperationId } from '../../contract/operations.js';
import type { Caller } from '../operations/call.js';
import { RequestRefused } from '../operations/refusal.js';
import { refuseWithoutAnyScope } from '../operations/scopes.js';
import { bearerOf } from './authenticator.js';
import { idempotencyKeyOf } from './idempotency/idempotency-key.js';
import type { StoredAnswer } from './idempotency/idempotency-records.js';
import {
  callOf,
  checkedParts,
  type OperationEngine,
  performOperation,
  recordedCall,
} from './perform-operation.js';
import type { HttpEnv } from './request-context.js';
import { ifMatchOf } from './requests/if-match.js';
import { readJsonBody } from './requests/json-body.js';
import { queryOf } from './requests/query.js';
import { isJsonRequest, sentFile } from './requests/sent-file.js';
import { jsonAnswer } from './responses/answer.js';
import { checkRefusal } from './responses/response-check.js';
import { UnitOfWork } from './unit-of-work.js';
import { timeHeaders, timeHeadersAfter } from './workspace-time.js';

const EVENT_STREAM = /(^|,)\s*text\/event-stream\b/i;
const CSV = /(^|,)\s*text\/csv\b/i;

/** The route of one operation: API key, rate limit, scope, body, idempotency, validation, handler, answer. */
export function operationRoute<Id extends OperationId>(id: Id, engine: OperationEngine) {
  const operation: Operation = OPERATIONS[id];
  const deprecation = operation.deprecated && deprecationHeaders(operation.deprecated);
  const hasEntityTag = operation.headers?.includes('ETag') ?? false;

  return engine.validateResponses ? checked : route;

  async function checked(c: Context<HttpEnv>): Promise<Response> {
    try {
      return await route(c);
    } catch (error) {
      if (error instanceof RequestRefused) checkRefusal(id, operation, error);
      throw error;
    }
  }

  async function route(c: Context<HttpEnv>): Promise<Response> {
    const context = c.get('context');
    context.route = operation.path;
    if (deprecation) Object.assign(context.headers, deprecation);
    const caller = operation.access === 'public' ? null : await authorize(c, id, engine);
    const query = queryOf(c.req.url);
    const isJson = operation.body !== undefined && (!operation.files || isJsonRequest(c));
    const body = isJson ? await readJsonBody(c.req.raw) : undefined;
    const file =
      operation.files && !isJson
        ? sentFile(c, operation.files, { orJson: operation.body !== undefined })
        : null;
    const key = operation.keyed ? idempotencyKeyOf(c.req.header('idempotency-key')) : null;

    const sent = { path: c.req.param(), query, body, file };
    const accepted = c.req.header('accept') ?? '';
    const stream =
      (EVENT_STREAM.test(accepted) && engine.streams?.[id]) || (CSV.test(accepted) && engine.csv?.[id]);
    if (stream) {
      const parts = checkedParts(operation, sent, caller);
      const work = new UnitOfWork(operation.status, engine.services, null, context.call);
      const call = callOf<Id>(parts, caller, null, context, engine.services, work);
      return stream(call, c.req.raw, context.headers);
    }
    const callerSecret = caller && (c.env?.handed?.secret ?? bearerOf(c.req.header('authorization')));
    const ifMatchHeader = c.req.header('if-match');
    const ifMatch =
      ifMatchHeader !== undefined && acceptsIfMatch(operation) ? ifMatchOf(ifMatchHeader) : null;
    const request = {
      ...{ sent, path: c.req.path, caller, callerSecret, key, ifMatch, context },
      call: context.call,
    };
    const performed = await performOperation(id, engine, request);
    if (caller) {
      const time = await timeHeadersAfter(operation, sent, caller.workspace, engine.services);
      Object.assign(context.headers, time);
    }
    if (hasEntityTag)
      Object.assign(
        context.headers,
        entityTagOf(performed.stored ? JSON.parse(performed.stored.text) : performed.answer),
      );
    if (performed.stored) return replay(c, performed.stored);
    return jsonAnswer(c, operation.status, performed.text ?? JSON.stringify(performed.answer));
  }
}

/** The version of an object as a strong entity tag (RFC 9110). */
function entityTagOf(answer: unknown): { ETag?: string } {
  const version = isRecord(answer) ? answer['version'] : undefined;
  return typeof version === 'number' ? { ETag: `"${version}"` } : {};
}

/** The header in which a tool server names the calling tool, and the form of a tool's name. */
const TOOL_HEADER = 'postrider-tool';
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

async function authorize(c: Context<HttpEnv>, id: OperationId, engine: OperationEngine): Promise<Caller> {
  const context = c.get('context');
  const operation: Operation = OPERATIONS[id];
  const identify = (caller: Caller): void => {
    const tool = c.req.header(TOOL_HEADER) ?? '';
    const objectId: string | undefined = c.req.param('id');
    context.keyPrefix = caller.key.prefix;
    context.call = recordedCall(id, caller, context, objectId, TOOL_NAME.test(tool) ? tool : null);
  };
  const handed = c.env?.handed;
  const caller = handed
    ? await engine.authenticator.again(handed.caller, identify)
    : await engine.authenticator.callerOf(c.req.header('authorization'), identify);
  identify(caller);
  Object.assign(context.headers, timeHeaders(caller.workspace, engine.services.clock.now()));
  await engine.rateLimit.count(caller.key.id, context.headers);
  refuseWithoutAnyScope(operation.access, caller);
  return caller;
}

function replay(c: Context<HttpEnv>, answer: StoredAnswer): Response {
  c.get('context').headers['Idempotency-Replayed'] = 'true';
  return jsonAnswer(c, answer.status, answer.text);
}
