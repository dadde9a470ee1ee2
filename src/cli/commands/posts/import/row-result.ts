import type { PostStatus } from '../../../../contract/posts/status.js';
import type { ExitKind } from '../../../exit-codes.js';
import { plainLine } from '../../../output/plain-text.js';
import type { Format } from '../../../output/style.js';
import type { Screen } from '../../../output/table.js';
import { padTo } from '../../../output/width.js';

/** The outcome of a row. */
type RowOutcome = 'created' | 'already_there' | 'would_be_accepted' | 'refused' | 'unknown' | 'not_tried';

/** The result of a row: printed as it is with `--json`, else by {@link rowText}. */
export interface RowResult {
  readonly row: number;
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly idempotencyKey: string;
  readonly postId: string | null;
  readonly status: PostStatus | null;
  /** When it will be published, or what a draft proposes: local time with its zone. */
  readonly when: string | null;
  readonly code: string | null;
  /** The problems with it, one sentence each. */
  readonly errors: readonly string[];
  /** What a person should know of its text: hidden characters, links that may look like others. */
  readonly warnings: readonly string[];
}

const MARKS: Readonly<Record<RowOutcome, readonly [mark: string, format: Format, words: string]>> = {
  created: ['✓', 'green', 'created'],
  already_there: ['=', 'dim', 'already imported'],
  would_be_accepted: ['✓', 'green', 'valid'],
  refused: ['✗', 'red', 'rejected'],
  unknown: ['?', 'yellow', 'unknown'],
  not_tried: ['·', 'dim', 'not tried'],
};

/** `✓ row 2 (line 3)  created  post_…  scheduled, Tue 2026-12-01 09:00`, with its problems below. */
export function rowText(result: RowResult, { style }: Screen): string {
  const [mark, format, words] = MARKS[result.outcome];
  const { row, line, postId, status, when, errors, warnings } = result;
  const head = [
    `${style(format, mark)} ${padTo(`row ${row} (line ${line})`, 18)}`,
    style(format, words),
    postId,
    [status, when].filter((part) => part !== null).join(status === 'draft' ? ' for ' : ', '),
  ].filter((part) => part !== null && part !== '');
  return [
    head.join('  '),
    ...errors.map((fault) => `    ${plainLine(fault)}`),
    ...warnings.map((warning) => `    ${style('yellow', 'Warning:')} ${plainLine(warning)}`),
  ].join('\n');
}

/** `12 created, 3 already imported, 1 rejected`. */
export function countWords(results: readonly RowResult[]): string {
  const outcomes = Object.entries(MARKS).map(([outcome, [, , words]]) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? null : `${count} ${words}`;
  });
  return outcomes.filter((part) => part !== null).join(', ') || 'No rows';
}

/** The exit code of the import: that of the worst row. */
export function exitOfRows(results: readonly RowResult[]): ExitKind | undefined {
  const has = (outcome: RowOutcome): boolean => results.some((result) => result.outcome === outcome);
  if (has('unknown')) return 'outcome_unknown';
  return has('refused') || has('not_tried') ? 'refused' : undefined;
}
