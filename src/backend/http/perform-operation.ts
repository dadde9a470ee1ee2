import { type Operation, scopeNeeded } from '../../contract/operation.js';
import { OPERATIONS, type OperationId, type ResponseOf } from '../../contract/operations.js';
import { type CallEnd, type CallLog, kindOf, type RecordedCall } from '../domain/activity/call-log.js';
import { StorageUnavailable } from '../files/storage.js';
import type { Call, Caller, Handler, Handlers, KeptEntry } from '../operations/call.js';
import { RequestRefused } from '../operations/refusal.js';
import { refuseWithoutAnyScope, requireScope } from '../operations/scopes.js';
import type { Services } from '../operations/services.js';
import type { Write } from '../store/store.js';
import { workspaceNow } from '../store/workspace-clock.js';
import type { Authenticator } from './authenticator.js';
import type { Idempotency } from './idempotency/idempotency.js';
import type { StoredAnswer } from './idempotency/idempotency-records.js';
import type { RateLimit } from './rate-limit.js';
import type { RequestContext } from './request-context.js';
import { type IfMatch, onlyIfMatch } from './requests/if-match.js';
import { type CheckedParts, checkParts, type SentParts } from './requests/request-parts.js';
import { checkAnswer } from './responses/response-check.js';
import { UnitOfWork } from './unit-of-work.js';

/** What every operation's route depends on. */
export interface OperationEngine {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly idempotency: Idempotency;
  /** Records the calls that change nothing. */
  readonly calls?: CallLog;
  /** Operations that can also answer with a stream of server-sent events. */
  readonly streams?: { readonly [Id in OperationId]?: StreamRoute<Id> };
  /** Operations that can also answer with comma-separated values. */
  readonly csv?: { readonly [Id in OperationId]?: StreamRoute<Id> };
  /** Check answers against the contract: in tests and during development. */
  readonly validateResponses: boolean;
}

/**
 * Answers a call with a stream.
 *
 * @param headers response headers to add
 */
type StreamRoute<Id extends OperationId> = (
  call: Call<Id>,
  request: Request,
  headers: Readonly<Record<string, string>>,
) => Promise<Response>;

/** One request for one operation, from the API or from the dashboard. */
export interface OperationRequest {
  readonly sent: SentParts;
  /** The request path with its parameters filled in: part of the idempotency record's identity. */
  readonly path: string;
  readonly caller: Caller | null;
  /** What only the caller knows, and the database has only as a hash. Stored answers with secrets are sealed with it. */
  readonly callerSecret: string | null;
  readonly key: string | null;
  /** The history of the deleted draft that a new one restores. No request over HTTP has it. */
  readonly restored?: readonly KeptEntry[] | undefined;
  /** The versions to act on; null or absent: any. */
  readonly ifMatch?: IfMatch | null;
  readonly context: RequestContext;
  /** What the activity log records; undefined: nothing. */
  readonly call: RecordedCall | undefined;
}

type Performed<Answer> =
  | { readonly stored: StoredAnswer; readonly answer?: never }
  /** `text`: the answer as JSON, if a commit stored it. */
  | { readonly stored?: never; readonly answer: Answer; readonly text?: string };

/**
 * Validates the request, checks the permission and runs the handler, once per idempotency key.
 *
 * @throws RequestRefused
 */
export async function performOperation<Id extends OperationId>(
  id: Id,
  engine: OperationEngine,
  { sent, path, caller, callerSecret, key, restored, ifMatch, context, call: recorded }: OperationRequest,
): Promise<Performed<ResponseOf<Id>>> {
  const operation: Operation = OPERATIONS[id];
  // A caller who may not do it is told so, whatever is wrong with the request.
  if (caller) refuseWithoutAnyScope(operation.access, caller);
  const handler: Handler<Id> = engine.handlers[id];
  // A file is not hashed ahead of its upload. Uploading the same bytes twice yields the same media, so no record is needed.
  const run =
    key !== null && caller !== null && !sent.file
      ? engine.idempotency.begin(
          {
            ...{ method: operation.method, path, apiKeyId: caller.key.id, key },
            sealWith: operation.secretResponse ? callerSecret : null,
          },
          sent.body,
        )
      : null;
  try {
    const earlier = await run?.storedAnswer();
    if (earlier) return { stored: earlier };

    return await (ifMatch ? onlyIfMatch(ifMatch, operation, sent, perform) : perform(sent));
  } finally {
    run?.end();
  }

  async function perform(sent: SentParts): Promise<Performed<ResponseOf<Id>>> {
    const parts = checkedParts(operation, sent, caller);
    const work = new UnitOfWork(operation.status, engine.services, run, recorded);
    const call = callOf<Id>(parts, caller, key, context, engine.services, work, restored);
    const answer = await handler(call).catch(refuse);
    if (work.replayed) return { stored: work.replayed };
    if (engine.validateResponses) checkAnswer(id, operation.response, answer);
    const text = work.textOf(answer);
    return text === undefined ? { answer } : { answer, text };
  }
}

/** An unreachable media store is a refusal that the API and the dashboard can show. */
function refuse(error: unknown): never {
  throw error instanceof StorageUnavailable ? new RequestRefused('unavailable', error.message) : error;
}

/**
 * Performs an operation for someone signed in to the dashboard. The activity log records what they change or
 * try to change, and not what they only view.
 *
 * @throws RequestRefused
 */
export async function performFor<Id extends OperationId>(
  id: Id,
  engine: OperationEngine,
  request: Omit<OperationRequest, 'path' | 'call'>,
): Promise<ResponseOf<Id>> {
  const path = OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.sent.path[name] ?? ''),
  );
  const { caller, context } = request;
  const call =
    caller && kindOf(id) === 'change'
      ? recordedCall(id, caller, context, request.sent.path['id'], null)
      : undefined;
  const record = (end: CallEnd): void => {
    if (call) engine.calls?.note(call, end);
  };
  try {
    const performed = await performOperation(id, engine, { ...request, path, call });
    record({ status: OPERATIONS[id].status, refusal: null, replayed: performed.stored !== undefined });
    // The stored text is an answer of this operation: the record's method and path identify it.
    return performed.stored ? (JSON.parse(performed.stored.text) as ResponseOf<Id>) : performed.answer;
  } catch (error) {
    const refused = error instanceof RequestRefused ? error : null;
    const { code, message } = refused ?? { code: 'internal_error', message: 'Failed unexpectedly.' };
    record({
      status: refused?.toProblem(context.requestId).status ?? 500,
      refusal: { code, detail: message },
      replayed: false,
    });
    throw error;
  }
}

const MAX_OBJECT_ID_LENGTH = 200;

export function recordedCall(
  operation: OperationId,
  caller: Caller,
  { requestId }: RequestContext,
  objectId: string | undefined,
  tool: string | null,
): RecordedCall {
  return {
    operation,
    caller,
    tool,
    objectId: objectId?.slice(0, MAX_OBJECT_ID_LENGTH) ?? null,
    requestId,
    changed: false,
  };
}

/** @throws RequestRefused if a part is invalid, or the key lacks the scope that the parts require */
export function checkedParts(operation: Operation, sent: SentParts, caller: Caller | null): CheckedParts {
  const parts = checkParts(operation, sent);
  const scope = scopeNeeded(operation.access, parts.body);
  if (scope !== null && caller !== null) requireScope(scope, caller);
  return parts;
}

/** @param parts checked against the schemas that the types of the call are inferred from */
export function callOf<Id extends OperationId>(
  parts: CheckedParts,
  caller: Caller | null,
  idempotencyKey: string | null,
  context: RequestContext,
  services: Services,
  work: UnitOfWork,
  restored?: readonly KeptEntry[],
): Call<Id> {
  return {
    ...(parts as Pick<Call<Id>, 'params' | 'query' | 'body' | 'file'>),
    caller: caller as Call<Id>['caller'],
    now: caller ? workspaceNow(caller.workspace, services.clock.now()) : services.clock.now(),
    requestId: context.requestId,
    headers: context.headers,
    idempotencyKey,
    restored,
    get signal() {
      return context.open.signal;
    },
    services,
    commit: (effect: (trx: Write) => Promise<ResponseOf<Id>>, how) => work.commit(effect, how),
  };
}
