import { expect } from 'vitest';
import { TOOLS } from '../../../../src/mcp/tools/definitions.js';
import { Audit } from './audit.js';
import { type Era, Host, type HostAnswer, type ShownForm } from './host.js';
import type { Job, Json, Step } from './job.js';
import { type JobPlace, JobWorkspace, postLine } from './job-workspace.js';
import { tokensOf } from './stable.js';

export interface RunOptions extends JobPlace {
  readonly era: Era;
  /** Whether the host can show forms. */
  readonly forms: boolean;
}

/** One step as it went. */
interface StepRun {
  readonly step: Step;
  /** What the person was shown to decide; null if they were not asked. */
  readonly shown: string | null;
}

export interface JobRun {
  readonly steps: readonly StepRun[];
  /** Of all answers together. */
  readonly tokens: number;
  readonly calls: number;
  /** Expects what the job says of its end, and that nothing was published or sent without a yes. */
  check(): Promise<void>;
}

/** Tools that change nothing. */
const READ_ONLY = new Set(
  TOOLS.filter(({ readOnly }) => readOnly).map(({ name }) => name.replace('postrider_', '')),
);

/** Does the job as a model would, in a workspace of its own. */
export async function runJob(job: Job, { era, forms, ...place }: RunOptions): Promise<JobRun> {
  const workspace = await JobWorkspace.open(place, job);
  const seen: Record<string, Json> = { before: (await job.prepare?.(workspace)) ?? {} };
  const audit = await Audit.begin(workspace, job.gives);
  const person = new Person(forms, audit);
  const host = await Host.connect({
    era,
    client: workspace.assistant,
    mediaRoot: place.mediaRoot,
    reply: forms ? (form) => person.fillIn(form) : null,
  });
  let tokens = 0;
  let calls = 0;
  const call = async (tool: string, args: Json): Promise<HostAnswer> => {
    const answer = await host.call(tool, args);
    calls += 1;
    tokens += tokensOf(answer.text);
    return answer;
  };

  const steps: StepRun[] = [];
  for (const step of job.steps) {
    person.begin('person' in step ? (step.person ?? 'yes') : 'yes');
    if ('says' in step) audit.give(step.gives ?? []);
    else if ('happens' in step) await step.run(workspace);
    else {
      const args = typeof step.args === 'function' ? step.args(seen) : (step.args ?? {});
      let answer = await call(step.tool, args);
      if (answer.structured['status'] === 'needs_confirmation' && person.read(answer) === 'yes') {
        const [tool, confirmed] = proposedCall(answer);
        expect(tool).toBe(step.tool);
        answer = await call(tool, confirmed);
        expect(answer.structured['status'], answer.text).not.toBe('needs_confirmation');
      }
      expect(answer.isError ? answer.structured['error'] : undefined, answer.text).toBe(step.fails);
      seen[step.as ?? step.tool] = answer.structured;
    }
    if (!('tool' in step && READ_ONLY.has(step.tool))) await audit.look();
    steps.push({ step, shown: person.shown });
  }

  await audit.look();
  await host.close();
  const check = async (): Promise<void> => {
    expect(audit.violations).toEqual([]);
    const posts = await workspace.posts();
    expect(posts.map(postLine).sort()).toEqual([...job.posts].sort());
    expect(audit.received.sort()).toEqual([...(job.received ?? [])].sort());
    await job.check?.(workspace, seen);
  };
  return { steps, tokens, calls, check };
}

/** The call that an answer proposes, as a model makes it. */
function proposedCall({ structured }: HostAnswer): [tool: string, args: Json] {
  const [, tool = '', args = ''] = /postrider_(\w+) (\{.*\})$/.exec(String(structured['next'])) ?? [];
  return [tool, JSON.parse(args) as Json];
}

/** The person at the host: reads what they are shown, and answers as the job says. */
class Person {
  shown: string | null = null;
  #says: 'yes' | 'no' = 'yes';
  readonly #forms: boolean;
  readonly #audit: Audit;

  constructor(forms: boolean, audit: Audit) {
    this.#forms = forms;
    this.#audit = audit;
  }

  begin(says: 'yes' | 'no'): void {
    this.#says = says;
    this.shown = null;
  }

  fillIn({ message, fields }: ShownForm): 'yes' | 'no' {
    return this.#decide([message, ...fields.map((field) => `[ ] ${field}`)].join('\n'));
  }

  /** Reads the preview in the model's words: with the quoted words of others, as the answer asks. */
  read({ structured }: HostAnswer): 'yes' | 'no' {
    expect(this.#forms, 'A host with forms got a preview.').toBe(false);
    const { words = [] } = (structured['untrusted'] ?? {}) as { words?: { about: string; text: string }[] };
    const quoted = words.map(({ about, text }) => `${about}: ${JSON.stringify(text)}`);
    return this.#decide([String(structured['preview']), ...quoted].join('\n'));
  }

  #decide(shown: string): 'yes' | 'no' {
    this.shown = shown;
    if (this.#says === 'yes') this.#audit.agree(shown);
    return this.#says;
  }
}
