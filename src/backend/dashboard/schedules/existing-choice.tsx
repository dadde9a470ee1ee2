import type { ExistingPosts } from '../../../contract/schedules/schedules.js';
import { EXISTING } from './form-values.js';
import { postCount } from './schedule-words.js';

interface ExistingChoiceProps {
  /** How many posts are queued in the schedule’s slots. */
  readonly held: number;
  readonly chosen?: ExistingPosts;
}

/** Asks what happens to posts whose slots are removed or moved. */
export function ExistingChoice({ held, chosen = 'keep' }: ExistingChoiceProps) {
  if (held === 0) return null;
  return (
    <fieldset>
      <legend>{postCount(held)} in its slots. What happens if a slot is removed or moved?</legend>
      {EXISTING.map((value) => (
        <label class="check">
          <input type="radio" name="existing" value={value} checked={value === chosen} />
          <span>
            {EXISTING_WORDS[value].name}
            <span class="what">{EXISTING_WORDS[value].what}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const EXISTING_WORDS: Readonly<Record<ExistingPosts, { readonly name: string; readonly what: string }>> = {
  keep: { name: 'Keep the planned time', what: 'Posts are published as planned.' },
  move: {
    name: 'Move with the slot',
    what: 'To the slot’s new time, or to the next open slot of the channel.',
  },
  cancel: { name: 'Cancel posts', what: 'They are not published.' },
};
