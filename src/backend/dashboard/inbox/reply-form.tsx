import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { showHidden } from '../../../base/hidden-characters.js';
import type { SavedText } from '../../../contract/texts/texts.js';
import { RequestRefused } from '../../operations/refusal.js';
import { ActForm } from '../layout/act-form.js';
import { ProblemNotice } from '../layout/problem.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit } from '../routes.js';
import { savedReplies, thenNext } from './list-beside.js';

/** What was entered, shown again in its form: refused, with the reason, or with a saved text inserted. */
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
  /** What replies cost, in sentences: said beside the button, and in a question before it is sent. Absent: nothing. */
  readonly prices?: readonly string[];
  /** Whether it is the main act of the page. */
  readonly isMain?: boolean;
  /** Texts to insert. */
  readonly saved: readonly SavedText[];
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
  prices = [],
  isMain = true,
  saved,
  refused,
}: ReplyFormProps) {
  const again = refused?.way === way ? refused : null;
  return (
    <ActForm
      action={action}
      csrfToken={csrfToken}
      hidden={{ ...hidden, way }}
      isSent
      ask={prices.length === 0 ? undefined : [`${button} now?`, ...prices].join(' ')}
    >
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
      {saved.length > 0 && <SavedReplies saved={saved} way={way} />}
      <button class={isMain ? 'button main' : 'button'} type="submit">
        {button}
      </button>
      {prices.length > 0 && <small class="soft"> {prices.join(' ')}</small>}
    </ActForm>
  );
}

/** Without a script, the server answers with the form and the text in it. */
function SavedReplies({ saved, way }: Pick<ReplyFormProps, 'saved' | 'way'>) {
  return (
    <div class="saved-replies">
      <select name="saved" aria-label="Saved reply" id={`saved-${way}`}>
        {saved.map(({ id, name, text }) => (
          <option value={id} data-text={text}>
            {showHidden(name)}
          </option>
        ))}
      </select>
      <button class="button" type="submit" name="insert" value="yes" formnovalidate data-insert>
        Insert
      </button>
    </div>
  );
}

/** What is written, and below it the chosen text. */
async function withSaved({ user, form }: FormVisit): Promise<string> {
  const chosen = (await savedReplies(user)).find(({ id }) => id === form.text('saved'));
  return [form.words('text').trimEnd(), chosen?.text ?? ''].filter((text) => text !== '').join('\n');
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
  if (form.ticked('insert')) {
    const entered = { way: form.text('way'), text: await withSaved(visit), notice: null };
    return htmlResponse(context, await page(entered));
  }
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
