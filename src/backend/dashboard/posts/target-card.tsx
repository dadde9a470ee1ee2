import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { ActForm } from '../layout/act-form.js';
import { NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { TARGET_WORDS } from './post-words.js';

interface TargetCardProps {
  readonly post: Post;
  readonly target: Target;
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
  /** The address that somebody wrote for it, and that was refused; empty: none. */
  readonly written?: string;
}

/** What becomes of a post on one account. */
export function TargetCard({ post, target, csrfToken, timezone, now, written = '' }: TargetCardProps) {
  const { words, tone } = TARGET_WORDS[target.status];
  const parts = target.parts.filter((part) => part.kind !== 'main');
  return (
    <article class="card target" aria-labelledby={target.id}>
      <div class="line">
        <NetworkMark platform={target.platform} />
        <h3 class="grow one-line" id={target.id}>
          {PLATFORM_NAMES[target.platform]} <span class="soft">{target.handle}</span>
        </h3>
        <Pill tone={tone}>{words}</Pill>
      </div>
      {target.when && (
        <p class="soft small">
          {target.publishedAt === null ? 'Due ' : 'Out since '}
          <When forms={target.when} now={now} />
        </p>
      )}
      {target.url !== null && /^https?:\/\//.test(target.url) && (
        <p>
          <a class="button" href={target.url} target="_blank" rel="noopener noreferrer">
            See it on {PLATFORM_NAMES[target.platform]}
          </a>
        </p>
      )}
      {target.text !== post.text && (
        <details>
          <summary>Its own text</summary>
          <p class="words">{target.text}</p>
        </details>
      )}
      {target.error && <Diagnosis error={target.error} />}
      {target.nextAttemptAt !== null && (
        <p class="soft small">
          It is tried again by itself{' '}
          <When forms={timeForms(Date.parse(target.nextAttemptAt), timezone, now)} now={now} />.
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
                      see it
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
  thread: 'Thread, post',
  first_comment: 'First comment, part',
  thumbnail: 'Thumbnail, part',
};

/** Why something did not go out, and what to do. */
export function Diagnosis({ error }: { readonly error: NonNullable<Target['error']> }) {
  return (
    <Notice tone={error.code === 'outcome_unknown' || error.code === 'missed_window' ? 'warn' : 'bad'}>
      <p>{error.message}</p>
      <p>
        <strong>{error.action}</strong>
      </p>
      {error.network?.message && (
        <p class="soft small">
          The network’s own words: “{error.network.message}”{error.network.code && ` (${error.network.code})`}
        </p>
      )}
    </Notice>
  );
}

/** For an outcome that nobody knows: a person looks, and says what they saw. */
function ResolveForm({ post, target, csrfToken, written }: Omit<TargetCardProps, 'now' | 'timezone'>) {
  const hidden = { version: String(post.version), accountId: target.accountId };
  const action = `/posts/${post.id}/resolve`;
  return (
    <fieldset>
      <legend>What became of it?</legend>
      <p class="soft small">
        It was sent, and the answer was lost. Open the account at the network and look, before anything is
        sent again.
      </p>
      <div class="buttons">
        <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, outcome: 'check' }}>
          <button class="button" type="submit">
            Look it up again
          </button>
        </ActForm>
        <ActForm
          action={action}
          csrfToken={csrfToken}
          hidden={{ ...hidden, outcome: 'send_again' }}
          ask="Are you sure that it is not there? Sending it again would publish it twice."
        >
          <button class="button danger" type="submit">
            It is not there: send it again
          </button>
        </ActForm>
      </div>
      <ActForm action={action} csrfToken={csrfToken} hidden={{ ...hidden, outcome: 'published' }}>
        <div class="field-row">
          <div class="field grow">
            <label for={`url-${target.id}`}>Its address, where you saw it</label>
            <input type="url" id={`url-${target.id}`} name="url" placeholder="https://…" value={written} />
          </div>
          <button class="button" type="submit">
            It is there
          </button>
        </div>
      </ActForm>
    </fieldset>
  );
}

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  sending: 'under way',
  published: 'published',
  refused: 'refused by the network',
  not_sent: 'nothing reached the network',
  unknown: 'sent, the answer was lost',
  abandoned: 'ended before anything was sent',
};

interface AttemptsProps extends Pick<TargetCardProps, 'timezone' | 'now'> {
  readonly attempts: NonNullable<Target['attempts']>;
}

function Attempts({ attempts, timezone, now }: AttemptsProps) {
  return (
    <details class="small">
      <summary>{attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`}</summary>
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
