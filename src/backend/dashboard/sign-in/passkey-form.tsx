import type { Child } from 'hono/jsx';

/** The script behind these forms. */
export const PASSKEY_SCRIPT = 'passkeys.js';

interface PasskeyFormProps {
  /** Where the form is sent. */
  readonly action: string;
  /** Where the script gets what the browser needs. */
  readonly options: string;
  /** Whether the browser creates a passkey, or signs with one. */
  readonly does: 'create' | 'get';
  /** The name of the field for the browser's answer. */
  readonly field?: string;
  readonly button: string;
  readonly isMain?: boolean;
  readonly class?: string;
  /** More fields. */
  readonly children?: Child;
}

/** A form that a script sends with the answer of a passkey. It is hidden where there are none. */
export function PasskeyForm({
  action,
  options,
  does,
  field = 'passkey',
  button,
  isMain = false,
  class: className = 'card',
  children,
}: PasskeyFormProps) {
  return (
    <form method="post" action={action} data-passkey={does} data-options={options} class={className} hidden>
      <input type="hidden" name={field} value="" data-answer="" />
      {children}
      <button class={isMain ? 'button main' : 'button'} type="submit">
        {button}
      </button>
      <p class="small" role="alert" hidden />
    </form>
  );
}
