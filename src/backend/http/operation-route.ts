import type { Context } from 'hono';
import { type Operation, scopeNeeded } from '../../contract/operation.js';
import { OPERATIONS, type OperationId, type ResponseOf } from '../../contract/operations.js';
import type { Services } from '../services.js';
import type { Write } from '../store/store.js';
import { workspaceNow } from '../workspace-clock.js';
import { type Admission, refuseHopeless, requireScope } from './admission.js';
import { jsonAnswer } from './answer.js';
import type { Call, Caller, Handler, Handlers } from './call.js';
import type { Exchange, HttpEnv } from './exchange.js';
import { type Idempotency, idempotencyKeyOf, type KeyedRun } from './idempotency.js';
import type { StoredAnswer } from './idempotency-records.js';
import { readJsonBody } from './json-body.js';
import type { RateLimit } from './rate-limit.js';
import { type CheckedParts, checkParts, type SentParts } from './request-parts.js';
import { checkAnswer } from './response-check.js';
import { isJsonRequest, sentFile } from './sent-file.js';

/** What every operation's route works with. */
export interface OperationEngine {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly admission: Admission;
  readonly rateLimit: RateLimit;
  readonly idempotency: Idempotency;
  /** Hold answers against the contract too: in tests and while developing. */
  readonly validateResponses: boolean;
}

/** The route of one operation: key, rate limit, scope, body, idempotency, validation, handler, answer. */
export function operationRoute<Id extends OperationId>(id: Id, engine: OperationEngine) {
  const operation: Operation = OPERATIONS[id];

  return async (c: Context<HttpEnv>): Promise<Response> => {
    const exchange = c.get('exchange');
    exchange.route = operation.path;
    const caller = operation.access === 'public' ? null : await admit(c, operation, engine);
    const isJson = operation.body !== undefined && (!operation.files || isJsonRequest(c));
    const body = isJson ? await readJsonBody(c.req.raw) : undefined;
    const file =
      operation.files && !isJson ? sentFile(c, operation.files, operation.body !== undefined) : null;
    const key = operation.keyed ? idempotencyKeyOf(c.req.header('idempotency-key')) : null;

    const sent = { path: c.req.param(), query: new URL(c.req.url).searchParams, body, file };
    const performed = await perform(id, engine, { sent, path: c.req.path, caller, key, exchange });
    if (performed.stored) return replay(exchange, performed.stored);
    return jsonAnswer(exchange, operation.status, JSON.stringify(performed.answer));
  };
}

/** One request for one operation, whoever brought it. */
export interface OperationRequest {
  readonly sent: SentParts;
  /** As it was asked for, parameters filled in: with the key it names the idempotency record. */
  readonly path: string;
  readonly caller: Caller | null;
  readonly key: string | null;
  readonly exchange: Exchange;
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
  { sent, path, caller, key, exchange }: OperationRequest,
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

    const parts = checkParts(operation, sent);
    const scope = scopeNeeded(operation.access, parts.body);
    if (scope !== null && caller !== null) requireScope(scope, caller);

    const commits = new Commits(operation.status, engine.services, run);
    const answer = await handler(callOf<Id>(parts, caller, key, exchange, engine.services, commits));
    if (commits.replayed) return { stored: commits.replayed };
    if (engine.validateResponses) checkAnswer(id, operation.response, answer);
    return { answer };
  } finally {
    run?.end();
  }
}

/**
 * Performs an operation for somebody who is known already: a person who is signed in.
 *
 * @param request `path` is made from the parameters where it is left out
 * @throws RequestRefused
 */
export async function performFor<Id extends OperationId>(
  id: Id,
  engine: OperationEngine,
  request: Omit<OperationRequest, 'path'>,
): Promise<ResponseOf<Id>> {
  const path = OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.sent.path[name] ?? ''),
  );
  const performed = await perform(id, engine, { ...request, path });
  // The text was written from an answer of this operation: the record's path and method name it.
  return performed.stored ? (JSON.parse(performed.stored.text) as ResponseOf<Id>) : performed.answer;
}

async function admit(c: Context<HttpEnv>, operation: Operation, engine: OperationEngine): Promise<Caller> {
  const exchange = c.get('exchange');
  const caller = await engine.admission.callerOf(c.req.header('authorization'));
  exchange.keyPrefix = caller.key.prefix;
  engine.rateLimit.count(caller.key.id, exchange.headers);
  refuseHopeless(operation.access, caller);
  return caller;
}

function replay(exchange: Exchange, answer: StoredAnswer): Response {
  exchange.headers['Idempotency-Replayed'] = 'true';
  return jsonAnswer(exchange, answer.status, answer.text);
}

/** The one commit of a request. */
class Commits {
  readonly #status: number;
  readonly #services: Services;
  readonly #run: KeyedRun | null;
  #used = false;
  /** The answer that another process had stored under the same key by the time this one came to commit. */
  replayed: StoredAnswer | null = null;

  constructor(status: number, services: Services, run: KeyedRun | null) {
    this.#status = status;
    this.#services = services;
    this.#run = run;
  }

  async commit<Answer>(effect: (trx: Write) => Promise<Answer>): Promise<Answer> {
    if (this.#used) throw new Error('A request commits once: what belongs together is one transaction.');
    this.#used = true;
    if (!this.#run) return this.#services.store.write(effect);
    const stored = await this.#run.commit(this.#status, effect);
    if (stored.replayed) this.replayed = stored;
    // The text was written from an answer of this operation: the record's path and method name it.
    return JSON.parse(stored.text) as Answer;
  }
}

/** The parts were checked against the schemas that their types are made from. */
function callOf<Id extends OperationId>(
  parts: CheckedParts,
  caller: Caller | null,
  idempotencyKey: string | null,
  exchange: Exchange,
  services: Services,
  commits: Commits,
): Call<Id> {
  return {
    ...(parts as Pick<Call<Id>, 'params' | 'query' | 'body' | 'file'>),
    caller: caller as Call<Id>['caller'],
    now: caller ? workspaceNow(caller.workspace, services.clock.now()) : services.clock.now(),
    requestId: exchange.requestId,
    headers: exchange.headers,
    idempotencyKey,
    get signal() {
      return exchange.open.signal;
    },
    services,
    commit: (effect: (trx: Write) => Promise<ResponseOf<Id>>) => commits.commit(effect),
  };
}
