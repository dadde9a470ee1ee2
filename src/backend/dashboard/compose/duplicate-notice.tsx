import type { Problem } from '../../../contract/errors.js';
import type { Post } from '../../../contract/posts/posts.js';
import { channelName } from '../layout/channel-name.js';
import { inOwnZone, spokenTime } from '../layout/local-times.js';
import { Notice } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { VisibleText } from '../layout/visible-text.js';
import { lineOf } from '../posts/list/dense-row.js';
import { postIfExists } from '../posts/post-if-exists.js';
import { statusOf } from '../posts/post-words.js';
import type { User } from '../user.js';
import type { PostFormValues } from './form-values.js';

interface DuplicateNoticeProps {
  readonly user: User;
  readonly problem: Problem;
  readonly entered: PostFormValues;
  /** Whether an existing post is edited. */
  readonly isEdit: boolean;
}

/** Says which post is alike, and sends the form despite it. */
export async function DuplicateNotice({ user, problem, entered, isEdit }: DuplicateNoticeProps) {
  const found = await postIfExists(user, problem.existingPostId ?? '');
  if (!found) return <ProblemNotice problem={problem} />;
  const post = inOwnZone(found, user);
  const shared = post.targets.filter(({ accountId }) => entered.accountIds.includes(accountId));
  return (
    <Notice tone="bad">
      <p role="alert">
        Nothing was saved, because another post has the same text and media:{' '}
        <a href={`/posts/${post.id}`} target="_blank" rel="noopener">
          <VisibleText text={lineOf(post.text)} />
        </a>
        , {factsOf(post, shared, user.now)}. Change this one, choose other channels or another day, or keep
        both.
      </p>
      <button class="button" type="submit" form="compose" name="allowDuplicate" value="yes">
        {anyway(entered, isEdit)}
      </button>
    </Notice>
  );
}

/** `published on Bluesky @fernhill, Tue 24 Nov, 09:00` */
function factsOf(post: Post, shared: Post['targets'], now: number): string {
  const when = post.when === null ? '' : `, ${spokenTime(post.when, now)}`;
  return `${statusOf(post).words.toLowerCase()} on ${shared.map(channelName).join(', ')}${when}`;
}

function anyway({ mode }: PostFormValues, isEdit: boolean): string {
  if (isEdit) return 'Save anyway';
  return mode === 'now' ? 'Publish anyway' : 'Schedule anyway';
}
