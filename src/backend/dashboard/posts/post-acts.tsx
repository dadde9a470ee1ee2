import type { Problem } from '../../../contract/errors.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { mayDo, type PostStatus } from '../../../contract/posts/status.js';
import type { Form } from '../form.js';
import { ActForm } from '../layout/act-form.js';
import { localInput, spokenTime } from '../layout/local-times.js';

/** What a form of a post's page sent, and why it was refused. */
export interface RefusedAct {
  readonly act: string;
  readonly problem: Problem;
  readonly note: string;
  /** `2026-12-01T09:00`; empty: it sent no time. */
  readonly scheduledAt: string;
  readonly accountId: string;
  readonly url: string;
}

export function refusedAct(act: string, problem: Problem, form: Form): RefusedAct {
  return {
    act,
    problem,
    note: form.words('note'),
    scheduledAt: form.text('scheduledAt'),
    accountId: form.text('accountId'),
    url: form.text('url'),
  };
}

interface ActsProps {
  readonly post: Post;
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
  /** What was sent and refused: it stands in its form again. */
  readonly refused?: RefusedAct | null;
}

/** What a retry sends again: a whole target, or those of its further parts that failed. */
function canRetry({ status, parts }: Target): boolean {
  if (status === 'failed' || status === 'missed') return true;
  return status === 'published' && parts.some((part) => part.status === 'failed');
}

/** What publishing is called where it is not the first time. */
const PUBLISH_WORDS: Readonly<Partial<Record<PostStatus, string>>> = {
  scheduled: 'Move it, or publish it now',
  partially_published: 'Send the rest at another time',
  failed: 'Send it at another time',
  missed: 'Send it at another time',
};

/** Whatever a person can do to a post as it stands. */
export function PostActs({ post, csrfToken, timezone, now, refused = null }: ActsProps) {
  const version = { version: String(post.version) };
  const at = (path: string) => `/posts/${post.id}/${path}`;
  const isProposed = post.status === 'draft' && post.proposed !== null;
  const mayRetry = mayDo('retry', post.status) && post.targets.some(canRetry);
  return (
    <div class="stack acts-panel">
      {isProposed && (
        <Approval post={post} csrfToken={csrfToken} timezone={timezone} now={now} refused={refused} />
      )}
      {mayRetry && (
        <ActForm
          action={at('retry')}
          csrfToken={csrfToken}
          hidden={version}
          ask="Try again what failed? What is out already is not sent again."
        >
          <button class="button main" type="submit">
            Try again what failed
          </button>
        </ActForm>
      )}
      {mayDo('publish', post.status) && !isProposed && (
        <PublishForms post={post} csrfToken={csrfToken} timezone={timezone} now={now} refused={refused} />
      )}
      <div class="buttons">
        {mayDo('update', post.status) && (
          <a class="button" href={at('edit')}>
            Edit
          </a>
        )}
        {mayDo('delete', post.status) && post.status !== 'cancelled' && (
          <ActForm
            action={at('delete')}
            csrfToken={csrfToken}
            hidden={version}
            ask={post.status === 'draft' ? 'Delete this draft?' : 'Cancel it? What is out already stays out.'}
          >
            <button class="button danger" type="submit">
              {post.status === 'draft' ? 'Delete the draft' : 'Cancel it'}
            </button>
          </ActForm>
        )}
      </div>
    </div>
  );
}

/** A key proposed this draft; a person decides over exactly the version that is shown. */
function Approval({ post, csrfToken, timezone, now, refused }: ActsProps) {
  const version = { version: String(post.version) };
  const wish = post.proposed;
  return (
    <section class="card approval" aria-labelledby="approval">
      <h2 id="approval">Waits for your approval</h2>
      <p class="soft">
        It asks to be published{' '}
        {wish?.scheduleMode === 'now'
          ? 'as soon as you approve it'
          : wish?.scheduleMode === 'queue'
            ? 'in the next open slot'
            : `at ${wish?.when ? spokenTime(wish.when, now) : 'a time'}`}
        . You approve version {post.version}, as it stands here.
      </p>
      <div class="buttons">
        <ActForm action={`/posts/${post.id}/approve`} csrfToken={csrfToken} hidden={version}>
          <button class="button main" type="submit" disabled={!post.ready}>
            Approve it
          </button>
        </ActForm>
      </div>
      {!post.ready && <p class="small">The networks’ rules stand in its way: edit it first.</p>}
      <details open={refused?.act === 'approve' && refused.scheduledAt !== ''}>
        <summary>Approve it for another time</summary>
        <ActForm action={`/posts/${post.id}/approve`} csrfToken={csrfToken} hidden={version}>
          <TimeFields
            timezone={timezone}
            value={wish?.when?.local ?? null}
            now={now}
            id="approve"
            written={refused?.act === 'approve' ? refused.scheduledAt : ''}
          />
          <button class="button" type="submit">
            Approve it for this time
          </button>
        </ActForm>
      </details>
      <details open={refused?.act === 'reject'}>
        <summary>Reject it</summary>
        <ActForm action={`/posts/${post.id}/reject`} csrfToken={csrfToken} hidden={version}>
          <div class="field">
            <label for="note">Why? Whoever wrote it reads this.</label>
            <textarea id="note" name="note" rows={3} maxlength={2000}>
              {refused?.note}
            </textarea>
          </div>
          <button class="button danger" type="submit">
            Reject it
          </button>
        </ActForm>
      </details>
    </section>
  );
}

function PublishForms({ post, csrfToken, timezone, now, refused }: ActsProps) {
  const version = { version: String(post.version) };
  const action = `/posts/${post.id}/publish`;
  const where = [...new Set(post.targets.map(({ handle }) => handle))].join(', ');
  if (post.targets.length === 0) {
    return <p class="soft">Choose a channel for it first: edit it.</p>;
  }
  return (
    <details open={refused?.act === 'publish'}>
      <summary>{PUBLISH_WORDS[post.status] ?? 'Publish it'}</summary>
      <div class="stack">
        <div class="buttons">
          <ActForm
            action={action}
            csrfToken={csrfToken}
            hidden={{ ...version, scheduleMode: 'now' }}
            ask={`Publish it now on ${where}? This cannot be taken back.`}
          >
            <button class="button" type="submit">
              Now
            </button>
          </ActForm>
          <ActForm action={action} csrfToken={csrfToken} hidden={{ ...version, scheduleMode: 'queue' }}>
            <button class="button" type="submit">
              In the next open slot
            </button>
          </ActForm>
        </div>
        <ActForm action={action} csrfToken={csrfToken} hidden={{ ...version, scheduleMode: 'schedule' }}>
          <TimeFields
            timezone={timezone}
            value={post.scheduledAt === null ? null : (post.when?.local ?? null)}
            now={now}
            id="publish"
            written={refused?.act === 'publish' ? refused.scheduledAt : ''}
          />
          <button class="button" type="submit">
            {post.status === 'scheduled' ? 'Move it to this time' : 'Schedule it'}
          </button>
        </ActForm>
      </div>
    </details>
  );
}

interface TimeFieldsProps {
  readonly timezone: string;
  /** `Tue 2026-12-01 09:00 (UTC+01:00)`; null: an hour from now. */
  readonly value: string | null;
  readonly now: number;
  readonly id: string;
  /** What was written and refused; empty: nothing was. */
  readonly written: string;
}

function TimeFields({ timezone, value, now, id, written }: TimeFieldsProps) {
  return (
    <div class="field narrow">
      <label for={`${id}-at`}>
        When <span class="soft">({timezone})</span>
      </label>
      <input
        type="datetime-local"
        id={`${id}-at`}
        name="scheduledAt"
        required
        value={written || localInput(value, timezone, now)}
      />
    </div>
  );
}
