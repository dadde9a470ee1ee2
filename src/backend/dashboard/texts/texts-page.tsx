import type { SavedText } from '../../../contract/texts/texts.js';
import {
  MAX_SAVED_TEXT,
  MAX_SAVED_TEXT_NAME,
  SAVED_TEXT_KINDS,
  type SavedTextKind,
} from '../../../contract/texts/values.js';
import { ActForm } from '../layout/act-form.js';
import { Empty, Pill } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';

const KIND_NAMES: Readonly<Record<SavedTextKind, string>> = { post: 'For posts', reply: 'For replies' };

/** The workspace’s saved texts, by kind and name. */
export function SavedTextsPage({
  user,
  texts,
}: {
  readonly user: User;
  readonly texts: readonly SavedText[];
}) {
  return (
    <SettingsFrame
      title="Saved texts"
      here="/settings/texts"
      user={user}
      lead="Texts and groups of hashtags to insert into posts and replies."
    >
      {texts.length === 0 ? (
        <Empty title="No saved texts yet">
          <p>Save a text here, then insert it where you write a post.</p>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Saved texts">
          {texts.map((one) => (
            <li id={one.id}>
              <p class="line">
                <strong class="one-line">
                  <VisibleText text={one.name} />
                </strong>
                <Pill tone="plain">{KIND_NAMES[one.kind]}</Pill>
              </p>
              <p class="words small soft">
                <VisibleText text={one.text} />
              </p>
              <details>
                <summary class="button quiet">Change</summary>
                <ActForm action={`/settings/texts/${one.id}/edit`} csrfToken={user.csrfToken}>
                  <TextFields id={one.id} text={one} />
                  <button class="button" type="submit">
                    Save
                  </button>
                </ActForm>
                <ActForm
                  action={`/settings/texts/${one.id}/delete`}
                  csrfToken={user.csrfToken}
                  ask={`Delete the saved text “${one.name}”?`}
                >
                  <button class="button danger" type="submit">
                    Delete text
                  </button>
                </ActForm>
              </details>
            </li>
          ))}
        </ul>
      )}
      <section class="section">
        <h2>New saved text</h2>
        <ActForm action="/settings/texts" csrfToken={user.csrfToken}>
          <TextFields id="new" text={null} />
          <button class="button main" type="submit">
            Save text
          </button>
        </ActForm>
      </section>
    </SettingsFrame>
  );
}

function TextFields({ id, text }: { readonly id: string; readonly text: SavedText | null }) {
  return (
    <>
      <p class="field">
        <label for={`${id}-name`}>Name</label>
        <input
          type="text"
          id={`${id}-name`}
          name="name"
          required
          maxlength={MAX_SAVED_TEXT_NAME}
          value={text?.name ?? ''}
        />
      </p>
      <p class="field">
        <label for={`${id}-kind`}>Used</label>
        <select id={`${id}-kind`} name="kind">
          {SAVED_TEXT_KINDS.map((kind) => (
            <option value={kind} selected={kind === text?.kind}>
              {KIND_NAMES[kind]}
            </option>
          ))}
        </select>
      </p>
      <p class="field">
        <label for={`${id}-text`}>Text</label>
        <textarea id={`${id}-text`} name="text" required rows={3} maxlength={MAX_SAVED_TEXT} dir="auto">
          {text?.text ?? ''}
        </textarea>
      </p>
    </>
  );
}
