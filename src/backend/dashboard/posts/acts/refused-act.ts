import type { Problem } from '../../../../contract/errors.js';
import type { Form } from '../../form.js';

/** What a form of the post’s page sent, and why it was refused. */
export interface RefusedAct {
  readonly act: string;
  readonly problem: Problem;
  readonly note: string;
  /** `2026-12-01T09:00`; empty if the form has no time. */
  readonly scheduledAt: string;
  readonly accountId: string;
  readonly url: string;
  /** Empty if the form has none. */
  readonly scheduleMode: string;
}

export function refusedAct(act: string, problem: Problem, form: Form): RefusedAct {
  return {
    act,
    problem,
    note: form.words('note'),
    scheduledAt: form.text('scheduledAt'),
    accountId: form.text('accountId'),
    url: form.text('url'),
    scheduleMode: form.text('scheduleMode'),
  };
}
