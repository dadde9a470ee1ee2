import { randomUUID } from 'node:crypto';
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlAnswer } from '../answers.js';
import { ActForm } from '../layout/act-form.js';
import { ProblemNotice } from '../layout/problem.js';
import type { FormVisit } from '../routes.js';

/** What was refused: it stands in its form again, with the reason. */
export interface RefusedAnswer {
  /** The `hidden.way` of the form that sent it. */
  readonly way: string;
  readonly text: string;
  readonly notice: Child;
}

interface AnswerFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** Which of a page's forms it is. */
  readonly way: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly hint: Child;
  readonly button: string;
  readonly refused: RefusedAnswer | null;
}

/** A text that goes to somebody, once for each form however often its button is pressed. */
export function AnswerForm({
  action,
  csrfToken,
  way,
  hidden = {},
  label,
  hint,
  button,
  refused,
}: AnswerFormProps) {
  const again = refused?.way === way ? refused : null;
  return (
    <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, way, key: randomUUID() }}>
      {again?.notice}
      <div class="field answer">
        <label for={`text-${way}`}>{label}</label>
        <textarea
          id={`text-${way}`}
          name="text"
          rows={3}
          dir="auto"
          required
          aria-describedby={`hint-${way}`}
        >
          {again?.text ?? ''}
        </textarea>
        <p class="hint" id={`hint-${way}`}>
          {hint}
        </p>
      </div>
      <button class="button main" type="submit">
        {button}
      </button>
    </ActForm>
  );
}

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
