import type { Platform } from '../../../../src/contract/platforms.js';
import type { ScopePreset } from '../../../../src/contract/scopes.js';
import type { AccountInput } from '../../../../src/testing/test-backend.js';
import type { JobWorkspace } from './job-workspace.js';

export type Json = Readonly<Record<string, unknown>>;

/** The structured answers of the calls so far, by the name of their step. */
type Seen = Readonly<Record<string, Json>>;

/** What a model does: one tool call. */
interface CallStep {
  /** Without the prefix `postrider_`. */
  readonly tool: string;
  /** The arguments, or how a model takes them from the answers that it has read. */
  readonly args?: Json | ((seen: Seen) => Json);
  /** The name under which later steps find the answer. */
  readonly as?: string;
  /** What the person says if the call asks them. Default: yes. */
  readonly person?: 'yes' | 'no';
  /** The code of the error that the call ends with. */
  readonly fails?: string;
}

/** What the person says between two calls. */
interface SpokenStep {
  readonly says: string;
  /** What this gives the assistant to act on. */
  readonly gives?: readonly GivenTime[];
}

/** What happens outside of the conversation. */
interface EventStep {
  readonly happens: string;
  run(workspace: JobWorkspace): Promise<unknown>;
}

export type Step = CallStep | SpokenStep | EventStep;

/** A time that the person's words name: a post at this time needs no confirmation. */
export interface GivenTime {
  /** ISO 8601 with an offset. */
  readonly at: string;
  /** The networks that the words name. */
  readonly on: readonly Platform[];
}

/** A job of a working day, as a person gives it to an assistant. */
export interface Job {
  readonly name: string;
  /** The job in the person's words. */
  readonly says: string;
  readonly gives?: readonly GivenTime[];
  /** When its workspace begins, ISO 8601 with an offset. The clock moves only in the job. */
  readonly now: string;
  /** Default: one account on each network. */
  readonly accounts?: readonly ('demo' | AccountInput)[];
  /** The preset of the assistant's API key. Default: all scopes. */
  readonly key?: ScopePreset;
  /** How many responses to requests that create a post are lost on the way to the assistant. */
  readonly lostAnswers?: number;
  /** What was there before the job. What it returns is the answer named `before`. */
  prepare?(workspace: JobWorkspace): Promise<Json>;
  readonly steps: readonly Step[];
  /** The posts afterwards, read through the API: `scheduled Wed 2026-12-02 09:00 x, bluesky: First words`. */
  readonly posts: readonly string[];
  /** What the networks received during the job: `x @fernhillcoffee: text`. */
  readonly received?: readonly string[];
  /** What the tools do wrong today. The checks of this job fail until it is fixed. */
  readonly flaw?: string;
  /** Other expectations, of the backend or of the answers. */
  check?(workspace: JobWorkspace, seen: Seen): Promise<void>;
}

/** The rows of a list in an answer. */
export function rowsOf(answer: Json | undefined, name: string): readonly Json[] {
  return (answer?.[name] ?? []) as readonly Json[];
}
