import type { TimeForms } from '../../../contract/instants.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { PostStatus, TargetStatus } from '../../../contract/post-status.js';
import type { Post, Target } from '../../../contract/posts.js';
import { documentOf, Frame } from './frame.js';

const POST_STATUS_WORDS: Readonly<Record<PostStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  queued: 'Due now',
  publishing: 'Being published',
  published: 'Published',
  partially_published: 'Published in part',
  failed: 'Not published',
  unknown: 'Outcome unknown',
  missed: 'Missed its time',
  cancelled: 'Cancelled',
};

const TARGET_STATUS_WORDS: Readonly<Record<TargetStatus, string>> = {
  pending: 'Waiting',
  publishing: 'Being published',
  published: 'Published',
  failed: 'Not published',
  unknown: 'Outcome unknown',
  missed: 'Missed its time',
  cancelled: 'Cancelled',
};

/** One post for a person's eyes: nothing on the page changes anything. */
export function reviewPage(post: Post): Promise<string> {
  const status = POST_STATUS_WORDS[post.status];
  return documentOf(
    <Frame title={status} refreshSeconds={post.pollAfterSeconds}>
      <h1>
        <span class={`status ${post.status}`}>{status}</span>
      </h1>
      <p class="quiet">
        <When forms={post.when} /> {post.when ? '· ' : ''}
        <code>{post.id}</code>
      </p>
      <section class="card text">{post.text}</section>
      {post.issues.length > 0 && (
        <section>
          <h2>What the networks’ rules say</h2>
          <ul>
            {post.issues.map((issue) => (
              <li>
                {issue.message} {issue.fix}
              </li>
            ))}
          </ul>
        </section>
      )}
      <h2>
        {post.targets.length === 1 ? 'Where it goes' : `Where it goes: ${post.targets.length} accounts`}
      </h2>
      {post.targets.length === 0 && <p class="quiet">No account is named yet.</p>}
      {post.targets.map((target) => (
        <TargetCard target={target} postText={post.text} />
      ))}
      <p class="quiet">
        Made {post.createdAt}, version {post.version}. This page opens without sign-in because it is read on
        the backend’s own machine and the workspace is a sandbox.
      </p>
    </Frame>,
  );
}

function TargetCard({ target, postText }: { readonly target: Target; readonly postText: string }) {
  return (
    <section class="card">
      <div class="row">
        <strong>
          {PLATFORM_NAMES[target.platform]} {target.handle}
        </strong>
        <span class={`status ${target.status}`}>{TARGET_STATUS_WORDS[target.status]}</span>
      </div>
      <p class="quiet">
        <When forms={target.when} />
      </p>
      {target.text !== postText && <p class="text">{target.text}</p>}
      {target.url !== null && /^https?:\/\//.test(target.url) && (
        <p>
          <a href={target.url}>{target.url}</a>
        </p>
      )}
      {target.error && (
        <p>
          {target.error.message} {target.error.action}
        </p>
      )}
      {target.nextAttemptAt !== null && <p class="quiet">It is tried again at {target.nextAttemptAt}.</p>}
    </section>
  );
}

function When({ forms }: { readonly forms: TimeForms | null }) {
  if (!forms) return <span>No time yet</span>;
  return (
    <time datetime={forms.utc} title={forms.utc}>
      {forms.local}, {forms.relative}
    </time>
  );
}

/** A page that says one thing. */
export function messagePage(title: string, explanation: string): Promise<string> {
  return documentOf(
    <Frame title={title}>
      <h1>{title}</h1>
      <p>{explanation}</p>
    </Frame>,
  );
}
