import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { retrySentences } from '../../../networks/charges.js';
import { canLookUpOn } from '../../../networks/looks-up-posts.js';
import { ActForm } from '../layout/act-form.js';
import { AccountLink } from './repair-act.js';
import { RetryPrice } from './retry-price.js';

const LOST_WORDS = {
  question: (network: string) => `Is it on ${network}?`,
  explanation:
    'Postrider sent the post, but the network’s response was lost. Look at the account before you send the post again.',
  check: 'Let Postrider look again',
  yes: 'It is there',
  no: 'Not there: send again',
  ask: (network: string) => `Are you sure that it is not on ${network}? If it is, it will be there twice.`,
};

const DRAFT_WORDS = {
  question: (network: string) => `Have you published it in the ${network} app?`,
  explanation: 'Postrider does not watch the inbox. Tell it when the post is published, or let it look.',
  check: 'Let Postrider look',
  yes: 'It is published',
  no: 'Send another draft',
  ask: (network: string) =>
    `Send it to the ${network} inbox again? If the first draft is still there, there will be two.`,
};

interface ResolveFormProps {
  readonly post: Post;
  readonly target: Target;
  /** Undefined if the account is not known. */
  readonly account: Account | undefined;
  readonly csrfToken: string;
  /** The refused URL; empty if there is none. */
  readonly written: string;
}

/** For an unknown outcome, or a draft in the app: the user says whether the post is published. */
export function ResolveForm({ post, target, account, csrfToken, written }: ResolveFormProps) {
  const hidden = { version: String(post.version), accountId: target.accountId };
  const action = `/posts/${post.id}/resolve`;
  const network = PLATFORM_NAMES[target.platform];
  const words = target.status === 'in_inbox' ? DRAFT_WORDS : LOST_WORDS;
  return (
    <fieldset class="stack">
      <legend>{words.question(network)}</legend>
      <p class="soft small">{words.explanation}</p>
      <div class="buttons">
        <AccountLink account={account} />
        {canLookUpOn(target.platform) && (
          <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, outcome: 'check' }} isSent>
            <button class="button" type="submit">
              {words.check}
            </button>
          </ActForm>
        )}
      </div>
      <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, outcome: 'published' }} isSent>
        <div class="field-row">
          <div class="field grow">
            <label for={`url-${target.id}`}>Its address (optional)</label>
            <input type="url" id={`url-${target.id}`} name="url" placeholder="https://…" value={written} />
          </div>
          <button class="button" type="submit">
            {words.yes}
          </button>
        </div>
      </ActForm>
      <ActForm
        action={action}
        csrfToken={csrfToken}
        hidden={{ ...hidden, outcome: 'send_again' }}
        isSent
        ask={[words.ask(network), ...retrySentences([target])].join(' ')}
      >
        <button class="button danger" type="submit">
          {words.no}
        </button>{' '}
        <RetryPrice targets={[target]} />
      </ActForm>
    </fieldset>
  );
}
