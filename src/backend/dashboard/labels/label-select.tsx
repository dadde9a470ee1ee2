import { showHidden } from '../../../base/hidden-characters.js';

interface LabelSelectProps {
  /** The labels of the workspace. */
  readonly names: readonly string[];
  readonly chosen: string | null;
}

/** Filters by a label; nothing in a workspace without labels. */
export function LabelSelect({ names, chosen }: LabelSelectProps) {
  if (names.length === 0) return null;
  return (
    <>
      <label class="unseen" for="label">
        Label
      </label>
      <select id="label" name="label">
        <option value="">All labels</option>
        {names.map((name) => (
          <option value={name} selected={name === chosen}>
            {showHidden(name)}
          </option>
        ))}
      </select>
    </>
  );
}
