import type { Answer } from '../../answers/answer.js';
import { nothingSent, type SendResult } from './send-results.js';

/**
 * The answer to one reply, or to several.
 *
 * @param detailed a result for each of several; otherwise for those that are not simply sent
 */
export function repliesAnswer(
  results: readonly SendResult[],
  idempotencyKey: string,
  detailed = false,
): Answer {
  const [only, ...more] = results;
  const nothing = nothingSent(results);
  const untrusted = results.flatMap(({ words }) => words);
  if (only !== undefined && more.length === 0) {
    const { result, code, ...facts } = only.row;
    const failed = only.standing !== 'sent' && only.standing !== 'sending';
    return {
      message: sentence(only.said ?? '', nothing),
      facts: { ...(failed ? { error: code } : {}), result, ...facts, idempotencyKey },
      untrusted,
      next: only.next,
      isError: failed,
    };
  }
  const count = (test: (one: SendResult) => boolean): number => results.filter(test).length;
  const of = (standing: SendResult['standing'], words: string): string[] => {
    const number = count((one) => one.standing === standing);
    return number === 0 ? [] : [`${number} ${words}`];
  };
  const answered = count(({ row }) => row['result'] === 'already_answered');
  const refused = count(
    ({ standing, row }) => standing === 'not_sent' && row['result'] !== 'already_answered',
  );
  const sent = count(({ standing }) => standing === 'sent');
  const parts = [
    ...of('sent', 'sent'),
    ...of('sending', 'sending'),
    ...of('unknown', 'with unknown outcome'),
    ...of('no_answer', 'without a response'),
    ...of('failed', 'failed'),
    ...(answered === 0 ? [] : [`${answered} already answered`]),
    ...(refused === 0 ? [] : [`${refused} not sent`]),
  ];
  const codes = new Set(results.map(({ row }) => row['code']));
  const [code] = codes;
  return {
    message:
      sent === results.length
        ? `All ${results.length} replies were sent.`
        : sentence(`Of ${results.length} replies: ${parts.join(', ')}.`, nothing),
    facts: {
      error: nothing ? (codes.size === 1 ? code : 'nothing_sent') : undefined,
      results: results.filter((one) => detailed || !isPlainlySent(one)).map(({ row }) => row),
      idempotencyKey,
    },
    untrusted,
    next: [...new Set(results.flatMap(({ next }) => next ?? []))].slice(0, MAX_STEPS).join('. ') || undefined,
    isError: nothing,
  };
}

/** Whether there is nothing to say about a reply than that the network has it. */
function isPlainlySent({ standing, row, words }: SendResult): boolean {
  return standing === 'sent' && row['appearsUnder'] === undefined && words.length === 0;
}

/** How many different next steps one answer names; the results hold the codes of all. */
const MAX_STEPS = 5;

function sentence(said: string, nothing: boolean): string {
  return nothing ? `${said} Nothing was sent.`.trim() : said;
}
