import { NETWORKS } from '../../../src/backend/networks/registry.js';
import { PLATFORMS, type Platform } from '../../../src/contract/platforms.js';
import type { Thing } from '../cells.js';
import { isOut, type Judgement, judge } from '../judgement.js';
import { type Call, HTTP_FAULTS, type HttpFault, type PlannedFault } from './breaking-network.js';
import {
  deliverOverHttp,
  type HttpDelivery,
  type HttpPost,
  type ThingOutcome,
  thingsIn,
} from './http-delivery.js';
import { POST_FORMS } from './post-forms.js';

const WITHOUT_MAIN = 'without its main post';
const MAX_TRIES = 5;

/** What the requests of a row do that publish nothing: upload files, wait for the network, read what was published. */
const OTHERS = 'other requests';

/** Requests of a form of post, after every way to lose their outcomes. */
export interface HttpRow extends Judgement {
  readonly platform: Platform;
  readonly form: string;
  /** What the request publishes. */
  readonly thing: Thing | typeof OTHERS;
  /** How many times something went wrong. */
  readonly cells: number;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

/** Tries every cell of a network: each way to lose the outcome of each irreversible request. */
export async function runHttpMatrix(platform: Platform): Promise<readonly HttpRow[]> {
  const rows: HttpRow[] = [];
  for (const [place, form] of POST_FORMS[platform].entries()) {
    rows.push(...(await rowsOf({ platform, form, hasParts: place === 0 })));
  }
  return rows;
}

export async function runWholeHttpMatrix(): Promise<readonly HttpRow[]> {
  const rows: HttpRow[] = [];
  for (const platform of PLATFORMS) rows.push(...(await runHttpMatrix(platform)));
  return rows;
}

async function rowsOf(post: HttpPost): Promise<HttpRow[]> {
  const things = thingsIn(post);
  const whole = await deliverOverHttp(post, null);
  const publishing = whole.calls.filter(({ made }) => made > 0);
  const names = publishing.map(({ method, path }) => `${method} ${path}`);
  if (publishing.length !== things.length || !whole.outcomes.every(isOut)) {
    throw new Error(`${post.platform}, ${post.form.name}: ${JSON.stringify([names, whole.outcomes])}`);
  }
  const unmarked = publishing.filter(({ irreversible }) => !irreversible).map(({ path }) => path);
  const rows: HttpRow[] = [];
  for (const [place, call] of publishing.entries()) {
    const thing = things[place] ?? 'main post';
    const wrong = unmarked.map((path) => `${path} publishes, and is not said to be irreversible`);
    const outcomes: ThingOutcome[] = [];
    for (const fault of HTTP_FAULTS) {
      const delivery = await tried(post, { fault, call });
      outcomes.push(...delivery.outcomes);
      if (delivery.faults !== 1) wrong.push(`${fault}: something went wrong ${delivery.faults} times`);
      wrong.push(...delivery.outcomes.flatMap((one) => objections(one, { post, thing, fault })));
    }
    const { platform, form } = post;
    rows.push({ platform, form: form.name, thing, cells: HTTP_FAULTS.length, ...judge(outcomes), wrong });
  }
  const others = whole.calls.filter((call) => !publishing.includes(call));
  return others.length === 0 ? rows : [...rows, await rowOfOthers(post, others)];
}

/** After whatever happens to a request that publishes nothing, everything is published once. */
async function rowOfOthers(post: HttpPost, others: readonly Call[]): Promise<HttpRow> {
  const tries = withoutRepeats(others).flatMap((call) => HTTP_FAULTS.map((fault) => ({ fault, call })));
  const wrong: string[] = [];
  const outcomes: ThingOutcome[] = [];
  for (const { fault, call } of tries) {
    const delivery = await tried(post, { fault, call });
    outcomes.push(...delivery.outcomes);
    const place = `${fault} at ${call.method} ${call.path}`;
    if (delivery.faults !== 1) wrong.push(`${place}: something went wrong ${delivery.faults} times`);
    for (const one of delivery.outcomes) {
      if (isOut(one) && one.seen === 1 && isCalledRight(one, post)) continue;
      wrong.push(`${place}: the ${one.thing} is ${one.status}, seen ${one.seen} times: ${one.message}`);
    }
  }
  const { platform, form } = post;
  return { platform, form: form.name, thing: OTHERS, cells: tries.length, ...judge(outcomes), wrong };
}

/** Looking at the same thing again is no other request. */
function withoutRepeats(calls: readonly Call[]): readonly Call[] {
  const isFirst = ({ method, path, number }: Call): boolean =>
    method !== 'GET' ||
    !calls.some((one) => one.method === method && one.path === path && one.number < number);
  return calls.filter(isFirst);
}

/** On a slow machine the wire may give up before the network has read the request; then it is tried once more. */
async function tried(post: HttpPost, planned: PlannedFault): Promise<HttpDelivery> {
  for (let tries = 1; ; tries += 1) {
    const delivery = await deliverOverHttp(post, planned);
    if (delivery.faults > 0 || tries === MAX_TRIES) return delivery;
  }
}

interface Tried {
  readonly post: HttpPost;
  /** What the request publishes that met the fault. */
  readonly thing: Thing;
  readonly fault: HttpFault;
}

/** What is wrong with an outcome: everything but published once, where the network can be asked. */
function objections(one: ThingOutcome, { post, thing, fault }: Tried): string[] {
  const { unknown, ...wrong } = judge([one]);
  const mayBeUnknown = one.thing === thing && fault !== 'refused' && cannotBeAsked(post, one);
  const isRight =
    Object.values(wrong).every((count) => count === 0) &&
    (unknown === 0 || mayBeUnknown) &&
    (isOut(one) ? isCalledRight(one, post) : one.status === WITHOUT_MAIN || one.message !== null);
  if (isRight) return [];
  return [
    `${fault} at the ${thing}: the ${one.thing} is ${one.status}, seen ${one.seen} times: ${one.message}`,
  ];
}

/** A draft is never called published, and nothing else is called a draft. */
function isCalledRight({ status }: ThingOutcome, { form }: HttpPost): boolean {
  return (status === 'in_inbox') === (form.isDraft === true);
}

function cannotBeAsked({ platform, form }: HttpPost, { seen }: ThingOutcome): boolean {
  const { recovery } = NETWORKS[platform].adapter;
  const unknownIf = recovery === 'none' ? 'either' : form.unknownIf;
  return unknownIf === 'either' || unknownIf === (seen > 0 ? 'there' : 'absent');
}

/** The table of the matrix, with its header. */
export function httpTable(rows: readonly HttpRow[]): readonly (readonly (string | number)[])[] {
  return [
    [
      ...['network', 'form', 'what', 'cells'],
      ...['seen twice', 'lost', 'said out and absent', 'said failed and there', 'unknown'],
    ],
    ...rows.map(({ platform, form, thing, cells, twice, lost, absent, there, unknown }) => [
      ...[platform, form, thing, cells],
      ...[twice, lost, absent, there, unknown],
    ]),
  ];
}
