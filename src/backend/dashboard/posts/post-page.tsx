import type { Child } from 'hono/jsx';
import { showHidden } from '../../../base/hidden-characters.js';
import { textsIn } from '../../../base/text-warnings.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { TargetMetrics } from '../../../contract/insights/metrics.js';
import { actorWords, responsibleWords } from '../../../contract/posts/actor-words.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Remark } from '../../../contract/posts/remarks.js';
import { mayDo } from '../../../contract/posts/status.js';
import { changesContent } from '../../store/content-changes.js';
import { LabelField, Labels } from '../labels/label-parts.js';
import type { LabelColors } from '../labels/read-labels.js';
import { firstLine } from '../layout/first-line.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Notice, Pill, When } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { rule } from '../layout/problem-words.js';
import { Publicity } from '../layout/publicity.js';
import { TextWarnings, VisibleText } from '../layout/visible-text.js';
import { PostMedia } from '../media/post-media.js';
import type { ShownMedium } from '../media/shown-media.js';
import type { User } from '../user.js';
import { PostActs } from './acts/post-acts.js';
import type { RefusedAct } from './acts/refused-act.js';
import { History } from './history.js';
import type { PostPreviews } from './post-previews.js';
import { statusOf } from './post-words.js';
import { RemarksSection } from './remarks/remarks-section.js';
import { byNeed } from './repair.js';
import { TargetCard } from './target-card.js';

interface PostPageProps {
  readonly user: User;
  readonly post: Post;
  readonly media: readonly ShownMedium[];
  readonly accounts: readonly Account[];
  readonly labels: LabelColors;
  /** Null if nothing is left to publish. */
  readonly previews: PostPreviews | null;
  /** What the networks have counted, for each published target. */
  readonly numbers: readonly TargetMetrics[];
  /** The newest remarks, newest first. */
  readonly remarks: readonly Remark[];
  /** Why the user, as its author, cannot publish or approve it; null: they can, or their role does not allow it. */
  readonly own: string | null;
  /** Whether the user may retry it, as far as the authors of posts are concerned. */
  readonly mayRetry: boolean;
  /** What has just happened, above the post. */
  readonly notice?: Child;
  /** What was refused on this page. */
  readonly refused?: RefusedAct | null | undefined;
  /** Takes back what was just done. */
  readonly toast?: Child;
}

/** A post: its content, its channels, what can be done, and its history. */
export function PostPage({
  user,
  post,
  media,
  accounts,
  labels,
  previews,
  numbers,
  remarks,
  own,
  mayRetry,
  notice = null,
  refused = null,
  toast,
}: PostPageProps) {
  const { words, tone } = statusOf(post);
  const problems = post.issues.filter(({ severity }) => severity === 'error').length;
  const title =
    post.text.trim() === '' ? 'Post without text' : firstLine(showHidden(post.text), MAX_TITLE_LENGTH);
  return (
    <Frame title={title} place="/posts" user={user} styles={previews ? [previews.sheet] : []} toast={toast}>
      {refused && <ProblemNotice problem={refused.problem} />}
      {notice}
      <div {...live('post', `/posts/${post.id}`, post.pollAfterSeconds === null ? undefined : '2s')}>
        <header class="page-head">
          <p class="soft small crumbs">
            <a href="/posts">Posts</a> / <code>{post.id}</code>
          </p>
          <h1 class="words">{title}</h1>
          <p class="lead line">
            <Pill tone={tone}>{words}</Pill>
            {post.when && <When forms={post.when} now={user.now} />}
            <Labels names={post.labels} colors={labels} />
            <small class="words">{[responsibleWords(post), ...changedWords(post)].join('. ')}</small>
          </p>
        </header>
        <div class="columns">
          <div class="stack">
            {post.reviewNote !== null && (
              <Notice tone="warn">
                <p>
                  <strong>Rejected:</strong> <span class="words">{post.reviewNote}</span>
                </p>
              </Notice>
            )}
            <TextWarnings texts={contentOf(post)} />
            <section class="card words post-text" aria-label="Text">
              {post.text.trim() === '' ? (
                <span class="soft">No text.</span>
              ) : (
                <VisibleText text={post.text} />
              )}
            </section>
            <PostMedia media={media} />
            {post.issues.length > 0 && (
              <section class="section">
                <h2>
                  {problems === 0
                    ? 'Notes'
                    : problems === 1
                      ? '1 problem to fix'
                      : `${problems} problems to fix`}
                </h2>
                <ul class="rows" aria-label="Problems and notes">
                  {post.issues.map((issue) => (
                    <li>
                      <Pill tone={issue.severity === 'error' ? 'bad' : 'warn'}>
                        {issue.severity === 'error' ? 'To fix' : 'Note'}
                      </Pill>{' '}
                      {rule(issue).message} <span class="soft">{rule(issue).fix}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <section class="section">
              <h2>{post.targets.length === 1 ? 'Channel' : `Channels (${post.targets.length})`}</h2>
              {post.targets.length === 0 && <p class="soft">No channels chosen yet.</p>}
              {byNeed(post.targets).map((target) => (
                <TargetCard
                  post={post}
                  target={target}
                  previews={previews}
                  numbers={numbers.find(({ targetId }) => targetId === target.id)}
                  account={accounts.find(({ id }) => id === target.accountId)}
                  mayRetry={mayRetry}
                  csrfToken={user.csrfToken}
                  timezone={user.workspace.timezone}
                  now={user.now}
                  written={refused?.accountId === target.accountId ? refused.url : ''}
                />
              ))}
            </section>
          </div>
          <div class="stack">
            {(mayDo('publish', post.status) || mayDo('retry', post.status)) && <Publicity user={user} />}
            <PostActs
              post={post}
              accounts={accounts}
              csrfToken={user.csrfToken}
              timezone={user.workspace.timezone}
              now={user.now}
              own={own}
              mayRetry={mayRetry}
              refused={refused}
            />
            <section class="section">
              <form method="post" action={`/posts/${post.id}/labels`} class="label-form">
                <input type="hidden" name="csrf" value={user.csrfToken} />
                <input type="hidden" name="version" value={String(post.version)} />
                <LabelField names={post.labels} colors={labels} before={post.labels} />
                <button class="button" type="submit">
                  Save labels
                </button>
              </form>
            </section>
            <RemarksSection
              user={user}
              postId={post.id}
              remarks={remarks}
              count={post.remarkCount}
              written={refused?.act === 'remark' ? refused.note : ''}
            />
            <section class="section">
              <h2>History</h2>
              <History
                entries={post.history ?? []}
                post={post}
                accounts={accounts}
                now={user.now}
                timezone={user.workspace.timezone}
              />
            </section>
          </div>
        </div>
      </div>
    </Frame>
  );
}

/** Who changed the content last, if that is somebody else than who drafted it. */
function changedWords({ history = [], draftedBy }: Post): string[] {
  const by = history.findLast(({ action, changes }) => action === 'updated' && changesContent(changes))?.by;
  return by == null || by.keyId === draftedBy?.keyId ? [] : [`Last changed by ${actorWords(by)}`];
}

/** Every text that would be published. */
function contentOf({ text, altTexts, overrides, targets }: Post): string[] {
  const own = overrides.map(({ target: _, ...content }) => content);
  return [text, ...targets.map((target) => target.text), ...textsIn([altTexts, own])];
}

/** In characters. */
const MAX_TITLE_LENGTH = 90;
