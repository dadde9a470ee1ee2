import type { Child } from 'hono/jsx';
import { allZoneNames } from '../../../time/zone-data.js';

interface FieldProps {
  /** Of the control, which is named by it unless finish otherwise. */
  readonly id: string;
  readonly label: Child;
  /** What helps to fill it in; the control names `<id>-hint` as what describes it. */
  readonly hint?: Child;
  /** No wider than a time or a choice. */
  readonly isNarrow?: boolean;
  /** The control itself. */
  readonly children: Child;
}

/** A control with its label, and a hint below. */
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
  /** Also its name in the form. */
  readonly id: string;
  readonly label: Child;
  readonly hint?: Child;
  readonly type?: 'text' | 'url' | 'time' | 'number' | 'datetime-local';
  readonly value: string;
  readonly required?: boolean;
  readonly maxlength?: number;
  readonly placeholder?: string;
  readonly isNarrow?: boolean;
  /** Further attributes of the input. */
  readonly more?: Readonly<Record<string, string | number>>;
}

/** One line to write in. */
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

/** A time zone by its IANA name, `timezone` in the form: one of those there are is proposed while it is written. */
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
