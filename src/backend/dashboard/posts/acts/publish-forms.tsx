import type { PostStatus } from '../../../../contract/posts/status.js';
import { ActForm } from '../../layout/act-form.js';
import { type ActsProps, namesOf } from './acts-props.js';
import type { RefusedAct } from './refused-act.js';
import { TimeFields } from './time-fields.js';

/** What publishing is called, by the post’s status. */
const PUBLISH_WORDS: Readonly<Partial<Record<PostStatus, string>>> = {
  scheduled: 'Reschedule or publish now',
  partially_published: 'Publish the rest at another time',
  failed: 'Publish at another time',
  missed: 'Publish at another time',
};

/** Publishing a post now, at a time or in a slot. */
export function PublishForms({ post, csrfToken, timezone, now, refused }: ActsProps) {
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

/** Sends what was refused as a duplicate again, as it was entered. */
export function DespiteDuplicate({
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
