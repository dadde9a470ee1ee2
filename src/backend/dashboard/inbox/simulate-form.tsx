import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Form } from '../form.js';
import { ActForm } from '../layout/act-form.js';
import { channelName } from '../layout/channel-name.js';
import type { User } from '../user.js';

/** Where a comment or message can be simulated. */
export interface SimulateTarget {
  /** `message <account>` or `comment <account> <post>`. */
  readonly value: string;
  readonly label: string;
  readonly kind: 'message' | 'comment';
}

/** The newest posts to comment on. */
const MAX_POSTS = '15';
const MAX_LABEL_LENGTH = 60;

export async function simulateTargets(
  user: User,
  accounts: readonly Account[],
): Promise<readonly SimulateTarget[]> {
  const posts = await user.call('posts.list', { query: { status: 'published', limit: MAX_POSTS } });
  const takesComments = new Set<string>(
    accounts.filter(({ capabilities }) => capabilities.comments).map(({ id }) => id),
  );
  return [
    ...accounts
      .filter(({ capabilities }) => capabilities.messages)
      .map((account) => ({
        value: `message ${account.id}`,
        label: channelName(account),
        kind: 'message' as const,
      })),
    ...posts.data.flatMap(({ id, text, targets }) =>
      targets
        .filter(({ accountId, status }) => status === 'published' && takesComments.has(accountId))
        .map(({ accountId, platform }) => ({
          value: `comment ${accountId} ${id}`,
          label: `${PLATFORM_NAMES[platform]}: ${[...text].slice(0, MAX_LABEL_LENGTH).join('')}`,
          kind: 'comment' as const,
        })),
    ),
  ];
}

/** The submitted form, as the operation takes it. */
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
  { kind: 'message', label: 'Direct message to' },
  { kind: 'comment', label: 'Comment on' },
] as const;

interface SimulateProps {
  readonly places: readonly SimulateTarget[];
  readonly csrfToken: string;
}

/** Simulates a comment or message in a sandbox, where no real people write. */
export function SimulateForm({ places, csrfToken }: SimulateProps) {
  if (places.length === 0) return null;
  return (
    <details class="simulate">
      <summary>Simulate a comment or message</summary>
      <ActForm action="/inbox/simulate" csrfToken={csrfToken}>
        <p class="soft small">This is a sandbox. Its networks and their people are simulated.</p>
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
            <label for="author">From</label>
            <input type="text" id="author" name="author" value="@mia.brews" maxlength={100} required />
          </div>
        </div>
        <div class="field">
          <label for="simulate-text">Text</label>
          <textarea id="simulate-text" name="text" rows={2} maxlength={2000} dir="auto" required>
            Are you open on Sunday?
          </textarea>
        </div>
        <button class="button" type="submit">
          Simulate
        </button>
      </ActForm>
    </details>
  );
}
