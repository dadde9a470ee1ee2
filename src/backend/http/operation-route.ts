import type { Context } from 'hono';
import { type Operation, scopeNeeded } from '../../contract/operation.js';
import { OPERATIONS, type OperationId, type ResponseOf } from '../../contract/operations.js';
import { type CallEnd, type CallLog, kindOf, type RecordedCall } from '../domain/activity/call-log.js';
import type { Call, Caller, Handler, Handlers } from '../operations/call.js';
import { RequestRefused } from '../operations/refusal.js';
import { refuseHopeless, requireScope } from '../operations/scopes.js';
import type { Services } from '../operations/services.js';
import { nameTool } from '../store/activity.js';
import type { Write, WriteOptions } from '../store/store.js';
import { workspaceNow } from '../store/workspace-clock.js';
import { jsonAnswer } from './answer.js';
import type { Authenticator } from './authenticator.js';
import { type Idempotency, idempotencyKeyOf, type KeyedRun } from './idempotency.js';
import type { StoredAnswer } from './idempotency-records.js';
import { readJsonBody } from './json-body.js';
import type { RateLimit } from './rate-limit.js';
import type { HttpEnv, RequestContext } from './request-context.js';
import { type CheckedParts, checkParts, type SentParts } from './request-parts.js';
import { checkAnswer } from './response-check.js';
import { isJsonRequest, sentFile } from './sent-file.js';
import { timeHeaders, timeHeadersAfter } from './workspace-time.js';

/** What every operation's route works with. */
export interface OperationEngine {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly idempotency: Idempotency;
  /** Notes the calls that made no change. */
  readonly calls?: CallLog;
  /** Operations that also answer as a stream of server-sent events, to those who ask for one. */
  readonly streams?: { readonly [Id in OperationId]?: StreamRoute<Id> };
  /** Hold answers against the contract too: in tests and while developing. */
  readonly validateResponses: boolean;
}

/**
 * Answers a call as a stream.
 *
 * @param headers what the answer carries beside its own
 */
type StreamRoute<Id extends OperationId> = (
  call: Call<Id>,
  request: Request,
  headers: Readonly<Record<string, string>>,
) => Promise<Response>;

/** The route of one operation: key, rate limit, scope, body, idempotency, validation, handler, answer. */
export function operationRoute<Id extends OperationId>(id: Id, engine: OperationEngine) {
  const operation: Operation = OPERATIONS[id];

  return async (c: Context<HttpEnv>): Promise<Response> => {
    const context = c.get('context');
    context.route = operation.path;
    const caller = operation.access === 'public' ? null : await admit(c, id, engine);
    const isJson = operation.body !== undefined && (!operation.files || isJsonRequest(c));
    const body = isJson ? await readJsonBody(c.req.raw) : undefined;
    const file =
      operation.files && !isJson ? sentFile(c, operation.files, operation.body !== undefined) : null;
    const key = operation.keyed ? idempotencyKeyOf(c.req.header('idempotency-key')) : null;

    const sent = { path: c.req.param(), query: queryOf(c.req.url), body, file };
    const stream = engine.streams?.[id];
    if (stream && EVENT_STREAM.test(c.req.header('accept') ?? '')) {
      const parts = checkedParts(operation, sent, caller);
      const commits = new Commits(operation.status, engine.services, null, context.call);
      const call = callOf<Id>(parts, caller, null, context, engine.services, commits);
      return stream(call, c.req.raw, context.headers);
    }
    const request = { sent, path: c.req.path, caller, key, context, call: context.call };
    const performed = await perform(id, engine, request);
    if (caller) {
      const time = await timeHeadersAfter(operation, sent, caller.workspace, engine.services);
      Object.assign(context.headers, time);
    }
    if (performed.stored) return replay(c, performed.stored);
    return jsonAnswer(c, operation.status, JSON.stringify(performed.answer));
  };
}

/** One request for one operation, whoever brought it. */
export interface OperationRequest {
  readonly sent: SentParts;
  /** As it was asked for, parameters filled in: with the key it names the idempotency record. */
  readonly path: string;
  readonly caller: Caller | null;
  readonly key: string | null;
  readonly context: RequestContext;
  /** What activity will tell of it; undefined: nothing. */
  readonly call: RecordedCall | undefined;
}

type Performed<Answer> =
  | { readonly stored: StoredAnswer; readonly answer?: never }
  | { readonly stored?: never; readonly answer: Answer };

/**
 * Checks the parts and the permission, and lets the handler work, once per idempotency key.
 *
 * @throws RequestRefused
 */
async function perform<Id extends OperationId>(
  id: Id,
  engine: OperationEngine,
  { sent, path, caller, key, context, call }: OperationRequest,
): Promise<Performed<ResponseOf<Id>>> {
  const operation: Operation = OPERATIONS[id];
  const handler: Handler<Id> = engine.handlers[id];
  // What a file is worth is not known before it has come: the same bytes are the same medium, which is enough.
  const run =
    key !== null && caller !== null && !sent.file
      ? engine.idempotency.begin({ method: operation.method, path, apiKeyId: caller.key.id, key }, sent.body)
      : null;
  try {
    const earlier = await run?.answered();
    if (earlier) return { stored: earlier };

    const parts = checkedParts(operation, sent, caller);
    const commits = new Commits(operation.status, engine.services, run, call);
    const answer = await handler(callOf<Id>(parts, caller, key, context, engine.services, commits));
    if (commits.replayed) return { stored: commits.replayed };
    if (engine.validateResponses) checkAnswer(id, operation.response, answer);
    return { answer };
  } finally {
    run?.end();
  }
}

/**
 * Performs an operation for somebody who is known already: a person who is signed in. What they change, or try to,
 * is in the activity; what they only look at is not.
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
  const call = kindOf(id) === 'change' ? callBy(id, request) : undefined;
  const note = (end: CallEnd): void => {
    if (call) engine.calls?.note(call, end);
  };
  try {
    const performed = await perform(id, engine, { ...request, path, call });
    note({ status: OPERATIONS[id].status, refusal: null, replayed: performed.stored !== undefined });
    // The text was written from an answer of this operation: the record's path and method name it.
    return performed.stored ? (JSON.parse(performed.stored.text) as ResponseOf<Id>) : performed.answer;
  } catch (error) {
    const refused = error instanceof RequestRefused ? error : null;
    const { code, message } = refused ?? { code: 'internal_error', message: 'It failed unexpectedly.' };
    note({
      status: refused?.toProblem(request.context.requestId).status ?? 500,
      refusal: { code, detail: message },
      replayed: false,
    });
    throw error;
  }
}

function callBy(
  operation: OperationId,
  { caller, sent, context }: Pick<OperationRequest, 'caller' | 'sent' | 'context'>,
): RecordedCall | undefined {
  if (!caller) return undefined;
  const objectId = sent.path['id']?.slice(0, OBJECT_ID_MAX) ?? null;
  return { operation, caller, tool: null, objectId, requestId: context.requestId, changed: false };
}

/** @throws RequestRefused where a part has not its shape, or the key may not do what they ask for */
function checkedParts(operation: Operation, sent: SentParts, caller: Caller | null): CheckedParts {
  const parts = checkParts(operation, sent);
  const scope = scopeNeeded(operation.access, parts.body);
  if (scope !== null && caller !== null) requireScope(scope, caller);
  return parts;
}

const NO_QUERY = new URLSearchParams();

function queryOf(url: string): URLSearchParams {
  return url.includes('?') ? new URL(url).searchParams : NO_QUERY;
}

const EVENT_STREAM = /(^|,)\s*text\/event-stream\b/i;

/** The header in which a tool server says which tool makes a call, and what a tool's name looks like. */
const TOOL_HEADER = 'postrider-tool';
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const OBJECT_ID_MAX = 200;

async function admit(c: Context<HttpEnv>, id: OperationId, engine: OperationEngine): Promise<Caller> {
  const context = c.get('context');
  const operation: Operation = OPERATIONS[id];
  const noted = (caller: Caller): void => {
    const tool = c.req.header(TOOL_HEADER) ?? '';
    const object: string | undefined = c.req.param('id');
    context.keyPrefix = caller.key.prefix;
    context.call = {
      operation: id,
      caller,
      tool: TOOL_NAME.test(tool) ? tool : null,
      objectId: object?.slice(0, OBJECT_ID_MAX) ?? null,
      requestId: context.requestId,
      changed: false,
    };
  };
  const caller = await engine.authenticator.callerOf(c.req.header('authorization'), noted);
  noted(caller);
  Object.assign(context.headers, timeHeaders(caller.workspace, engine.services.clock.now()));
  await engine.rateLimit.count(caller.key.id, context.headers);
  refuseHopeless(operation.access, caller);
  return caller;
}

function replay(c: Context<HttpEnv>, answer: StoredAnswer): Response {
  c.get('context').headers['Idempotency-Replayed'] = 'true';
  return jsonAnswer(c, answer.status, answer.text);
}

/** The one commit of a request. */
class Commits {
  readonly #status: number;
  readonly #services: Services;
  readonly #run: KeyedRun | null;
  readonly #call: RecordedCall | undefined;
  #used = false;
  /** The answer that another process had stored under the same key by the time this one came to commit. */
  replayed: StoredAnswer | null = null;

  constructor(status: number, services: Services, run: KeyedRun | null, call: RecordedCall | undefined) {
    this.#status = status;
    this.#services = services;
    this.#run = run;
    this.#call = call;
  }

  async commit<Answer>(
    effect: (trx: Write) => Promise<Answer>,
    how: Pick<WriteOptions, 'again'> = {},
  ): Promise<Answer> {
    if (this.#used) throw new Error('A request commits once: what belongs together is one transaction.');
    this.#used = true;
    const noted = (trx: Write): Promise<Answer> => this.#noting(effect, trx);
    if (!this.#run) {
      const answer = await this.#services.store.write(noted, how);
      if (this.#call) this.#call.changed = true;
      return answer;
    }
    const stored = await this.#run.commit(this.#status, noted, how);
    if (stored.replayed) this.replayed = stored;
    else if (this.#call) this.#call.changed = true;
    // The text was written from an answer of this operation: the record's path and method name it.
    return JSON.parse(stored.text) as Answer;
  }

  async #noting<Answer>(effect: (trx: Write) => Promise<Answer>, trx: Write): Promise<Answer> {
    const answer = await effect(trx);
    const { caller, requestId, tool = null } = this.#call ?? {};
    if (tool !== null && caller && requestId !== undefined) {
      await nameTool(trx, { apiKeyId: caller.key.id, requestId, tool });
    }
    return answer;
  }
}

/** The parts were checked against the schemas that their types are made from. */
function callOf<Id extends OperationId>(
  parts: CheckedParts,
  caller: Caller | null,
  idempotencyKey: string | null,
  context: RequestContext,
  services: Services,
  commits: Commits,
): Call<Id> {
  return {
    ...(parts as Pick<Call<Id>, 'params' | 'query' | 'body' | 'file'>),
    caller: caller as Call<Id>['caller'],
    now: caller ? workspaceNow(caller.workspace, services.clock.now()) : services.clock.now(),
    requestId: context.requestId,
    headers: context.headers,
    idempotencyKey,
    get signal() {
      return context.open.signal;
    },
    services,
    commit: (effect: (trx: Write) => Promise<ResponseOf<Id>>, how) => commits.commit(effect, how),
  };
}
