import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Form } from '../form.js';
import { ActForm } from '../layout/act-form.js';
import type { User } from '../user.js';

/** Where a made-up person can write. */
export interface SimulateTarget {
  /** `message <account>` or `comment <account> <post>`. */
  readonly value: string;
  readonly label: string;
  readonly kind: 'message' | 'comment';
}

/** Posts under which somebody can be let comment. */
const POSTS_OFFERED = '15';
const WORDS_SHOWN = 60;

export async function simulateTargets(
  user: User,
  accounts: readonly Account[],
): Promise<readonly SimulateTarget[]> {
  const posts = await user.call('posts.list', { query: { status: 'published', limit: POSTS_OFFERED } });
  const takesComments = new Set<string>(
    accounts.filter(({ capabilities }) => capabilities.comments).map(({ id }) => id),
  );
  return [
    ...accounts
      .filter(({ capabilities }) => capabilities.messages)
      .map(({ id, platform, handle }) => ({
        value: `message ${id}`,
        label: `${PLATFORM_NAMES[platform]} ${handle}`,
        kind: 'message' as const,
      })),
    ...posts.data.flatMap(({ id, text, targets }) =>
      targets
        .filter(({ accountId, status }) => status === 'published' && takesComments.has(accountId))
        .map(({ accountId, platform }) => ({
          value: `comment ${accountId} ${id}`,
          label: `${PLATFORM_NAMES[platform]}: ${[...text].slice(0, WORDS_SHOWN).join('')}`,
          kind: 'comment' as const,
        })),
    ),
  ];
}

/** What the form asks for, as the operation takes it. */
export function simulatedInbound(form: Form): Readonly<Record<string, unknown>> {
  const [type, accountId, postId] = form.text('where').split(' ');
  return {
    type,
    accountId,
    postId,
    author: form.text('author').replaceAll(/\s+/g, '.') || undefined,
    text: form.words('text'),
  };
}

const KINDS = [
  { kind: 'message', label: 'A direct message to' },
  { kind: 'comment', label: 'A comment under' },
] as const;

interface SimulateProps {
  readonly places: readonly SimulateTarget[];
  readonly csrfToken: string;
}

/** In a sandbox nobody real writes: here somebody made up does. */
export function SimulateForm({ places, csrfToken }: SimulateProps) {
  if (places.length === 0) return null;
  return (
    <details class="made-up">
      <summary>Let a made-up person write</summary>
      <ActForm action="/inbox/made-up" csrfToken={csrfToken}>
        <p class="soft small">This is a sandbox: its networks are simulated, and so are the people.</p>
        <div class="field-row">
          <div class="field grow">
            <label for="where">What</label>
            <select id="where" name="where">
              {KINDS.map(({ kind, label }) => (
                <optgroup label={label}>
                  {places
                    .filter((place) => place.kind === kind)
                    .map((place) => (
                      <option value={place.value}>{place.label}</option>
                    ))}
                </optgroup>
              ))}
            </select>
          </div>
          <div class="field grow">
            <label for="author">Who</label>
            <input type="text" id="author" name="author" value="@mia.brews" maxlength={100} required />
          </div>
        </div>
        <div class="field">
          <label for="made-up-text">Their words</label>
          <textarea id="made-up-text" name="text" rows={2} maxlength={2000} dir="auto" required>
            Are you open on Sunday?
          </textarea>
        </div>
        <button class="button" type="submit">
          Let them write
        </button>
      </ActForm>
    </details>
  );
}
