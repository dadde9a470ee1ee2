import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Platform } from '../../src/contract/platforms.js';
import { Machine } from '../cli/support/program.js';

const Answer = z.object({ id: z.string().optional(), code: z.string().optional() });
const Page = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), nextCursor: z.string().nullable() });
const Posts = Page(z.object({ id: z.string(), text: z.string(), status: z.string() }));
const Outbox = Page(z.object({ platform: z.string(), text: z.string() }));

/** A whole request, so that it can be repeated exactly. */
interface Wanted {
  readonly key: string;
  readonly body: string;
}

/** The pause between two rounds of repeating refused requests, in milliseconds. */
const ROUND_MS = 500;
/** The time limit of one request, in milliseconds: longer than the service itself waits for its database. */
const PATIENCE_MS = 60_000;

/** Callers that create posts through the real program, each with an idempotency key. */
export class Callers {
  readonly #machine = new Machine();
  readonly #refused: Wanted[] = [];
  readonly #texts = new Set<string>();
  /** The number of answers to create requests, by status and code. */
  readonly #answers = new Map<string, number>();
  #url = '';
  #apiKey = '';
  #replayed = 0;

  /** @param options of `serve`, and of the commands on its data */
  static async start(place: readonly string[], serving: readonly string[] = []): Promise<Callers> {
    const callers = new Callers();
    const { machine } = callers;
    try {
      callers.#url = await machine.serve(...place, ...serving, '--requests-per-minute', '1000000');
      const made = ['keys', 'create', '--label', 'callers', '--preset', 'sandbox', '--quiet', ...place];
      callers.#apiKey = (await machine.run(made)).stdout.trim();
    } catch (error) {
      await machine.remove();
      throw error;
    }
    return callers;
  }

  get machine(): Machine {
    return this.#machine;
  }

  /** How many posts must exist in the end. */
  get wanted(): number {
    return this.#texts.size;
  }

  /** How often a request was answered with its stored answer. */
  get replayed(): number {
    return this.#replayed;
  }

  /** @param inMs in how many milliseconds it is due; null: now */
  async create(platform: Platform, text: string, inMs: number | null): Promise<void> {
    const time =
      inMs === null ? { scheduleMode: 'now' } : { scheduledAt: new Date(Date.now() + inMs).toISOString() };
    this.#texts.add(text);
    const wanted = {
      key: `key of ${text}`.replaceAll(' ', '-'),
      body: JSON.stringify({ platform, text, ...time }),
    };
    if (!(await this.#send(wanted))) this.#refused.push(wanted);
  }

  /** Repeats refused requests until all are accepted, at most this many milliseconds. */
  async repeatRefused(limit: number): Promise<void> {
    const giveUpAt = performance.now() + limit;
    while (this.#refused.length > 0 && performance.now() < giveUpAt) {
      const again = this.#refused.splice(0);
      for (const one of again) if (!(await this.#send(one))) this.#refused.push(one);
      if (this.#refused.length > 0) await sleep(ROUND_MS);
    }
  }

  /** `201 (120), 503 unavailable (14)`. */
  get answers(): string {
    return [...this.#answers].map(([answer, times]) => `${answer} (${times})`).join(', ');
  }

  /** Answers that do not help the caller. */
  get unclear(): string[] {
    return [...this.#answers]
      .filter(([answer]) => !CLEAR.includes(answer))
      .map(([answer]) => `answered ${answer}`);
  }

  /** @returns the status, with the code of a refusal; `none` if there was no answer */
  async upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    return (await this.#ask('POST', '/v1/media', { body: form }))?.words ?? 'none';
  }

  async isWell(): Promise<boolean> {
    return (await this.#ask('GET', '/healthz', {}))?.status === 200;
  }

  /** All posts, as the API lists them. */
  posts() {
    return this.#all('/v1/posts', Posts);
  }

  /** Everything that the readers of the simulated networks see. */
  outbox() {
    return this.#all('/v1/test/outbox', Outbox);
  }

  /** How many of the expected posts are missing, and how many exist twice. */
  async createdWrongly(): Promise<string[]> {
    const times = timesOf((await this.posts()).map(({ text }) => text));
    const missing = [...this.#texts].filter((text) => !times.has(text)).length;
    const double = [...times.values()].filter((count) => count > 1).length;
    return [
      ...(missing > 0 ? [`${missing} posts were never created`] : []),
      ...(double > 0 ? [`${double} posts were created twice`] : []),
    ];
  }

  async close(): Promise<void> {
    await this.#machine.killBackend();
    await this.#machine.remove();
  }

  async #send({ key, body }: Wanted): Promise<boolean> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await this.#ask('POST', '/v1/posts', { body, headers });
    const words = answer?.words ?? 'no answer';
    this.#answers.set(words, (this.#answers.get(words) ?? 0) + 1);
    if (answer?.replayed) this.#replayed += 1;
    return answer?.status === 201;
  }

  async #ask(
    method: string,
    path: string,
    request: { readonly body?: string | FormData; readonly headers?: Readonly<Record<string, string>> },
  ) {
    const headers = { authorization: `Bearer ${this.#apiKey}`, ...request.headers };
    let response: Response;
    try {
      response = await fetch(this.#url + path, {
        method,
        ...request,
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return null;
    }
    const body: unknown = await response.json();
    const { code } = Answer.catch({}).parse(body);
    return {
      status: response.status,
      replayed: response.headers.get('idempotency-replayed') === 'true',
      words: code === undefined ? String(response.status) : `${response.status} ${code}`,
      body,
    };
  }

  async #all<Row>(
    path: string,
    page: z.ZodType<{ readonly data: readonly Row[]; readonly nextCursor: string | null }>,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor = '';
    for (;;) {
      const answer = await this.#ask('GET', `${path}?limit=100${cursor}`, {});
      if (answer?.status !== 200) throw new Error(`${path} was answered with ${answer?.words ?? 'nothing'}.`);
      const { data, nextCursor } = page.parse(answer.body);
      rows.push(...data);
      if (nextCursor === null) return rows;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  }
}

/** Whether it was done, or the caller may repeat it: the service is unavailable, or this very request is in progress. */
const CLEAR: readonly string[] = ['201', '503 unavailable', '409 request_in_progress'];

export function timesOf(things: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const thing of things) times.set(thing, (times.get(thing) ?? 0) + 1);
  return times;
}
