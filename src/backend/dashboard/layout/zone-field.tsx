import { allZoneNames } from '../../../time/zone-data.js';
import { TextField } from './field.js';

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
