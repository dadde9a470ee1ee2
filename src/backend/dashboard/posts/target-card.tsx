import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { ActForm } from '../layout/act-form.js';
import { NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { TARGET_WORDS } from './post-words.js';

interface TargetCardProps {
  readonly post: Post;
  readonly target: Target;
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
  /** The refused URL; empty if there is none. */
  readonly written?: string;
}

/** A post on one account. */
export function TargetCard({ post, target, csrfToken, timezone, now, written = '' }: TargetCardProps) {
  const { words, tone } = TARGET_WORDS[target.status];
  const parts = target.parts.filter((part) => part.kind !== 'main');
  return (
    <article class="card target" aria-labelledby={target.id}>
      <div class="line">
        <NetworkMark platform={target.platform} />
        <h3 class="grow one-line" id={target.id}>
          {PLATFORM_NAMES[target.platform]}{' '}
          <span class="soft">
            <VisibleText text={target.handle} />
          </span>
        </h3>
        <Pill tone={tone}>{words}</Pill>
      </div>
      {target.when && (
        <p class="soft small">
          {target.publishedAt === null ? 'Scheduled for ' : 'Published '}
          <When forms={target.when} now={now} />
        </p>
      )}
      {target.url !== null && /^https?:\/\//.test(target.url) && (
        <p>
          <a class="button" href={target.url} target="_blank" rel="noopener noreferrer">
            View on {PLATFORM_NAMES[target.platform]}
          </a>
        </p>
      )}
      {target.text !== post.text && (
        <details>
          <summary>Text for this channel</summary>
          <p class="words">
            <VisibleText text={target.text} />
          </p>
        </details>
      )}
      {target.phase === 'deleting' && (
        <Notice tone="warn">
          <p>
            Its deletion at the network began and is not finished. <strong>Delete it again.</strong>
          </p>
        </Notice>
      )}
      {target.warnings?.map(({ message, action }) => (
        <Notice tone="warn">
          <p>{message}</p>
          <p>
            <strong>{action}</strong>
          </p>
        </Notice>
      ))}
      {target.error && <Diagnosis error={target.error} />}
      {target.nextAttemptAt !== null && (
        <p class="soft small">
          Next attempt: <When forms={timeForms(Date.parse(target.nextAttemptAt), timezone, now)} now={now} />
          {target.error?.givesUpAt && (
            <>
              . Postrider gives up{' '}
              <When forms={timeForms(Date.parse(target.error.givesUpAt), timezone, now)} now={now} />
            </>
          )}
        </p>
      )}
      {target.status === 'unknown' && (
        <ResolveForm post={post} target={target} csrfToken={csrfToken} written={written} />
      )}
      {parts.length > 0 && (
        <ul class="parts">
          {parts.map((part) => (
            <li class="line small">
              <span class="grow">
                {PART_NAMES[part.kind]} {part.index}
                {part.url !== null && /^https?:\/\//.test(part.url) && (
                  <>
                    {' '}
                    <a href={part.url} target="_blank" rel="noopener noreferrer">
                      view
                    </a>
                  </>
                )}
                {part.error && <span class="soft"> {part.error.message}</span>}
              </span>
              <Pill tone={TARGET_WORDS[part.status].tone}>{TARGET_WORDS[part.status].words}</Pill>
            </li>
          ))}
        </ul>
      )}
      {(target.attempts?.length ?? 0) > 0 && (
        <Attempts attempts={target.attempts ?? []} timezone={timezone} now={now} />
      )}
    </article>
  );
}

const PART_NAMES: Readonly<Record<Target['parts'][number]['kind'], string>> = {
  main: 'Post',
  thread: 'Thread post',
  first_comment: 'First comment',
  thumbnail: 'Thumbnail',
};

/** Why something was not published, and what to do. */
export function Diagnosis({ error }: { readonly error: NonNullable<Target['error']> }) {
  return (
    <Notice tone={error.code === 'outcome_unknown' || error.code === 'missed_window' ? 'warn' : 'bad'}>
      <p>{error.message}</p>
      <p>
        <strong>{error.action}</strong>
      </p>
      {error.network?.message && (
        <p class="soft small">
          Response from the network: “{error.network.message}”
          {error.network.code && ` (${error.network.code})`}
        </p>
      )}
    </Notice>
  );
}

/** For an unknown outcome: the user checks on the network and reports what happened. */
function ResolveForm({ post, target, csrfToken, written }: Omit<TargetCardProps, 'now' | 'timezone'>) {
  const hidden = { version: String(post.version), accountId: target.accountId };
  const action = `/posts/${post.id}/resolve`;
  return (
    <fieldset>
      <legend>Was it published?</legend>
      <p class="soft small">
        Postrider sent the post, but the network’s response was lost. Check the account on the network before
        you send the post again.
      </p>
      <div class="buttons">
        <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, outcome: 'check' }} isSent>
          <button class="button" type="submit">
            Check again
          </button>
        </ActForm>
        <ActForm
          action={action}
          csrfToken={csrfToken}
          hidden={{ ...hidden, outcome: 'send_again' }}
          isSent
          ask="Are you sure it is not there? Sending it again would publish it twice."
        >
          <button class="button danger" type="submit">
            Not published: send again
          </button>
        </ActForm>
      </div>
      <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, outcome: 'published' }} isSent>
        <div class="field-row">
          <div class="field grow">
            <label for={`url-${target.id}`}>URL of the post (optional)</label>
            <input type="url" id={`url-${target.id}`} name="url" placeholder="https://…" value={written} />
          </div>
          <button class="button" type="submit">
            Mark as published
          </button>
        </div>
      </ActForm>
    </fieldset>
  );
}

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  sending: 'in progress',
  published: 'published',
  refused: 'rejected by the network',
  not_sent: 'did not reach the network',
  unknown: 'sent, but the response was lost',
  abandoned: 'stopped before sending',
};

interface AttemptsProps extends Pick<TargetCardProps, 'timezone' | 'now'> {
  readonly attempts: NonNullable<Target['attempts']>;
}

function Attempts({ attempts, timezone, now }: AttemptsProps) {
  return (
    <details class="small">
      <summary>{attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</summary>
      <ol class="attempts">
        {attempts.map((attempt) => (
          <li>
            <When forms={timeForms(Date.parse(attempt.startedAt), timezone, now)} now={now} />:{' '}
            {OUTCOME_WORDS[attempt.outcome] ?? attempt.outcome}
            {attempt.error && <span class="soft">. {attempt.error.message}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
