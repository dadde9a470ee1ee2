import { RECOVERY_CODES } from '../../domain/access/factors/recovery-codes.js';
import { Field } from '../layout/field.js';

interface CodeFieldProps {
  /** The name of the field; its id as well. */
  readonly name?: string;
  readonly hint?: string;
  readonly isFocused?: boolean;
}

/** The field for the code of an authenticator app. */
export function CodeField({
  name = 'code',
  hint = 'The six digits in your app.',
  isFocused = false,
}: CodeFieldProps) {
  return (
    <Field id={name} label="Authenticator code" hint={hint} isNarrow>
      <input
        type="text"
        id={name}
        name={name}
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={7}
        aria-describedby={`${name}-hint`}
        autofocus={isFocused}
        required
      />
    </Field>
  );
}

/** The field for a recovery code. @param left how many are not used yet */
export function RecoveryField({
  name = 'recovery',
  left,
}: {
  readonly name?: string;
  readonly left: number;
}) {
  return (
    <Field
      id={name}
      label="Recovery code"
      hint={`One of the ${RECOVERY_CODES} that you saved: ${left} left. Each works once.`}
    >
      <input
        type="text"
        id={name}
        name={name}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxlength={30}
        placeholder="xxxx-xxxx-xxxx-xxxx"
        aria-describedby={`${name}-hint`}
        required
      />
    </Field>
  );
}
