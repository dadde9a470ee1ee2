import type { JSX } from 'hono/jsx/jsx-runtime';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlAnswer } from '../answers.js';
import { ProblemNotice } from '../layout/problem.js';
import type { FormVisit } from '../routes.js';
import type { RefusedAnswer } from './answer-form.js';

interface Answering {
  /** The page that the form stands on. */
  readonly path: string;
  readonly send: () => Promise<void>;
  readonly page: (refused: RefusedAnswer) => Promise<JSX.Element>;
}

/**
 * Sends what a form holds, and leads back to its page. What was refused stands in the form again, with the
 * reason.
 */
export async function answering(visit: FormVisit, { path, send, page }: Answering): Promise<Response> {
  const { form, context, goTo } = visit;
  try {
    await send();
    return goTo(path);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code.endsWith('_not_found')) throw error;
    // The button was pressed twice: the first one is at it, and the page tells what becomes of it.
    if (error.code === 'request_in_progress') return goTo(path);
    const problem = error.toProblem(context.requestId);
    const notice = <ProblemNotice problem={problem} />;
    const refused = { way: form.text('way'), text: form.words('text'), notice };
    return htmlAnswer(context, await page(refused), { status: problem.status });
  }
}
