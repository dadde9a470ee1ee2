import { randomUUID } from 'node:crypto';
import type { Child } from 'hono/jsx';
import { ActForm } from '../layout/act-form.js';

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
