import { PLATFORMS, type Platform } from '../../../src/contract/platforms.js';
import { inboxOf } from '../../../src/networks/capabilities.js';
import { HTTP_FAULTS, type HttpFault, type PlannedFault } from './breaking-network.js';
import type { AnswerKind } from './queued-answers.js';
import { answerOverHttp, type ReplyOutcome } from './reply-delivery.js';

const MAX_TRIES = 5;

/** The networks on which Postrider answers comments of real accounts. */
export const ANSWERING: readonly Platform[] = PLATFORMS.filter((platform) => inboxOf(platform, false));

/** What Postrider answers there. */
function kindsOn(platform: Platform): readonly AnswerKind[] {
  const rules = inboxOf(platform, false);
  return [
    'reply',
    ...(rules?.messages ? (['message'] as const) : []),
    ...(rules?.comments.privateReply ? (['private reply'] as const) : []),
  ];
}

/** What became of an answer on one network, after each way to lose its outcome. */
export interface ReplyRow {
  readonly platform: Platform;
  readonly kind: AnswerKind;
  /** By the way in which it was lost; in words. */
  readonly outcomes: Readonly<Record<HttpFault, string>>;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

const ONCE = 'there once';

/** A person is asked; the network does not have it. */
const ASKED = 'unknown, there 0 times';
/** A server may leave direct statuses out of its list, so one that is not listed may be there. */
const NOT_LISTED: Readonly<Partial<Record<Platform, readonly AnswerKind[]>>> = {
  mastodon: ['message', 'private reply'],
};

/** Every other answer can be looked up, so nothing but one that was sent, and is there once, is right. */
const wordsOf = ({ status, seen }: ReplyOutcome): string =>
  status === 'sent' && seen === 1 ? ONCE : `${status}, there ${seen} times`;

/** Loses the outcome of each kind of answer in every way. */
export async function runReplies(platform: Platform): Promise<readonly ReplyRow[]> {
  const rows: ReplyRow[] = [];
  for (const kind of kindsOn(platform)) rows.push(await rowOf(platform, kind));
  return rows;
}

async function rowOf(platform: Platform, kind: AnswerKind): Promise<ReplyRow> {
  const whole = await answerOverHttp(platform, kind, null);
  const [call, ...others] = whole.calls.filter(({ made }) => made > 0);
  if (call === undefined || others.length > 0 || wordsOf(whole) !== ONCE)
    throw new Error(`On ${platform} a ${kind} is ${wordsOf(whole)} with ${others.length + 1} requests.`);
  const wrong = call.irreversible ? [] : [`${call.path} publishes, and is not said to be irreversible`];
  const outcomes: [HttpFault, string][] = [];
  for (const fault of HTTP_FAULTS) {
    const outcome = await tried(platform, kind, { fault, call });
    const words = wordsOf(outcome);
    outcomes.push([fault, words]);
    if (outcome.faults !== 1) wrong.push(`${fault}: something went wrong ${outcome.faults} times`);
    const mayAsk = words === ASKED && NOT_LISTED[platform]?.includes(kind) === true;
    if (words !== ONCE && !mayAsk) wrong.push(`${fault}: the ${kind} is ${words}`);
  }
  return { platform, kind, outcomes: Object.fromEntries(outcomes) as ReplyRow['outcomes'], wrong };
}

export async function runAllReplies(): Promise<readonly ReplyRow[]> {
  const rows: ReplyRow[] = [];
  for (const platform of ANSWERING) rows.push(...(await runReplies(platform)));
  return rows;
}

/** A row for each kind of answer on each network, a column for each way. */
export function replyTable(rows: readonly ReplyRow[]): readonly (readonly string[])[] {
  return [
    ['network', 'answer', ...HTTP_FAULTS],
    ...rows.map(({ platform, kind, outcomes }) => [
      platform,
      kind,
      ...HTTP_FAULTS.map((fault) => outcomes[fault]),
    ]),
  ];
}

/** On a slow machine the wire may give up before the network has read the request; then it is tried once more. */
async function tried(platform: Platform, kind: AnswerKind, planned: PlannedFault): Promise<ReplyOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await answerOverHttp(platform, kind, planned);
    if (outcome.faults > 0 || tries === MAX_TRIES) return outcome;
  }
}
