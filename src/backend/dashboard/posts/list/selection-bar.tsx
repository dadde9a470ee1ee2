import { MAX_LABEL_LENGTH } from '../../../../contract/labels/values.js';
import type { PostCount } from '../../../../contract/posts/posts.js';
import { LabelNames } from '../../labels/label-parts.js';
import type { LabelColors } from '../../labels/read-labels.js';
import { MAX_AT_ONCE, SHIFTS } from '../bulk/bulk-act.js';

interface SelectionBarProps {
  /** The number of rows on the page. */
  readonly shown: number;
  /** How many posts the list has. */
  readonly total: PostCount;
  /** The workspace’s labels. */
  readonly labels: LabelColors;
}

/** What can be done to the selected posts. It appears once something is selected, also without scripts. */
export function SelectionBar({ shown, total, labels }: SelectionBarProps) {
  const hasMore = total.count > shown || !total.isExact;
  return (
    <div class="pick-bar" role="toolbar" aria-label="Selected posts">
      <span class="pick-count scripted" role="status" data-pick-count />
      {hasMore && total.isExact && total.count <= MAX_AT_ONCE && (
        <label class="check">
          <input type="checkbox" name="all" value="1" data-pick-rest />
          <span>All {total.count}</span>
        </label>
      )}
      <span class="pick-none soft">Open a published post to delete it.</span>
      <span class="buttons">
        <button class="button main" type="submit" name="act" value="approve">
          Approve
        </button>
        <span class="joined for-move">
          <label class="unseen" for="by">
            How far to move
          </label>
          <select id="by" name="by">
            {Object.entries(SHIFTS).map(([value, { words }]) => (
              <option value={value} selected={value === '1d'}>
                {words}
              </option>
            ))}
          </select>
          <button class="button" type="submit" name="act" value="move">
            Move
          </button>
        </span>
        <span class="joined for-label">
          <label class="unseen" for="new-label">
            Label to add
          </label>
          <input
            type="text"
            id="new-label"
            name="newLabel"
            class="label-input"
            list="label-names"
            maxlength={MAX_LABEL_LENGTH}
            autocomplete="off"
            placeholder="Label"
          />
          <LabelNames colors={labels} />
          <button class="button" type="submit" name="act" value="label">
            Label
          </button>
        </span>
        <button class="button danger" type="submit" name="act" value="delete">
          Delete…
        </button>
        <button class="button quiet" type="reset">
          Clear
        </button>
      </span>
    </div>
  );
}
