import { responsibleWords } from '../../../../contract/posts/actor-words.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { timeForms } from '../../../../time/forms.js';
import { Labels } from '../../labels/label-parts.js';
import { firstLine } from '../../layout/first-line.js';
import { dayOf, spokenTime, timeOf } from '../../layout/local-times.js';
import { NetworkMark, Pill } from '../../layout/parts.js';
import type { User } from '../../user.js';
import { actsFor, pickValue } from '../bulk/picked.js';
import { statusOf } from '../post-words.js';
import type { RowFacts } from './row-facts.js';

/** More characters of a line do not fit. */
const MAX_LINE = 200;

/** More marks than these are counted. */
const MAX_MARKS = 4;

/** The first line, as far as a row shows it. */
export const lineOf = (text: string): string => firstLine(text, MAX_LINE) || 'No text';

interface DenseRowProps {
  readonly post: Post;
  readonly facts: RowFacts;
  readonly now: number;
  readonly checked?: boolean;
  /** The day that a heading above names. */
  readonly day?: string | undefined;
}

/** A post as one line: selection, picture, first line, networks, time, status and author. */
export function DenseRow({ post, facts, now, checked = false, day }: DenseRowProps) {
  const { words, tone } = statusOf(post);
  const error = post.targets.find((target) => target.error !== null)?.error;
  const line = lineOf(post.text);
  const author = post.draftedBy?.label ?? '';
  return (
    <li class="dense" data-row>
      <label class="pick">
        <input
          aria-labelledby={`line-${post.id}`}
          type="checkbox"
          name="post"
          value={pickValue(post)}
          checked={checked}
          data-pick={actsFor(post, facts.ownDrafts).join(' ')}
        />
      </label>
      <Picture post={post} facts={facts} />
      <p class="dense-text one-line">
        <a class="row-link" id={`line-${post.id}`} href={`/posts/${post.id}`}>
          {line}
        </a>
        <Labels names={post.labels} colors={facts.labels} />
        {error && post.status !== 'published' ? <span class="soft"> {error.message}</span> : null}
      </p>
      <Marks post={post} />
      <RowTime post={post} now={now} day={day} />
      <span class="dense-state">
        <Pill tone={tone}>{words}</Pill>
      </span>
      <span class="dense-author soft one-line" title={responsibleWords(post)}>
        {author !== '' && <span class="unseen">by </span>}
        {author}
      </span>
    </li>
  );
}

function Picture({ post, facts }: Pick<DenseRowProps, 'post' | 'facts'>) {
  const [key] = post.mediaUrls;
  if (key === undefined) return <span class="dense-picture words-only" aria-hidden="true" />;
  const source = facts.thumbnails.get(key) ?? null;
  const further = post.mediaUrls.length - 1;
  return (
    <span class="dense-picture filled">
      {source === null ? (
        <span aria-hidden="true">▶</span>
      ) : (
        <img src={source} alt="" width={32} height={32} loading="lazy" />
      )}
      {further > 0 && (
        <span class="more-pictures" aria-hidden="true">
          {further + 1}
        </span>
      )}
      <span class="unseen">{post.mediaUrls.length === 1 ? '1 file' : `${post.mediaUrls.length} files`}</span>
    </span>
  );
}

function Marks({ post }: Pick<DenseRowProps, 'post'>) {
  const platforms = [...new Set(post.targets.map(({ platform }) => platform))];
  const shown = platforms.length > MAX_MARKS + 1 ? platforms.slice(0, MAX_MARKS) : platforms;
  return (
    <span class="dense-marks nets small soft">
      {shown.map((platform) => (
        <NetworkMark platform={platform} />
      ))}
      {shown.length < platforms.length && (
        <span>
          +{platforms.length - shown.length}
          <span class="unseen"> networks</span>
        </span>
      )}
      {post.targets.length === 0 && 'No channels'}
    </span>
  );
}

function RowTime({ post, now, day }: Pick<DenseRowProps, 'post' | 'now' | 'day'>) {
  const forms = post.when ?? post.proposed?.when ?? null;
  if (forms === null) return <span class="dense-time" />;
  const isProposal = post.status === 'draft';
  return (
    <span class={isProposal ? 'dense-time small proposed' : 'dense-time small'}>
      {isProposal && <span class="unseen">proposed for </span>}
      <time datetime={forms.utc} title={`${forms.local} (${forms.relative})`}>
        {day === dayOf(forms) ? timeOf(forms) : spokenTime(forms, now)}
      </time>
    </span>
  );
}

/** The day that a post is listed under: that of its time, else the day when it was created. */
export function dayOfPost(post: Post, { workspace, now }: Pick<User, 'workspace' | 'now'>): string {
  return dayOf(post.when ?? timeForms(Date.parse(post.createdAt), workspace.timezone, now));
}
