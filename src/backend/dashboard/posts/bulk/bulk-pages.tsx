import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { Frame } from '../../layout/frame.js';
import { PageHead, Pill } from '../../layout/parts.js';
import type { User } from '../../user.js';
import { DenseRow } from '../list/dense-row.js';
import { filterFields, type ListFilter, listPath } from '../list/list-filter.js';
import type { RowFacts } from '../list/row-facts.js';
import { type BulkRequest, type BulkResult, SHIFTS } from './bulk-act.js';
import { type BulkAct, textOfPick } from './picked.js';

const postsWord = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);

/** What a button does to this many posts. */
function actWords({ act, by, labels }: BulkRequest, posts: readonly Pick<Post, 'status'>[]): string {
  if (act === 'approve') return `Approve ${postsWord(posts.length)}`;
  if (act === 'move') return `Move ${postsWord(posts.length)} ${SHIFTS[by].words}`;
  if (act === 'label') return `Label ${postsWord(posts.length)} ${labels.join(', ')}`;
  const drafts = posts.filter(({ status }) => status === 'draft').length;
  const others = posts.length - drafts;
  const deleted = drafts === 1 ? 'Delete 1 draft' : `Delete ${drafts} drafts`;
  if (others === 0) return deleted;
  return drafts === 0 ? `Cancel ${postsWord(others)}` : `${deleted} and cancel ${postsWord(others)}`;
}

/** `Bluesky, X`. */
function networksOf(posts: readonly Post[]): string {
  const platforms = new Set(posts.flatMap(({ targets }) => targets.map(({ platform }) => platform)));
  return [...platforms].map((platform) => PLATFORM_NAMES[platform]).join(', ');
}

interface ReviewProps {
  readonly user: User;
  readonly request: BulkRequest;
  readonly filter: ListFilter;
  readonly posts: readonly Post[];
  /** How many of the selected posts were deleted meanwhile. */
  readonly gone: number;
  readonly facts: RowFacts;
}

/** Asks before posts are deleted, and before all posts of a list are changed. Exactly the listed versions are changed. */
export function BulkReviewPage({ user, request, filter, posts, gone, facts }: ReviewProps) {
  const words = actWords(request, posts);
  const title = `${words}?`;
  const atOnce =
    request.act === 'approve' ? posts.filter((post) => post.proposed?.scheduleMode === 'now') : [];
  const lead = [
    atOnce.length === 0
      ? ''
      : `${postsWord(atOnce.length)} will be published at once, on ${networksOf(atOnce)}.`,
    request.act === 'delete' ? 'Drafts are deleted permanently. Cancelled posts are kept.' : '',
    gone === 0 ? '' : `${postsWord(gone)} of your selection ${gone === 1 ? 'was' : 'were'} already deleted.`,
  ].join(' ');
  return (
    <Frame title={title} place="/posts" user={user}>
      <PageHead title={title} lead={lead.trim() || undefined} />
      <form class="pick-form stack" method="post" action="/posts/bulk">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <RequestFields request={request} filter={filter} />
        <input type="hidden" name="sure" value="1" />
        <ul class="rows dense-rows" aria-label="Selected posts">
          {posts.map((post) => (
            <DenseRow post={post} facts={facts} now={user.now} checked />
          ))}
        </ul>
        <div class="buttons">
          <button class={`button ${request.act === 'delete' ? 'danger' : 'main'}`} type="submit">
            {words}
          </button>
          <a class="button quiet" href={listPath(filter)}>
            Back to the list
          </a>
        </div>
      </form>
    </Frame>
  );
}

function RequestFields({ request, filter }: Pick<ReviewProps, 'request' | 'filter'>) {
  const newLabel = request.labels.join(', ');
  const fields = { act: request.act, by: request.by, newLabel, ...filterFields(filter) };
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** The fields of the form around the list: what the buttons of the selection bar send besides the posts. */
export function ListFields({ user, filter }: Pick<ReviewProps, 'user' | 'filter'>) {
  const fields = { csrf: user.csrfToken, ...filterFields(filter) };
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

const DONE: Readonly<Record<BulkAct, string>> = {
  approve: 'Approved',
  move: 'Moved',
  label: 'Labelled',
  delete: 'Deleted or cancelled',
  restore: 'Undone',
};

interface ResultProps extends Pick<ReviewProps, 'user' | 'request' | 'filter'> {
  readonly results: readonly BulkResult[];
}

/** What happened to each post, failures first. */
export function BulkResultPage({ user, request, filter, results }: ResultProps) {
  const failed = results.filter(({ done }) => !done);
  const done = results.filter((result) => result.done);
  const title =
    failed.length === 0
      ? `${DONE[request.act]}: ${postsWord(done.length)}`
      : `${DONE[request.act]}: ${done.length} of ${postsWord(results.length)}`;
  return (
    <Frame title={title} place="/posts" user={user}>
      <PageHead title={title}>
        <a class="button main" href={listPath(filter)}>
          Back to the list
        </a>
      </PageHead>
      <div class="stack">
        <UndoAll user={user} request={request} filter={filter} results={done} />
        <Results title="Not changed" results={failed} />
        <Results title="Changed" results={done} />
      </div>
    </Frame>
  );
}

/** Takes back the changes that can be taken back, each in the version that it made. */
function UndoAll({ user, request, filter, results }: ResultProps) {
  const picks = results.flatMap(({ undo }) => undo ?? []);
  if (picks.length === 0) return null;
  const back: BulkRequest =
    request.act === 'move'
      ? { act: 'move', by: 'back', labels: [] }
      : { act: 'restore', by: request.by, labels: [] };
  return (
    <form method="post" action="/posts/bulk">
      <input type="hidden" name="csrf" value={user.csrfToken} />
      <RequestFields request={back} filter={filter} />
      {picks.map((pick) => (
        <input type="hidden" name="post" value={textOfPick(pick)} />
      ))}
      <button class="button" type="submit">
        {picks.length === results.length ? 'Undo' : `Undo for ${postsWord(picks.length)}`}
      </button>
    </form>
  );
}

function Results({ title, results }: { readonly title: string; readonly results: readonly BulkResult[] }) {
  if (results.length === 0) return null;
  return (
    <section class="section">
      <h2>{title}</h2>
      <ul class="rows dense-rows" aria-label={title}>
        {results.map(({ id, line, done, words }) => (
          <li class="bulk-result">
            <p class="one-line">
              <a href={`/posts/${id}`}>{line === '' ? id : line}</a>
            </p>
            {done ? <Pill tone="good">{words}</Pill> : <p class="small too-long">{words}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
