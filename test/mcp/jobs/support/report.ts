import type { Job } from './job.js';
import type { JobRun } from './run-job.js';
import { numbered } from './stable.js';

/** The job as its person lives through it: what they say, what happens, and what they are shown and asked. */
export function reportOf(job: Job, withForms: JobRun, withoutForms: JobRun): string {
  const parts = withForms.steps.map(({ step, shown }, index) => {
    if ('says' in step) return `Person: ${step.says}`;
    if ('happens' in step) return `(${step.happens})`;
    const lines = [`Assistant: ${step.tool}${step.fails === undefined ? '' : ` (refused: ${step.fails})`}`];
    const plain = withoutForms.steps[index]?.shown ?? null;
    if (shown !== null) lines.push('', 'The form:', '', indented(shown));
    if (plain !== null) lines.push('', 'Without forms:', '', indented(plain));
    if (shown !== null || plain !== null) lines.push('', `Person: ${step.person ?? 'yes'}`);
    return lines.join('\n');
  });
  return `${[`Person: ${job.says}`, ...parts].join('\n\n')}\n`;
}

function indented(text: string): string {
  return numbered(text).replace(/^(?=.)/gm, '    ');
}
