import { PLATFORMS, type Platform } from '../../../src/contract/platforms.js';
import { inboxOf } from '../../../src/networks/capabilities.js';
import { HTTP_FAULTS, type HttpFault, type PlannedFault } from './breaking-network.js';
import { answerOverHttp, type ReplyOutcome } from './reply-delivery.js';

const MAX_TRIES = 5;

/** The networks on which Postrider answers comments of real accounts. */
export const ANSWERING: readonly Platform[] = PLATFORMS.filter((platform) => inboxOf(platform, false));

/** What became of a reply on one network, after each way to lose its outcome. */
export interface ReplyRow {
  readonly platform: Platform;
  /** By the way in which it was lost; in words. */
  readonly outcomes: Readonly<Record<HttpFault, string>>;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

const ONCE = 'there once';

/** Each network can be asked for a reply, so nothing but one that was sent, and is there once, is right. */
const wordsOf = ({ status, seen }: ReplyOutcome): string =>
  status === 'sent' && seen === 1 ? ONCE : `${status}, there ${seen} times`;

/** Loses the outcome of a reply in every way. */
export async function runReplies(platform: Platform): Promise<ReplyRow> {
  const whole = await answerOverHttp(platform, null);
  const [call, ...others] = whole.calls.filter(({ made }) => made > 0);
  if (call === undefined || others.length > 0 || wordsOf(whole) !== ONCE)
    throw new Error(`On ${platform} a reply is ${wordsOf(whole)} with ${others.length + 1} requests.`);
  const wrong = call.irreversible ? [] : [`${call.path} publishes, and is not said to be irreversible`];
  const outcomes: [HttpFault, string][] = [];
  for (const fault of HTTP_FAULTS) {
    const outcome = await tried(platform, { fault, call });
    const words = wordsOf(outcome);
    outcomes.push([fault, words]);
    if (outcome.faults !== 1) wrong.push(`${fault}: something went wrong ${outcome.faults} times`);
    if (words !== ONCE) wrong.push(`${fault}: the reply is ${words}`);
  }
  return { platform, outcomes: Object.fromEntries(outcomes) as ReplyRow['outcomes'], wrong };
}

export async function runAllReplies(): Promise<readonly ReplyRow[]> {
  const rows: ReplyRow[] = [];
  for (const platform of ANSWERING) rows.push(await runReplies(platform));
  return rows;
}

/** A row for each network, a column for each way. */
export function replyTable(rows: readonly ReplyRow[]): readonly (readonly string[])[] {
  return [
    ['network', ...HTTP_FAULTS],
    ...rows.map(({ platform, outcomes }) => [platform, ...HTTP_FAULTS.map((fault) => outcomes[fault])]),
  ];
}

/** On a slow machine the wire may give up before the network has read the request; then it is tried once more. */
async function tried(platform: Platform, planned: PlannedFault): Promise<ReplyOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await answerOverHttp(platform, planned);
    if (outcome.faults > 0 || tries === MAX_TRIES) return outcome;
  }
}
