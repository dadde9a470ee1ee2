import type { Label } from '../../../contract/labels/labels.js';
import { LABEL_COLORS, type LabelColor, MAX_LABEL_LENGTH } from '../../../contract/labels/values.js';
import { ActForm } from '../layout/act-form.js';
import { Empty } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { Labels } from './label-parts.js';

interface LabelsPageProps {
  readonly user: User;
  readonly labels: readonly Label[];
}

/** The workspace’s labels: their names, colours and numbers of posts. */
export function LabelsPage({ user, labels }: LabelsPageProps) {
  return (
    <SettingsFrame
      title="Labels"
      here="/settings/labels"
      user={user}
      lead="Labels bring order into posts. No network gets them."
    >
      {labels.length === 0 ? (
        <Empty title="No labels yet">
          <p>Add one here, or to a post.</p>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Labels">
          {labels.map((label) => (
            <LabelRow label={label} user={user} />
          ))}
        </ul>
      )}
      <section class="section">
        <h2>New label</h2>
        <ActForm action="/settings/labels" csrfToken={user.csrfToken}>
          <div class="label-edit">
            <NameAndColor id="new" name="" color={null} />
            <button class="button main" type="submit">
              Add label
            </button>
          </div>
        </ActForm>
      </section>
    </SettingsFrame>
  );
}

function LabelRow({ label, user }: { readonly label: Label; readonly user: User }) {
  const { id, name, color, posts } = label;
  const amount = `${posts.count}${posts.isExact ? '' : '+'} ${posts.count === 1 ? 'post' : 'posts'}`;
  return (
    <li class="label-row" id={id}>
      <span>
        <Labels names={[name]} colors={new Map([[name, color]])} />{' '}
        <a href={`/posts?${new URLSearchParams({ label: name })}`}>{amount}</a>
      </span>
      <details>
        <summary class="button quiet">Change</summary>
        <ActForm action={`/settings/labels/${id}/edit`} csrfToken={user.csrfToken}>
          <div class="label-edit">
            <NameAndColor id={id} name={name} color={color} />
            <button class="button" type="submit">
              Save
            </button>
          </div>
        </ActForm>
        <ActForm
          action={`/settings/labels/${id}/delete`}
          csrfToken={user.csrfToken}
          ask={`Delete the label “${name}”? Its posts stay.`}
        >
          <button class="button danger" type="submit">
            Delete label
          </button>
        </ActForm>
      </details>
    </li>
  );
}

function NameAndColor({
  id,
  name,
  color,
}: {
  readonly id: string;
  readonly name: string;
  readonly color: LabelColor | null;
}) {
  return (
    <>
      <p class="field">
        <label for={`${id}-name`}>Name</label>
        <input type="text" id={`${id}-name`} name="name" required maxlength={MAX_LABEL_LENGTH} value={name} />
      </p>
      <p class="field">
        <label for={`${id}-color`}>Colour</label>
        <select id={`${id}-color`} name="color">
          {color === null && <option value="">Any</option>}
          {LABEL_COLORS.map((one) => (
            <option value={one} selected={one === color}>
              {one}
            </option>
          ))}
        </select>
      </p>
    </>
  );
}
