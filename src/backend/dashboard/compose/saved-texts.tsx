import type { SavedText } from '../../../contract/texts/texts.js';
import type { Form } from '../form.js';
import { VisibleText } from '../layout/visible-text.js';
import type { PostFormValues } from './form-values.js';

/** Texts that the composer offers. All are on the page of the settings. */
export const MAX_OFFERED_TEXTS = 100;

const INSERT = 'insert.';

/** Buttons that insert a saved text: a script at the caret, otherwise the server at the end of the open tab’s text. */
export function SavedTexts({ texts }: { readonly texts: readonly SavedText[] }) {
  if (texts.length === 0) return null;
  return (
    <details class="saved-texts" data-saved-texts>
      <summary class="button quiet">Insert a saved text</summary>
      <div class="saved-list">
        {texts.map(({ id, name, text }) => (
          <button type="submit" class="button" name="mode" value={`${INSERT}${id}`} data-insert={text}>
            <VisibleText text={name} />
          </button>
        ))}
        <a class="button quiet" href="/settings/texts">
          Edit saved texts
        </a>
      </div>
    </details>
  );
}

/** The id of the saved text that the pressed button inserts; null if it does something else. */
export function insertedIn(form: Form): string | null {
  const mode = form.text('mode');
  return mode.startsWith(INSERT) ? mode.slice(INSERT.length) : null;
}

/** The form with a text at the end of the open tab’s text, in focus. */
export function withInserted(entered: PostFormValues, inserted: string): PostFormValues {
  const joined = (text: string): string =>
    text.trim() === '' ? inserted : `${text.trimEnd()}\n\n${inserted}`;
  const { tab, accountIds, options, text } = entered;
  if (!accountIds.includes(tab)) return { ...entered, text: joined(text), focus: 'text' };
  const own = new Map(options.get(tab));
  own.set('text', [joined(own.get('text')?.[0] ?? text)]);
  return { ...entered, options: new Map(options).set(tab, own) };
}
