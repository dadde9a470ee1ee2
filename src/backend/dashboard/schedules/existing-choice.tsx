import type { ExistingPosts } from '../../../contract/schedules/schedules.js';
import { EXISTING } from './form-values.js';
import { postsAre } from './schedule-words.js';

interface ExistingChoiceProps {
  /** How many posts wait in the schedule's slots. */
  readonly held: number;
  readonly chosen?: ExistingPosts;
}

/** Asks what becomes of posts whose slots go, or come at another time. */
export function ExistingChoice({ held, chosen = 'keep' }: ExistingChoiceProps) {
  if (held === 0) return null;
  return (
    <fieldset>
      <legend>
        {postsAre(held)} in its slots. What becomes of {held === 1 ? 'it' : 'them'} where a slot goes or
        moves?
      </legend>
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
  keep: { name: 'They keep their time', what: 'They go out as planned.' },
  move: {
    name: 'They move',
    what: 'To their slot’s new time, else to the next open slot of their channel.',
  },
  cancel: { name: 'They are cancelled', what: 'Nothing of them goes out.' },
};
