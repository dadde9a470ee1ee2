import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { listAt, textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { SIMULATED_NETWORKS } from '../registry.js';
import { answeredBy } from '../shared/thread-of.js';
import type { SimulatedComment } from '../simulated-inbox.js';
import type { SimulatedPost } from '../simulator.js';
import { MAX_COMMENT_LENGTH, MAX_NAME_LENGTH } from './form-limits.js';
import type { AppSignIn } from './sign-in/app-sign-in.js';
import { simulatedPage } from './simulated-page.js';
import { areCommentsRead } from './written-comments.js';

/** Posts on the page. */
const MAX_POSTS = 50;

/** Whether somebody can comment on a post so that Postrider reads it. Stories and replies have no comments. */
export function canBeCommented(platform: Platform, { text, rawCall }: SimulatedPost): boolean {
  return areCommentsRead(platform) && text !== '' && answeredBy(platform, rawCall) === null;
}

/** What has just been done. */
const DONE: Readonly<Record<string, string>> = {
  expire: 'The access token has expired. Postrider notices it at the next request.',
  end: 'Access has ended. Postrider notices it at the next request.',
};

/** What has arrived at a simulated network, and what the person can do there. @param done what has just been done */
export async function activityPage({ network, app }: AppSignIn, done: string | null): Promise<WireResponse> {
  const said = done === null || !Object.hasOwn(DONE, done) ? undefined : DONE[done];
  const { platform, memory, account, webUrl } = network.scene;
  const name = PLATFORM_NAMES[platform];
  const posts = [...memory.posts].reverse().slice(0, MAX_POSTS);
  const drafts = await memory.uploadById(`drafts/${account.networkUserId}`);
  const waiting = listAt(drafts?.state, 'times').length;
  const owners = await Promise.all(posts.map(({ networkUserId }) => memory.accountById(networkUserId)));
  return simulatedPage({
    ...{ platform, title: 'What has arrived' },
    children: (
      <>
        <section>
          <h1>What has arrived at {name}</h1>
          <p>
            {account.displayName}, used by the app <code>{app.clientId}</code>.
          </p>
          {said !== undefined && (
            <p role="status">
              <strong>{said}</strong>
            </p>
          )}
          <Access />
        </section>
        {waiting > 0 && (
          <section>
            <h2>Waiting in the app of {name}</h2>
            <p>
              {waiting} {waiting === 1 ? 'post' : 'posts'} for the account’s owner to publish there.
            </p>
          </section>
        )}
        {posts.length === 0 && (
          <section>
            <h2>No posts yet</h2>
            <p>Connect this account in Postrider and publish a post. It appears here.</p>
          </section>
        )}
        {posts.map((post, at) => (
          <Post
            post={post}
            href={`${webUrl}${post.path}`}
            platform={platform}
            comments={memory.comments.filter(({ networkPostId }) => networkPostId === post.networkPostId)}
            ownName={(owners[at] ?? account).displayName}
          />
        ))}
      </>
    ),
  });
}

/** What ends an app's access to the account, so that renewing and reconnecting can be tried. */
function Access() {
  return (
    <form method="post" action="/">
      <p class="soft">
        Expire access: the access token ends, and Postrider renews it if the network gives refresh tokens. End
        access: as if you removed the app in the settings of the network, so the account needs to be
        reconnected. Then press “Check now” at the account in Postrider.
      </p>
      <div class="buttons">
        <button type="submit" name="do" value="expire">
          Expire access
        </button>
        <button type="submit" name="do" value="end">
          End access
        </button>
      </div>
    </form>
  );
}

interface PostProps {
  readonly post: SimulatedPost;
  /** Its page. */
  readonly href: string;
  readonly platform: Platform;
  readonly comments: readonly SimulatedComment[];
  /** The name of the account. */
  readonly ownName: string;
}

function Post({ post, href, platform, comments, ownName }: PostProps) {
  const { text, title, link, media = [], createdAt, networkPostId } = post;
  const boardId = textAt(post.rawCall, 'board_id');
  const board = SIMULATED_NETWORKS[platform].boards?.find(({ id }) => id === boardId);
  const isReply = answeredBy(platform, post.rawCall) !== null;
  return (
    <article>
      <p class="soft">
        {isReply ? 'Reply' : 'Post'} by {ownName}, <time>{new Date(createdAt).toUTCString()}</time>
      </p>
      {title !== null && title !== '' && <h2>{title}</h2>}
      <p class="text">{text === '' ? '(no text)' : text}</p>
      {board !== undefined && <p class="soft">Board: {board.name}</p>}
      {link !== null && <p class="soft">Link: {link}</p>}
      {media.length > 0 && <p class="soft">{mediaWords(media)}</p>}
      <p>
        <a href={href}>See its page</a>
      </p>
      <Comments comments={comments} ownName={ownName} ownId={post.networkUserId} />
      {canBeCommented(platform, post) && <CommentForm networkPostId={networkPostId} />}
    </article>
  );
}

function mediaWords(media: NonNullable<SimulatedPost['media']>): string {
  const videos = media.filter(({ contentType }) => contentType.startsWith('video/')).length;
  const counts = [
    [media.length - videos, 'image'],
    [videos, 'video'],
  ] as const;
  return counts
    .flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]))
    .join(', ');
}

interface CommentsProps {
  readonly comments: readonly SimulatedComment[];
  readonly ownName: string;
  readonly ownId: string;
}

function Comments({ comments, ownName, ownId }: CommentsProps) {
  if (comments.length === 0) return null;
  return (
    <>
      <h3>Comments</h3>
      <ul>
        {comments.map(({ text, author, networkUserId, parentId, hidden }) => (
          <li class={parentId === null ? undefined : 'reply'}>
            <strong>{author?.displayName ?? (networkUserId === ownId ? ownName : networkUserId)}</strong>
            {hidden === true && <span class="soft"> (hidden)</span>}
            <div class="text">{text}</div>
          </li>
        ))}
      </ul>
    </>
  );
}

function CommentForm({ networkPostId }: Pick<SimulatedPost, 'networkPostId'>) {
  return (
    <details>
      <summary>Comment as somebody</summary>
      <form method="post" action="/">
        <input type="hidden" name="post" value={networkPostId} />
        <label class="field">
          Name
          <input name="name" value="Mia" required maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        </label>
        <label class="field">
          Comment
          <input name="text" required maxlength={MAX_COMMENT_LENGTH} autocomplete="off" />
        </label>
        <button type="submit" name="do" value="comment">
          Comment
        </button>
      </form>
    </details>
  );
}
