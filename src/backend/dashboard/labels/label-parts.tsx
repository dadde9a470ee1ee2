import { showHidden } from '../../../base/hidden-characters.js';
import { MAX_LABEL_LENGTH, MAX_POST_LABELS } from '../../../contract/labels/values.js';
import { VisibleText } from '../layout/visible-text.js';
import type { LabelColors } from './read-labels.js';

interface LabelsProps {
  readonly names: readonly string[];
  readonly colors: LabelColors;
}

const colorOf = (name: string, colors: LabelColors): string => `label label-${colors.get(name) ?? 'gray'}`;

/** The labels of a post. */
export function Labels({ names, colors }: LabelsProps) {
  if (names.length === 0) return null;
  return (
    <span class="labels">
      <span class="unseen">labels: </span>
      {names.map((name) => (
        <span class={colorOf(name, colors)}>
          <VisibleText text={name} />
        </span>
      ))}
    </span>
  );
}

/** The labels of a post where there is no room for their names. */
export function LabelDots({ names, colors }: LabelsProps) {
  if (names.length === 0) return null;
  return (
    <span class="label-dots">
      <span class="unseen">{`labels ${names.map(showHidden).join(', ')}: `}</span>
      {names.map((name) => (
        <span class={`label-dot label-${colors.get(name) ?? 'gray'}`} />
      ))}
    </span>
  );
}

interface LabelFieldProps extends LabelsProps {
  /** The labels that the form began with. */
  readonly before: readonly string[];
  /** What is typed in the field and not a label yet. */
  readonly typed?: string;
}

/** The labels of a post as boxes to untick, and a field for further ones, which offers those that exist. */
export function LabelField({ names, colors, before, typed = '' }: LabelFieldProps) {
  return (
    <fieldset class="label-field">
      <legend>Labels</legend>
      {before.map((name) => (
        <input type="hidden" name="labelBefore" value={name} />
      ))}
      <div class="label-boxes">
        {names.map((name) => (
          <label class={`${colorOf(name, colors)} label-box`}>
            <input type="checkbox" name="label" value={name} checked />
            <span class="one-line">
              <VisibleText text={name} />
            </span>
          </label>
        ))}
        <label class="unseen" for="new-label">
          Add labels, separated by commas
        </label>
        <input
          type="text"
          id="new-label"
          name="newLabel"
          class="label-input"
          list="label-names"
          maxlength={MAX_POST_LABELS * MAX_LABEL_LENGTH}
          autocomplete="off"
          placeholder="Add a label"
          value={typed}
        />
        <LabelNames colors={colors} without={names} />
      </div>
    </fieldset>
  );
}

/** The names that a field offers. */
export function LabelNames({
  colors,
  without = [],
}: {
  readonly colors: LabelColors;
  readonly without?: readonly string[];
}) {
  return (
    <datalist id="label-names">
      {[...colors.keys()]
        .filter((name) => !without.includes(name))
        .map((name) => (
          <option value={name} data-name={name} />
        ))}
    </datalist>
  );
}
