import { MAX_ALT_TEXT, type Media } from '../../../../contract/media/media.js';
import { ActForm } from '../../layout/act-form.js';
import { nameOf } from './library-grid.js';

interface AltTextFormProps {
  readonly medium: Media;
  readonly csrfToken: string;
  /** The page to return to: the file’s own, or the list of files without an alt text. */
  readonly back: 'file' | 'missing';
}

/** Writes the alt text of a file, which posts get that use it from then on. */
export function AltTextForm({ medium, csrfToken, back }: AltTextFormProps) {
  const { key, altText } = medium;
  const id = `alt-${key}`;
  return (
    <ActForm action={`/media/${key}/alt`} csrfToken={csrfToken} hidden={{ back }}>
      <div class="field alt-field above-link">
        <label for={id}>
          Alt text{back === 'missing' && <span class="unseen"> of {nameOf(medium)}</span>}
        </label>
        <textarea
          id={id}
          name="altText"
          rows={back === 'file' ? 3 : 2}
          maxlength={MAX_ALT_TEXT}
          placeholder="Describe what it shows"
          dir="auto"
        >
          {altText ?? ''}
        </textarea>
        <button class="button" type="submit">
          Save alt text
        </button>
      </div>
    </ActForm>
  );
}
