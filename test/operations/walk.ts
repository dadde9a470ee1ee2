import { isRecord } from '../../src/base/is-record.js';
import type { JsonObject } from '../../src/base/json.js';
import type { Operation } from '../../src/contract/operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/contract/operations.js';
import { AnswerCheck } from './answers.js';
import { Counts } from './counts.js';
import { Draw } from './draw.js';
import { oddRequest } from './odd-requests.js';
import { Planner } from './planner.js';
import { Pool } from './pool.js';
import { describeExchange, type PlannedRequest, type ReceivedAnswer, send } from './request.js';
import type { SampleSource } from './samples.js';
import { type Keys, Service } from './service.js';
import { fillWorld } from './world.js';

export interface WalkOptions {
  readonly seed: number;
  /** How many requests to send, besides those that fill the workspaces. */
  readonly requests: number;
}

export interface WalkResult {
  readonly counts: Counts;
  /** What was wrong, each with its request and answer. */
  readonly findings: readonly Finding[];
  readonly seconds: number;
}

interface Finding {
  readonly complaint: string;
  readonly text: string;
}

/** Requests in one workspace, before the next one is filled. */
const REQUESTS_PER_WORKSPACE = 1000;

/** Attempts to bring an operation to a success when a workspace is new. */
const MAX_ATTEMPTS = 12;

/** Requests after which simulated failures are removed. */
const REQUESTS_WITH_FAULTS = 4;

/** Operations that end most of the world: once in a while is enough. */
const RARE = [
  'testSnapshots.restore',
  'testAccounts.disconnect',
  'accounts.disconnect',
  'testWorkspace.reset',
] as const satisfies readonly OperationId[];

/** Their first answer waits for the outcome; the stored one is that of the accepted reply. */
const SENDS: readonly OperationId[] = [
  'comments.create',
  'comments.resolve',
  'messages.create',
  'messages.resolve',
];

/**
 * Sends requests for every operation to a whole backend and checks every answer.
 *
 * Requests come from the OpenAPI description, which the backend serves: `generator.ts` makes values that its schemas
 * allow, `samples.ts` has values for fields about which a schema says only `string`, `recipes.ts` has the requests that
 * succeed, and `awkward.ts` changes one place of a request. `odd-requests.ts` changes keys, headers, methods, queries and bytes.
 * `world.ts` fills a workspace, and `pool.ts` remembers the ids of all answers, so that most requests name what exists.
 * `answers.ts` compares each answer with the description and the contract. A finding names the seed and shows the
 * request as a curl command.
 */
export async function walk({ seed, requests }: WalkOptions): Promise<WalkResult> {
  const startedAt = performance.now();
  const service = await Service.start(seed);
  try {
    const steps = new Walk(service, seed);
    for (let left = requests; left > 0; left -= REQUESTS_PER_WORKSPACE) {
      await steps.round(Math.min(left, REQUESTS_PER_WORKSPACE));
    }
    return { ...steps.result(), seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await service.close();
  }
}

class Walk {
  readonly #service: Service;
  readonly #seed: number;
  readonly #draw: Draw;
  #pool = new Pool();
  /** The ids of the workspace before. */
  #others = new Pool();
  readonly #counts = new Counts();
  readonly #findings: Finding[] = [];
  #keys: Keys | undefined;
  #document: JsonObject | undefined;
  #check: AnswerCheck | undefined;
  #now = 0;
  #number = 0;
  #step = 0;
  #faultsSince: number | null = null;
  #isFilling = false;

  constructor(service: Service, seed: number) {
    this.#service = service;
    this.#seed = seed;
    this.#draw = new Draw(seed);
  }

  result(): Pick<WalkResult, 'counts' | 'findings'> {
    return { counts: this.#counts, findings: this.#findings };
  }

  /** Fills a new workspace, brings each operation to a success, and sends what the seed says. */
  async round(requests: number): Promise<void> {
    this.#keys = await this.#service.workspace();
    this.#others = this.#pool;
    this.#pool = new Pool();
    await this.#fill();
    const last = this.#step + requests;
    for (const id of OPERATION_IDS.filter((one) => !isRare(one))) await this.#succeed(id);
    while (this.#step < last) await this.#one();
    for (const id of ['testSnapshots.take', ...RARE] as const) await this.#succeed(id);
  }

  async #succeed(id: OperationId): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const answer = await this.#exchange(this.#planner().plan(id, 'recipe'));
      if (answer.status < 300) return;
    }
  }

  async #one(): Promise<void> {
    const id = this.#draw.pick(OPERATION_IDS);
    if (isRare(id) && !this.#draw.chance(0.1)) return;
    const kind = this.#draw.between(1, 100);
    const manner = kind <= 35 ? 'recipe' : kind <= 55 ? 'valid' : 'awkward';
    const planned = this.#planner().plan(id, manner);
    const isOdd = kind > 85 && !hasEmptyPart(planned);
    const request = isOdd ? oddRequest(planned, this.#draw) : planned;
    const answer = await this.#exchange(request);
    const isItsMethod = request.method === OPERATIONS[id].method;
    const { keyed = false }: Operation = OPERATIONS[id];
    if (keyed && isItsMethod && request.headers['idempotency-key'] !== undefined && this.#draw.chance(0.5)) {
      await this.#repeat(request, answer);
    }
    // A key of another workspace resets that one.
    if (id === 'testWorkspace.reset' && answer.status === 200 && request.key === 'sandbox') {
      this.#pool = new Pool();
      await this.#fill();
    }
  }

  /** The same request again has the same answer, and takes effect once. */
  async #repeat(request: PlannedRequest, first: ReceivedAnswer): Promise<void> {
    const again = await this.#exchange(request);
    // Neither a file nor an upload URL is stored under the key.
    if (first.status >= 300 || typeof request.body !== 'string') return;
    if (first.text.includes('"uploadUrl"')) return;
    const isReplayed = again.headers.get('idempotency-replayed') === 'true';
    const isSame =
      again.status === first.status && (again.text === first.text || SENDS.includes(request.operation));
    if (!isSame || !isReplayed) {
      this.#complain('The same request with the same idempotency key has another answer.', request, again);
    }
    const other = { ...request, body: request.body.replace(/\}$/, ', "more": 1}') };
    const refused = await this.#exchange(other);
    if (refused.status < 300) this.#complain('An idempotency key was used for two requests.', other, refused);
  }

  async #fill(): Promise<void> {
    const ask = async (method: string, path: string, body?: unknown): Promise<JsonObject> => {
      const json = body === undefined ? undefined : JSON.stringify(body);
      return this.#require(method, path, json, 'application/json');
    };
    const upload = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<string> =>
      String((await this.#require('POST', '/v1/media', bytes, contentType))['key']);
    if (!this.#document) {
      this.#document = await ask('GET', '/openapi.json');
      this.#check = new AnswerCheck(this.#document);
    }
    this.#isFilling = true;
    const { inboxPost, unusedMedia, sessions } = await fillWorld(ask, upload, this.#service.site.origin);
    this.#isFilling = false;
    this.#pool.add('inboxPost', inboxPost);
    this.#pool.add('unusedMedia', unusedMedia);
    for (const session of sessions) this.#pool.add('session', session);
  }

  async #require(
    method: string,
    path: string,
    body: PlannedRequest['body'],
    type: string,
  ): Promise<JsonObject> {
    const operation = operationOf(method, path);
    const headers = body === undefined ? {} : { 'content-type': type };
    const request = { operation, method, path, headers, body, key: 'sandbox', awkward: null } as const;
    const answer = await this.#exchange(request);
    const value: unknown = JSON.parse(answer.text);
    if (answer.status >= 300 || !isRecord(value)) throw new Error(describeExchange(request, answer));
    return value;
  }

  async #exchange(request: PlannedRequest): Promise<ReceivedAnswer> {
    if (this.#faultsSince !== null && this.#step - this.#faultsSince > REQUESTS_WITH_FAULTS) {
      this.#faultsSince = null;
      await this.#require('DELETE', '/v1/test/faults', undefined, '');
    }
    this.#step += 1;
    this.#service.test.clock.advance(20);
    const keyText = this.#keys?.[request.key] ?? '';
    const answer = await send(this.#service.test.backend.url, keyText, request);
    if (request.method === OPERATIONS[request.operation].method) {
      this.#counts.add(request.operation, answer.status);
    }
    for (const complaint of this.#check?.complaintsOf(request, answer) ?? []) {
      this.#complain(complaint, request, answer);
    }
    const logged = this.#service.takeErrors();
    if (logged !== '') this.#complain(`The backend logged an error: ${logged}`, request, answer);
    if (request.key === 'sandbox') await this.#learn(request, answer);
    return answer;
  }

  async #learn(request: PlannedRequest, { status, headers, text }: ReceivedAnswer): Promise<void> {
    this.#now = Date.parse(headers.get('postrider-time') ?? '') || this.#now;
    if (status >= 300 || text === '') return;
    const value: unknown = JSON.parse(text);
    if (request.operation !== 'openapi.get') this.#pool.harvest(value);
    if (request.method === 'DELETE') this.#pool.forget(request.path.split(/[/?]/)[3] ?? '');
    if (request.operation !== 'testFaults.set' || this.#isFilling || !isRecord(value)) return;
    this.#faultsSince = this.#step;
    if (value['on'] === 'api' || text.includes('"latency"')) this.#faultsSince = -REQUESTS_WITH_FAULTS;
  }

  #complain(complaint: string, request: PlannedRequest, answer: ReceivedAnswer): void {
    const where = `Seed ${this.#seed}, request ${this.#step}`;
    this.#findings.push({ complaint, text: `${complaint}\n${where}: ${describeExchange(request, answer)}` });
  }

  #planner(): Planner {
    const from: SampleSource = {
      draw: this.#draw,
      pool: this.#pool,
      others: this.#others,
      now: this.#now,
      site: this.#service.site.origin,
      next: () => {
        this.#number += 1;
        return this.#number;
      },
    };
    return new Planner(this.#document ?? {}, from);
  }
}

/** An awkward id that is empty names another path, or none. */
function hasEmptyPart({ path }: PlannedRequest): boolean {
  return /\/(?:\/|$|\?)/.test(path);
}

function isRare(id: OperationId): boolean {
  return RARE.some((one) => one === id);
}

/** The operation of a method and a path. */
function operationOf(method: string, path: string): OperationId {
  const [plain = ''] = path.split('?');
  const isHere = ({ method: its, path: template }: Operation): boolean =>
    its === method && new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain);
  const [found] = OPERATION_IDS.filter((id) => isHere(OPERATIONS[id]));
  if (found === undefined) throw new Error(`No operation is ${method} ${path}.`);
  return found;
}
