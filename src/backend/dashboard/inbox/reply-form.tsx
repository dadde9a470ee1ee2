import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { RequestRefused } from '../../operations/refusal.js';
import { ActForm } from '../layout/act-form.js';
import { ProblemNotice } from '../layout/problem.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit } from '../routes.js';
import { thenNext } from './list-beside.js';

/** A refused reply, shown again in its form with the reason. */
export interface RefusedReply {
  /** The `hidden.way` of the form that sent it. */
  readonly way: string;
  readonly text: string;
  readonly notice: Child;
}

interface ReplyFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** Tells the forms of a page apart. */
  readonly way: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly hint: Child;
  readonly button: string;
  /** Whether it is the main act of the page. */
  readonly isMain?: boolean;
  readonly refused: RefusedReply | null;
}

/** A form for a reply or message. Its idempotency key makes pressing the button twice send once. */
export function ReplyForm({
  action,
  csrfToken,
  way,
  hidden = {},
  label,
  hint,
  button,
  isMain = true,
  refused,
}: ReplyFormProps) {
  const again = refused?.way === way ? refused : null;
  return (
    <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, way }} isSent>
      {again?.notice}
      <div class="field answer">
        <label for={`text-${way}`}>{label}</label>
        <textarea
          id={`text-${way}`}
          name="text"
          rows={3}
          dir="auto"
          required
          data-reply={`${action.split('?', 1)[0]} ${way}`}
          aria-describedby={`hint-${way}`}
        >
          {again?.text ?? ''}
        </textarea>
        <p class="hint" id={`hint-${way}`}>
          {hint}
        </p>
      </div>
      <button class={isMain ? 'button main' : 'button'} type="submit">
        {button}
      </button>
    </ActForm>
  );
}

interface SendingReply {
  /** The path of the thread. */
  readonly path: string;
  readonly send: () => Promise<void>;
  readonly page: (refused: RefusedReply) => Promise<JSX.Element>;
}

/**
 * Sends the reply and opens the next entry of the list. If the API refuses it, shows the form again with the reason.
 */
export async function sendReply(visit: FormVisit, { path, send, page }: SendingReply): Promise<Response> {
  const { form, context, redirect } = visit;
  try {
    return await thenNext(visit, path, 'replied', send);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code.endsWith('_not_found')) throw error;
    // The button was pressed twice. The first request is still sending; the page shows its outcome.
    if (error.code === 'request_in_progress') return redirect(path);
    const problem = error.toProblem(context.requestId);
    const notice = <ProblemNotice problem={problem} />;
    const refused = { way: form.text('way'), text: form.words('text'), notice };
    return htmlResponse(context, await page(refused), { status: problem.status });
  }
}
