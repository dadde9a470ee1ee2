import type { Post } from '../../../contract/posts/posts.js';
import { spokenTime } from '../layout/local-times.js';
import { NetworkMark, Pill } from '../layout/parts.js';
import { BoardsOf } from './boards-of-post.js';
import { statusOf } from './post-words.js';

/** More than two lines show. */
const MAX_SHOWN = 600;

function beginningOf(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A post in a list: its text, channels, time and status. */
function PostRow({ post, now }: { readonly post: Post; readonly now: number }) {
  const { words, tone } = statusOf(post);
  const forms = post.when ?? post.proposed?.when ?? null;
  const error = post.targets.find((target) => target.error !== null)?.error;
  return (
    <li class="post-row">
      <div>
        <a class="row-link" href={`/posts/${post.id}`}>
          <span class="post-words">{post.text.trim() === '' ? 'No text' : beginningOf(post.text)}</span>
        </a>
        {error && post.status !== 'published' ? <p class="soft small">{error.message}</p> : null}
      </div>
      <div class="post-row-state">
        <Pill tone={tone}>{words}</Pill>
      </div>
      <div class="post-row-where line small soft">
        <span class="nets">
          {platformsOf(post).map((platform) => (
            <NetworkMark platform={platform} />
          ))}
          {post.targets.length === 0 && 'No channels yet'}
          <BoardsOf post={post} />
        </span>
        {forms && (
          <span class="end">
            {post.status === 'draft' && 'proposed for '}
            <time datetime={forms.utc} title={forms.local}>
              {spokenTime(forms, now)} ({forms.relative})
            </time>
          </span>
        )}
      </div>
    </li>
  );
}

function platformsOf(post: Post) {
  return [...new Set(post.targets.map((target) => target.platform))];
}

interface PostRowsProps {
  readonly posts: readonly Post[];
  readonly now: number;
  readonly label: string;
}

export function PostRows({ posts, now, label }: PostRowsProps) {
  return (
    <ul class="rows" aria-label={label}>
      {posts.map((post) => (
        <PostRow post={post} now={now} />
      ))}
    </ul>
  );
}
