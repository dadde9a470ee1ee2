import { Field } from './field.js';

/** Help with choosing a password. */
export const NEW_PASSWORD_HINT =
  'At least 12 characters. Several words that have nothing to do with each other are good.';

interface PasswordFieldProps {
  /** Also the field’s name. */
  readonly id: string;
  readonly label: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly hint?: string;
}

/** An input for a password that has to be entered. */
export function PasswordField({ id, label, autocomplete, hint }: PasswordFieldProps) {
  return (
    <Field id={id} label={label} {...(hint !== undefined && { hint })}>
      <input
        type="password"
        id={id}
        name={id}
        autocomplete={autocomplete}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        required
      />
    </Field>
  );
}
