import type { PostStatus } from '../../../../contract/posts/status.js';
import type { ExitKind } from '../../../exit-codes.js';
import { plainLine } from '../../../output/plain-text.js';
import type { Format } from '../../../output/style.js';
import type { Screen } from '../../../output/table.js';
import { padTo } from '../../../output/width.js';

/** What became of a row. */
type RowOutcome = 'created' | 'already_there' | 'would_be_taken' | 'refused' | 'unknown' | 'not_tried';

/** One line of the result: for a program as it stands, for a person as {@link rowText} shows it. */
export interface RowResult {
  readonly row: number;
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly idempotencyKey: string;
  readonly postId: string | null;
  readonly status: PostStatus | null;
  /** When it goes out: local time with its zone. */
  readonly when: string | null;
  readonly code: string | null;
  /** What is wrong with it, one sentence each. */
  readonly faults: readonly string[];
}

const MARKS: Readonly<Record<RowOutcome, readonly [mark: string, format: Format, words: string]>> = {
  created: ['✓', 'green', 'created'],
  already_there: ['=', 'dim', 'there already'],
  would_be_taken: ['✓', 'green', 'would be taken'],
  refused: ['✗', 'red', 'refused'],
  unknown: ['?', 'yellow', 'unknown'],
  not_tried: ['·', 'dim', 'not tried'],
};

/** `✓ row 2 (line 3)  created  post_…  scheduled, Tue 2026-12-01 09:00`, and its faults below. */
export function rowText(result: RowResult, { style }: Screen): string {
  const [mark, format, words] = MARKS[result.outcome];
  const { row, line, postId, status, when, faults } = result;
  const head = [
    `${style(format, mark)} ${padTo(`row ${row} (line ${line})`, 18)}`,
    style(format, words),
    postId,
    [status, when].filter((part) => part !== null).join(', '),
  ].filter((part) => part !== null && part !== '');
  return [head.join('  '), ...faults.map((fault) => `    ${plainLine(fault)}`)].join('\n');
}

/** `12 created, 3 there already, 1 refused`. */
export function countWords(results: readonly RowResult[]): string {
  const outcomes = Object.entries(MARKS).map(([outcome, [, , words]]) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? null : `${count} ${words}`;
  });
  return outcomes.filter((part) => part !== null).join(', ') || 'No rows';
}

/** What the command ends with: the worst that befell a row. */
export function exitOfRows(results: readonly RowResult[]): ExitKind | undefined {
  const has = (outcome: RowOutcome): boolean => results.some((result) => result.outcome === outcome);
  if (has('unknown')) return 'outcome_unknown';
  return has('refused') || has('not_tried') ? 'refused' : undefined;
}
