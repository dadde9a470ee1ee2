import { plainLine } from '../../output/plain-text.js';
import type { Format } from '../../output/style.js';
import type { Screen } from '../../output/table.js';
import { wrapTo } from '../../output/width.js';
import { countsOf, FINDING_GROUPS, type Finding } from './finding.js';

const MARKS: Readonly<Record<Finding['status'], readonly [mark: string, format: Format]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  problem: ['✗', 'red'],
  skipped: ['-', 'dim'],
};

/** Findings by group, each with its fix, and a summary. */
export function findingsText(findings: readonly Finding[], screen: Screen): string {
  const { style } = screen;
  const groups = Object.entries(FINDING_GROUPS).flatMap(([group, heading]) => {
    const inGroup = findings.filter((finding) => finding.group === group);
    if (inGroup.length === 0) return [];
    return [style('bold', heading), ...inGroup.flatMap((finding) => linesOf(finding, screen)), ''];
  });
  return [...groups, summary(findings, screen)].join('\n');
}

function linesOf({ status, what, fix }: Finding, { width, style }: Screen): string[] {
  const [mark, format] = MARKS[status];
  const available = (width ?? Number.POSITIVE_INFINITY) - 4;
  const hanging = (text: string): string[] => wrapTo(plainLine(text), available);
  const [first = '', ...rest] = hanging(what);
  const tint = (text: string): string => (status === 'skipped' ? style('dim', text) : text);
  return [
    `  ${style(format, mark)} ${tint(first)}`,
    ...rest.map((line) => `    ${tint(line)}`),
    ...(fix === null
      ? []
      : hanging(`→ ${fix}`).map((line) => `    ${style(status === 'skipped' ? 'dim' : 'cyan', line)}`)),
  ];
}

function summary(findings: readonly Finding[], { style }: Screen): string {
  const { problem, warning } = countsOf(findings);
  const several = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  const parts = [
    ...(problem > 0 ? [style('red', several(problem, 'problem'))] : []),
    ...(warning > 0 ? [style('yellow', several(warning, 'warning'))] : []),
  ];
  return parts.length === 0 ? style('green', 'No problems found.') : `${parts.join(', ')}.`;
}
