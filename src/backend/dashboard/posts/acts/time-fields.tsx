import { localInput } from '../../layout/local-times.js';

interface TimeFieldsProps {
  readonly timezone: string;
  /** `Tue 2026-12-01 09:00 (UTC+01:00)`; null for an hour from now. */
  readonly value: string | null;
  readonly now: number;
  readonly id: string;
  /** The refused input; empty if there is none. */
  readonly written: string;
}

export function TimeFields({ timezone, value, now, id, written }: TimeFieldsProps) {
  return (
    <div class="field narrow">
      <label for={`${id}-at`}>
        Date and time <span class="soft">({timezone})</span>
      </label>
      <input
        type="datetime-local"
        id={`${id}-at`}
        name="scheduledAt"
        required
        value={written || localInput(value, timezone, now)}
      />
    </div>
  );
}
