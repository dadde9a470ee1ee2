import type { Post } from '../../../../contract/posts/posts.js';
import { ActForm } from '../../layout/act-form.js';
import { spokenTime } from '../../layout/local-times.js';
import { type ActsProps, namesOf } from './acts-props.js';
import { TimeFields } from './time-fields.js';

/** Approving or rejecting a proposed draft: exactly the version that is shown. */
export function Approval({ post, csrfToken, timezone, now, refused }: ActsProps) {
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
        Proposed time: {proposedWords(post, now, 'as soon as you approve')}. You are approving version{' '}
        {post.version}, as shown here.
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

/** When a draft would be published, after “Proposed time”. */
function proposedWords({ proposed }: Post, now: number, atOnce: string): string {
  if (proposed?.scheduleMode === 'now') return atOnce;
  if (proposed?.scheduleMode === 'queue') return 'the next open slot';
  return proposed?.when ? spokenTime(proposed.when, now) : 'not set';
}

interface OwnPostProps {
  readonly post: Post;
  readonly why: string;
  readonly now: number;
}

/** What an author reads instead of the buttons that publish. */
export function OwnPost({ post, why, now }: OwnPostProps) {
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
      {isProposed && (
        <p class="soft">Proposed time: {proposedWords(post, now, 'as soon as it is approved')}.</p>
      )}
      <p class="words">{why}</p>
      {isDraft && !isProposed && <p class="soft small">To ask for approval, edit it and choose a time.</p>}
    </section>
  );
}
