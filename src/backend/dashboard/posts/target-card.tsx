import type { Account } from '../../../contract/accounts/accounts.js';
import type { TargetMetrics } from '../../../contract/insights/metrics.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { mayDo } from '../../../contract/posts/status.js';
import { timeForms } from '../../../time/forms.js';
import { NetworkPreview } from '../compose/network-preview.js';
import { PostNumbers } from '../insights/post-numbers.js';
import { NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { BoardLine } from './boards-of-post.js';
import type { PostPreviews } from './post-previews.js';
import { TARGET_WORDS, targetStatusOf } from './post-words.js';
import { errorOf, repairOf } from './repair.js';
import { RepairAct } from './repair-act.js';
import { ResolveForm } from './resolve-form.js';

interface TargetCardProps {
  readonly post: Post;
  readonly target: Target;
  /** Undefined if the account is not known. */
  readonly account: Account | undefined;
  /** Null if nothing is left to publish. */
  readonly previews: PostPreviews | null;
  /** What the network has counted; undefined for none. */
  readonly numbers?: TargetMetrics | undefined;
  /** Whether the user may send what failed again, as far as the authors of posts are concerned. */
  readonly mayRetry: boolean;
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
  /** The refused URL; empty if there is none. */
  readonly written?: string;
}

/** What the time of a target is. That of a draft is only planned. */
function dueWords({ status, proposed }: Post, { publishedAt }: Target): string {
  if (publishedAt !== null) return 'Published';
  if (status !== 'draft') return 'Scheduled for';
  return proposed === null ? 'Planned for' : 'Proposed for';
}

/** A post on one account. */
export function TargetCard(props: TargetCardProps) {
  const { post, target, account, previews, numbers, csrfToken, timezone, now, written = '' } = props;
  const { words, tone } =
    post.status === 'draft' ? ({ words: 'Not published', tone: 'plain' } as const) : targetStatusOf(target);
  const isDraft = target.status === 'in_inbox';
  const isOut = target.status === 'published' || target.status === 'deleted';
  const preview = isOut ? undefined : previews?.targets.get(target.accountId);
  const repair = repairOf(post, target, account, now);
  const restored = repair === 'retry' && errorOf(target)?.actionUrl !== undefined;
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
          {dueWords(post, target)} <When forms={target.when} now={now} />
        </p>
      )}
      <BoardLine board={preview?.board ?? target.board} />
      {target.url !== null && /^https?:\/\//.test(target.url) && (
        <p>
          <a class="button" href={target.url} target="_blank" rel="noopener noreferrer">
            View on {PLATFORM_NAMES[target.platform]}
          </a>
        </p>
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
      {target.error && !restored && (
        <Diagnosis error={target.error} isExplained={target.status === 'unknown'} />
      )}
      {restored && (
        <Notice tone="good">
          <p>Postrider has access to this account again. The post was not published there: retry it.</p>
        </Notice>
      )}
      {repair && <RepairAct {...props} repair={repair} />}
      {target.nextAttemptAt !== null && (
        <p class="soft small">
          {target.phase === 'reconciling' ? 'Looks for it again: ' : 'Next attempt: '}
          <When forms={timeForms(Date.parse(target.nextAttemptAt), timezone, now)} now={now} />
          {target.error?.givesUpAt && (
            <>
              . Postrider gives up{' '}
              <When forms={timeForms(Date.parse(target.error.givesUpAt), timezone, now)} now={now} />
            </>
          )}
        </p>
      )}
      {isDraft && (
        <Notice tone="warn">
          <p>
            The post is in your {PLATFORM_NAMES[target.platform]} inbox. It is not published:{' '}
            <strong>finish it in the app.</strong>
          </p>
        </Notice>
      )}
      {(target.status === 'unknown' || isDraft) && (
        <ResolveForm post={post} target={target} account={account} csrfToken={csrfToken} written={written} />
      )}
      {preview && previews ? (
        <div class="preview-sheet">
          <NetworkPreview target={preview} {...previews.shows} />
        </div>
      ) : (
        target.text !== post.text && (
          <details>
            <summary>Text for this channel</summary>
            <p class="words">
              <VisibleText text={target.text} />
            </p>
          </details>
        )
      )}
      {repair === null && target.status === 'published' && mayDo('update', post.status) && (
        <p class="soft small">Published: editing the post does not change it there.</p>
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
      {numbers && target.status === 'published' && (
        <PostNumbers metrics={numbers} timezone={timezone} now={now} />
      )}
      {(target.attempts?.length ?? 0) > 0 && (
        <Attempts
          attempts={target.attempts ?? []}
          lookUps={target.lookUps ?? 0}
          timezone={timezone}
          now={now}
        />
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

interface DiagnosisProps {
  readonly error: NonNullable<Target['error']>;
  /** Whether what to do is said elsewhere. */
  readonly isExplained?: boolean;
}

/** Why something was not published, and what to do. */
export function Diagnosis({ error, isExplained = false }: DiagnosisProps) {
  return (
    <Notice tone={error.code === 'outcome_unknown' || error.code === 'missed_window' ? 'warn' : 'bad'}>
      <p>{error.message}</p>
      {!isExplained && (
        <p>
          <strong>{error.action}</strong>
        </p>
      )}
      {error.network?.message && (
        <p class="soft small">
          Response from the network: “{error.network.message}”
          {error.network.code && ` (${error.network.code})`}
        </p>
      )}
    </Notice>
  );
}

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  sending: 'in progress',
  published: 'published',
  in_inbox: 'sent to the app’s inbox',
  refused: 'rejected by the network',
  not_sent: 'did not reach the network',
  unknown: 'sent, but the response was lost',
  abandoned: 'stopped before sending',
};

interface AttemptsProps extends Pick<TargetCardProps, 'timezone' | 'now'> {
  readonly attempts: NonNullable<Target['attempts']>;
  readonly lookUps: number;
}

function Attempts({ attempts, lookUps, timezone, now }: AttemptsProps) {
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
      {lookUps > 0 && (
        <p class="soft">
          Postrider looked for the post at the network {lookUps === 1 ? 'once' : `${lookUps} times`}.
        </p>
      )}
    </details>
  );
}
