import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { mayDo, type PostStatus } from '../../../contract/posts/status.js';
import { deletesPostsOn } from '../../../networks/deletes-posts.js';
import type { Form } from '../form.js';
import { ActForm } from '../layout/act-form.js';
import { channelName } from '../layout/channel-name.js';
import { localInput, spokenTime } from '../layout/local-times.js';
import { repairOf } from './repair.js';
import { commonTime } from './undo/undo.js';

/** What a form of the post’s page sent, and why it was refused. */
export interface RefusedAct {
  readonly act: string;
  readonly problem: Problem;
  readonly note: string;
  /** `2026-12-01T09:00`; empty if the form has no time. */
  readonly scheduledAt: string;
  readonly accountId: string;
  readonly url: string;
  /** Empty if the form has none. */
  readonly scheduleMode: string;
}

export function refusedAct(act: string, problem: Problem, form: Form): RefusedAct {
  return {
    act,
    problem,
    note: form.words('note'),
    scheduledAt: form.text('scheduledAt'),
    accountId: form.text('accountId'),
    url: form.text('url'),
    scheduleMode: form.text('scheduleMode'),
  };
}

interface ActsProps {
  readonly post: Post;
  readonly accounts: readonly Account[];
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
  /** Why the user, as its author, cannot publish or approve it. */
  readonly own?: string | null;
  /** Refused input, shown again in its form. */
  readonly refused?: RefusedAct | null;
}

/** Whether Postrider can delete a target at its network. */
export function canDelete({ status, platform }: Pick<Target, 'status' | 'platform'>): boolean {
  return status === 'published' && deletesPostsOn(platform);
}

/** `Bluesky @fernhill, X @fernhill` */
function namesOf(targets: readonly Target[]): string {
  return targets.map(channelName).join(', ');
}

/** Whether a post was published, wholly or in part, and is not waiting. */
const isOver = (status: PostStatus): boolean =>
  status === 'published' || status === 'partially_published' || status === 'deleted';

/** Whether deleting or cancelling the post can be undone. */
function canBeRestored({ status, targets }: Post): boolean {
  if (status === 'draft') return true;
  return (
    status === 'scheduled' &&
    commonTime(targets) !== null &&
    targets.every((target) => target.status === 'pending' && target.attempts?.length === 0)
  );
}

/** What publishing is called, by the post’s status. */
const PUBLISH_WORDS: Readonly<Partial<Record<PostStatus, string>>> = {
  scheduled: 'Reschedule or publish now',
  partially_published: 'Publish the rest at another time',
  failed: 'Publish at another time',
  missed: 'Publish at another time',
};

/** What the user can do with a post in its current status. */
export function PostActs({
  post,
  accounts,
  csrfToken,
  timezone,
  now,
  own = null,
  refused = null,
}: ActsProps) {
  const version = { version: String(post.version) };
  const at = (path: string) => `/posts/${post.id}/${path}`;
  const isProposed = post.status === 'draft' && post.proposed !== null;
  const retryable = post.targets.filter(
    (target) =>
      repairOf(
        post,
        target,
        accounts.find(({ id }) => id === target.accountId),
        now,
      ) === 'retry',
  );
  return (
    <div class="stack acts-panel">
      {refused?.problem.code === 'duplicate_post' && (
        <DespiteDuplicate post={post} csrfToken={csrfToken} refused={refused} />
      )}
      {own !== null && <OwnPost post={post} why={own} />}
      {isProposed && own === null && (
        <Approval
          post={post}
          accounts={accounts}
          csrfToken={csrfToken}
          timezone={timezone}
          now={now}
          refused={refused}
        />
      )}
      {retryable.length > 1 && (
        <ActForm
          action={at('retry')}
          csrfToken={csrfToken}
          hidden={version}
          isSent
          ask={`Retry on ${namesOf(retryable)}? What is already published is not sent again.`}
        >
          {retryable.map(({ accountId }) => (
            <input type="hidden" name="accountId" value={accountId} />
          ))}
          <button class="button main" type="submit">
            Retry on {retryable.length} channels
          </button>
        </ActForm>
      )}
      {mayDo('publish', post.status) && !isProposed && own === null && (
        <PublishForms
          post={post}
          accounts={accounts}
          csrfToken={csrfToken}
          timezone={timezone}
          now={now}
          refused={refused}
        />
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
            isSent
            ask={
              canBeRestored(post)
                ? undefined
                : 'Cancel this post? What is already published stays published. This cannot be undone.'
            }
          >
            <button class="button danger" type="submit">
              {post.status === 'draft' ? 'Delete draft' : 'Cancel post'}
            </button>
          </ActForm>
        )}
        <a class="button" href={`/posts/new?copy=${post.id}`}>
          {isOver(post.status) ? 'Post again' : 'Copy'}
        </a>
        {post.targets.some(canDelete) && (
          <a class="button danger" href={at('delete-published')}>
            Delete what is published
          </a>
        )}
      </div>
    </div>
  );
}

/** Sends what was refused as a duplicate again, as it was entered. */
function DespiteDuplicate({
  post,
  csrfToken,
  refused: { act, scheduleMode, scheduledAt },
}: Pick<ActsProps, 'post' | 'csrfToken'> & { readonly refused: RefusedAct }) {
  if (act !== 'publish' && act !== 'approve') return null;
  const entered = Object.entries({ scheduleMode, scheduledAt }).filter(([, value]) => value !== '');
  return (
    <ActForm
      action={`/posts/${post.id}/${act}`}
      csrfToken={csrfToken}
      hidden={{ version: String(post.version), allowDuplicate: 'yes', ...Object.fromEntries(entered) }}
      isSent
      ask={`The same text was published or scheduled before. Publish it again on ${namesOf(post.targets)}?`}
    >
      <button class="button" type="submit">
        {act === 'approve' ? 'Approve anyway' : scheduledAt === '' ? 'Publish anyway' : 'Schedule anyway'}
      </button>
    </ActForm>
  );
}

/** What an author reads instead of the buttons that publish. */
function OwnPost({ post, why }: { readonly post: Post; readonly why: string }) {
  const isDraft = post.status === 'draft';
  const isProposed = isDraft && post.proposed !== null;
  return (
    <section class="card approval" aria-labelledby="approval">
      <h2 id="approval">
        {isProposed
          ? 'Waiting for somebody else’s approval'
          : isDraft
            ? 'Needs somebody else’s approval'
            : 'Others move and publish this post'}
      </h2>
      <p class="words">{why}</p>
      {isDraft && !isProposed && <p class="soft small">To ask for approval, edit it and choose a time.</p>}
    </section>
  );
}

/** Approving or rejecting a proposed draft: exactly the version that is shown. */
function Approval({ post, csrfToken, timezone, now, refused }: ActsProps) {
  const version = { version: String(post.version) };
  const { proposed } = post;
  const time = proposed?.when ? spokenTime(proposed.when, now) : 'not set';
  const approve =
    proposed?.scheduleMode === 'now'
      ? 'Approve and publish now'
      : proposed?.scheduleMode === 'queue'
        ? 'Approve for the next open slot'
        : proposed?.when
          ? `Approve for ${time}`
          : 'Approve';
  const ask =
    proposed?.scheduleMode === 'now'
      ? `Approve and publish now on ${namesOf(post.targets)}? This cannot be undone.`
      : undefined;
  return (
    <section class="card approval" aria-labelledby="approval">
      <h2 id="approval">Waiting for your approval</h2>
      <p class="soft">
        Proposed time:{' '}
        {proposed?.scheduleMode === 'now'
          ? 'as soon as you approve'
          : proposed?.scheduleMode === 'queue'
            ? 'the next open slot'
            : time}
        . You are approving version {post.version}, as shown here.
      </p>
      <div class="buttons">
        <ActForm action={`/posts/${post.id}/approve`} csrfToken={csrfToken} hidden={version} isSent ask={ask}>
          <button class="button main" type="submit" disabled={!post.ready}>
            {approve}
          </button>
        </ActForm>
      </div>
      {!post.ready && (
        <p class="small">This draft breaks its networks’ rules. Edit it before you approve it.</p>
      )}
      <details open={refused?.act === 'approve' && refused.scheduledAt !== ''}>
        <summary>Approve for another time</summary>
        <ActForm action={`/posts/${post.id}/approve`} csrfToken={csrfToken} hidden={version} isSent>
          <TimeFields
            timezone={timezone}
            value={proposed?.when?.local ?? null}
            now={now}
            id="approve"
            written={refused?.act === 'approve' ? refused.scheduledAt : ''}
          />
          <button class="button" type="submit">
            Approve for this time
          </button>
        </ActForm>
      </details>
      <details open={refused?.act === 'reject'}>
        <summary>Reject</summary>
        <ActForm action={`/posts/${post.id}/reject`} csrfToken={csrfToken} hidden={version} isSent>
          <div class="field">
            <label for="note">Reason, shown to the author</label>
            <textarea id="note" name="note" rows={3} maxlength={2000}>
              {refused?.act === 'reject' ? refused.note : ''}
            </textarea>
          </div>
          <button class="button danger" type="submit">
            Reject draft
          </button>
        </ActForm>
      </details>
    </section>
  );
}

function PublishForms({ post, csrfToken, timezone, now, refused }: ActsProps) {
  const version = { version: String(post.version) };
  const action = `/posts/${post.id}/publish`;
  if (post.targets.length === 0) {
    return <p class="soft">Edit the post and choose a channel to publish it.</p>;
  }
  return (
    <details open={refused?.act === 'publish'}>
      <summary class={post.status === 'draft' ? 'button main' : undefined}>
        {PUBLISH_WORDS[post.status] ?? 'Publish or schedule'}
      </summary>
      <div class="stack">
        <div class="buttons">
          <ActForm
            action={action}
            csrfToken={csrfToken}
            hidden={{ ...version, scheduleMode: 'now' }}
            isSent
            ask={`Publish now on ${namesOf(post.targets)}? This cannot be undone.`}
          >
            <button class="button" type="submit">
              Publish now
            </button>
          </ActForm>
          <ActForm
            action={action}
            csrfToken={csrfToken}
            hidden={{ ...version, scheduleMode: 'queue' }}
            isSent
          >
            <button class="button" type="submit">
              Add to the next open slot
            </button>
          </ActForm>
        </div>
        <ActForm
          action={action}
          csrfToken={csrfToken}
          hidden={{ ...version, scheduleMode: 'schedule' }}
          isSent
        >
          <TimeFields
            timezone={timezone}
            value={post.scheduledAt === null ? null : (post.when?.local ?? null)}
            now={now}
            id="publish"
            written={refused?.act === 'publish' ? refused.scheduledAt : ''}
          />
          <button class="button" type="submit">
            {post.status === 'scheduled' ? 'Reschedule' : 'Schedule'}
          </button>
        </ActForm>
      </div>
    </details>
  );
}

interface TimeFieldsProps {
  readonly timezone: string;
  /** `Tue 2026-12-01 09:00 (UTC+01:00)`; null for an hour from now. */
  readonly value: string | null;
  readonly now: number;
  readonly id: string;
  /** The refused input; empty if there is none. */
  readonly written: string;
}

function TimeFields({ timezone, value, now, id, written }: TimeFieldsProps) {
  return (
    <div class="field narrow">
      <label for={`${id}-at`}>
        Date and time <span class="soft">({timezone})</span>
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
