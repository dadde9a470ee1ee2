import { redact } from '../../client/redact.js';
import { exitCodeOf } from '../exit-codes.js';
import type { Changed, CliFailure } from '../failure.js';
import { plainJson, plainLine, plainLines } from './plain-text.js';
import type { Screen } from './table.js';
import { wrapTo } from './width.js';

const CHANGED_WORDS: Readonly<Record<Changed, string>> = {
  nothing: 'Nothing was changed.',
  partly: 'Part of it was done.',
  unknown: 'It is unknown whether anything was changed.',
};

/** A failure as text: what happened, whether anything changed, what to do next, the request id. */
export function failureText(failure: CliFailure, { width, style }: Screen): string {
  const columns = width ?? Number.POSITIVE_INFINITY;
  const hanging = (lead: string, text: string): string =>
    wrapTo(text, columns - lead.length).join(`\n${' '.repeat(lead.length)}`);
  const message = redact(plainLines(failure.message));
  const changed = saysChanged(failure) && failure.changed !== null ? CHANGED_WORDS[failure.changed] : '';
  return [
    `${style('red', 'Error:')} ${hanging('Error: ', message)}`,
    ...failure.lines.map((line) => `  - ${hanging('  - ', redact(plainLine(line)))}`),
    ...(changed === '' ? [] : [changed]),
    ...failure.next.map(
      (step, index) =>
        `${style('bold', index === 0 ? 'Next:' : '     ')}  ${hanging('Next:  ', redact(plainLine(step)))}`,
    ),
    ...(failure.requestId === null ? [] : [style('dim', `Request ${plainLine(failure.requestId)}`)]),
  ].join('\n');
}

/** After a usage error or a failed read, "Nothing was changed." goes without saying. */
function saysChanged({ kind, changed, readOnly }: CliFailure): boolean {
  return changed !== 'nothing' || !(kind === 'usage' || readOnly);
}

/** The same as JSON. */
export function failureJson(failure: CliFailure, { width }: Screen): string {
  const { kind, message, lines, changed, next, requestId, data } = failure;
  const error = { kind, exitCode: exitCodeOf(kind), message, lines, changed, next, requestId, ...data };
  return redact(plainJson({ error }, width === null ? 'line' : 'indented'));
}
