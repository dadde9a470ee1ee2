import type { Child } from 'hono/jsx';
import { allZoneNames } from '../../../time/zone-data.js';

interface FieldProps {
  /** The id of the control, and its name by default. */
  readonly id: string;
  readonly label: Child;
  /** Help text. The control refers to it with `aria-describedby="<id>-hint"`. */
  readonly hint?: Child;
  /** As wide as a time or a select. */
  readonly isNarrow?: boolean;
  /** The control. */
  readonly children: Child;
}

/** A control with a label and a hint. */
export function Field({ id, label, hint, isNarrow = false, children }: FieldProps) {
  return (
    <div class={isNarrow ? 'field narrow' : 'field'}>
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface TextFieldProps {
  /** Also the field’s name. */
  readonly id: string;
  readonly label: Child;
  readonly hint?: Child;
  readonly type?: 'text' | 'url' | 'time' | 'number' | 'datetime-local';
  readonly value: string;
  readonly required?: boolean;
  readonly maxlength?: number;
  readonly placeholder?: string;
  readonly isNarrow?: boolean;
  /** More attributes of the input. */
  readonly more?: Readonly<Record<string, string | number>>;
}

/** A one-line text input. */
export function TextField({
  id,
  label,
  hint,
  isNarrow = false,
  type = 'text',
  more,
  ...input
}: TextFieldProps) {
  return (
    <Field id={id} label={label} isNarrow={isNarrow} {...(hint !== undefined && { hint })}>
      <input
        type={type}
        id={id}
        name={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
        {...more}
      />
    </Field>
  );
}

interface ZoneFieldProps {
  readonly label: string;
  readonly value: string;
}

/** The field `timezone`: an IANA name, with suggestions. */
export function ZoneField(field: ZoneFieldProps) {
  return (
    <>
      <TextField
        id="timezone"
        required
        maxlength={64}
        more={{ list: 'zones', autocomplete: 'off' }}
        isNarrow
        {...field}
      />
      <datalist id="zones">
        {allZoneNames()
          .filter(({ current }) => current)
          .map(({ name }) => (
            <option value={name} />
          ))}
      </datalist>
    </>
  );
}
