import type { Remark } from '../../../../contract/posts/remarks.js';
import { MAX_REMARK, MAX_REMARKS } from '../../../../contract/posts/values.js';
import { timeForms } from '../../../../time/forms.js';
import { ActForm } from '../../layout/act-form.js';
import { When } from '../../layout/parts.js';
import { VisibleText } from '../../layout/visible-text.js';
import { may, type User } from '../../user.js';

/** The remarks that a page of a post shows. */
export const SHOWN_REMARKS = 50;

interface RemarksProps {
  readonly user: User;
  readonly postId: string;
  /** The newest, newest first. */
  readonly remarks: readonly Remark[];
  /** How many there are. */
  readonly count: number;
  /** What was refused when it was sent. */
  readonly written: string;
}

/** What people wrote to each other about a post, oldest first, and a field to write more. */
export function RemarksSection({ user, postId, remarks, count, written }: RemarksProps) {
  const mayWrite = may(user, 'posts:write');
  if (count === 0 && !mayWrite) return null;
  return (
    <section class="section" id="remarks">
      <h2>{count === 0 ? 'Remarks' : `Remarks (${count})`}</h2>
      {count > remarks.length && <p class="soft small">The newest {remarks.length} are shown.</p>}
      {remarks.length > 0 && (
        <ol class="remarks" aria-label="Remarks">
          {remarks.toReversed().map((remark) => (
            <li>
              <p class="line">
                <strong class="words">{remark.by.label}</strong>
                <span class="soft small">
                  <When
                    forms={timeForms(Date.parse(remark.createdAt), user.workspace.timezone, user.now)}
                    now={user.now}
                  />
                </span>
                {isOwn(user, remark) && (
                  <ActForm
                    action={`/posts/${postId}/remarks/${remark.id}/delete`}
                    csrfToken={user.csrfToken}
                    ask={`Delete the remark by ${remark.by.label}?`}
                  >
                    <button
                      class="link-button small"
                      type="submit"
                      aria-label={`Delete the remark by ${remark.by.label}`}
                    >
                      Delete
                    </button>
                  </ActForm>
                )}
              </p>
              <p class="words remark-text">
                <VisibleText text={remark.text} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && count < MAX_REMARKS && (
        <ActForm action={`/posts/${postId}/remarks`} csrfToken={user.csrfToken} isSent>
          <div class="field">
            <label for="remark">{count === 0 ? 'Ask or say something about this post' : 'Answer'}</label>
            <textarea id="remark" name="note" rows={3} maxlength={MAX_REMARK} required>
              {written}
            </textarea>
            <p class="hint">For people of this workspace. It is never published.</p>
          </div>
          <button class="button" type="submit">
            Add remark
          </button>
        </ActForm>
      )}
    </section>
  );
}

const isOwn = (user: User, { by }: Remark): boolean =>
  by.keyId === user.keyId || user.person.role === 'owner';
