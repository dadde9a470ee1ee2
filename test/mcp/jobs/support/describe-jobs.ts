import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import BUDGETS from '../budgets.json' with { type: 'json' };
import { JOBS } from '../scenarios/all.js';
import type { Era } from './host.js';
import { openPlace } from './place.js';
import { reportOf } from './report.js';
import { type JobRun, runJob } from './run-job.js';

interface Eras {
  readonly withForms: Era;
  readonly withoutForms: Era;
}

interface Runs {
  readonly withForms: JobRun;
  readonly withoutForms: JobRun;
}

/** Does every job twice: at a host that shows forms, and at one that does not. */
export function describeJobs(eras: Eras): void {
  let place: Awaited<ReturnType<typeof openPlace>>;
  const done = new Map<string, Runs>();
  const runsOf = (name: string): Runs => {
    const runs = done.get(name);
    if (runs === undefined) throw new Error('The job was not done.');
    return runs;
  };

  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place.close());

  describe.each(JOBS.map((job) => [job.name, job] as const))('%s', (name, job) => {
    it('is done with the tools alone', async () => {
      const withForms = await runJob(job, { ...place, era: eras.withForms, forms: true });
      const withoutForms = await runJob(job, { ...place, era: eras.withoutForms, forms: false });
      done.set(name, { withForms, withoutForms });
    });

    const holds = job.flaw === undefined ? it : it.fails;
    holds('ends as it should, and nothing is published or sent without a yes', async () => {
      await runsOf(name).withForms.check();
      await runsOf(name).withoutForms.check();
    });

    it('shows the person what they decide', async () => {
      const { withForms, withoutForms } = runsOf(name);
      const file = `./__snapshots__/${name.replaceAll(' ', '-')}.txt`;
      await expect(reportOf(job, withForms, withoutForms)).toMatchFileSnapshot(file);
    });

    it('stays within its budget of tokens', () => {
      expect(mostOf(runsOf(name))).toBeLessThanOrEqual(budgetOf(name));
    });
  });

  it('all jobs together stay within their budget of tokens', () => {
    const all = [...done.values()];
    const sum = (of: (runs: Runs) => number): number => all.map(of).reduce((total, one) => total + one, 0);
    const table = [
      row('tokens of all answers', 'calls', 'forms', 'no forms', 'budget'),
      ...[...done].map(([name, { withForms, withoutForms }]) =>
        row(name, withForms.calls, withForms.tokens, withoutForms.tokens, budgetOf(name)),
      ),
      row(
        'all',
        sum(({ withForms }) => withForms.calls),
        sum(({ withForms }) => withForms.tokens),
        sum(({ withoutForms }) => withoutForms.tokens),
        BUDGETS.all,
      ),
    ].join('\n');
    console.info(table);
    expect(sum(mostOf), table).toBeLessThanOrEqual(BUDGETS.all);
  });
}

function row(what: string, ...cells: readonly (string | number)[]): string {
  return `${what.padEnd(32)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
}

/** The tokens of the host at which the job took more. */
function mostOf({ withForms, withoutForms }: Runs): number {
  return Math.max(withForms.tokens, withoutForms.tokens);
}

function budgetOf(name: string): number {
  return (BUDGETS.jobs as Readonly<Record<string, number>>)[name] ?? 0;
}
