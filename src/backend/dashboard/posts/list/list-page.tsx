import { PLATFORM_NAMES, PLATFORMS } from '../../../../contract/platforms.js';
import type { PostPage as Page, PostCount } from '../../../../contract/posts/posts.js';
import { LabelSelect } from '../../labels/label-select.js';
import { DayLine } from '../../layout/day-line.js';
import { Frame } from '../../layout/frame.js';
import { live } from '../../layout/live.js';
import { More } from '../../layout/more.js';
import { Empty, PageHead } from '../../layout/parts.js';
import { Tabs } from '../../layout/tabs.js';
import { nextRowCount } from '../../rows.js';
import type { User } from '../../user.js';
import { ListFields } from '../bulk/bulk-pages.js';
import { DenseRow, dayOfPost } from './dense-row.js';
import { type ListFilter, listPath, ORDERS, orderOf, type Place, STEP, TABS } from './list-filter.js';
import type { RowFacts } from './row-facts.js';
import { SelectionBar } from './selection-bar.js';

const TABS_ID = 'post-tabs';

/** The usual order depends on the search. */
const ORDER_ID = 'list-order';

interface ListProps {
  readonly user: User;
  readonly page: Page;
  readonly facts: RowFacts;
  readonly filter: ListFilter;
  readonly at: Place;
  /** How many posts each tab has, by its status. */
  readonly counts: ReadonlyMap<string, PostCount>;
  /** How many posts the list has. */
  readonly total: PostCount;
}

/** Posts, one line each, with what can be done to several at once. */
export function PostsPage({ user, page, facts, filter, at, counts, total }: ListProps) {
  const tab = TABS.find(({ status }) => status === filter.status) ?? TABS[0];
  // Only the beginning of the list is live.
  const list =
    at.cursor === '' ? live('posts', listPath(filter, at), undefined, [TABS_ID, ORDER_ID]) : { id: 'posts' };
  return (
    <Frame title="Posts" place="/posts" user={user} scripts={['lists.js']}>
      <PageHead title="Posts">
        <a class="button" href="/media">
          Media library
        </a>
        <a class="button main" href="/posts/new">
          Write a post
        </a>
      </PageHead>
      <div id={TABS_ID}>
        <Tabs
          label="Filter posts"
          tabs={TABS.map(({ status, name, waits = false }) => ({
            path: listPath({ ...filter, status, order: null }),
            name,
            here: status === tab.status,
            count: countWords(counts.get(status)),
            waits,
          }))}
        />
      </div>
      <Filters filter={filter} labels={[...facts.labels.keys()]} />
      <div {...list}>
        {page.data.length === 0 ? (
          <Nothing filter={filter} empty={tab.empty} all={counts.get('')} />
        ) : (
          <form class="pick-form" method="post" action="/posts/bulk" data-pick-form>
            <ListFields user={user} filter={filter} />
            <ListHead filter={filter} />
            {tab.waits ? (
              <WaitingRows user={user} name={tab.name} posts={page.data} facts={facts} />
            ) : (
              <ul class="rows dense-rows" aria-label={`Posts: ${tab.name}`}>
                {hasDays(filter) ? (
                  <DaysOfRows user={user} posts={page.data} facts={facts} />
                ) : (
                  page.data.map((post) => <DenseRow post={post} facts={facts} now={user.now} />)
                )}
              </ul>
            )}
            <Rest filter={filter} at={at} page={page} />
            <SelectionBar shown={page.data.length} total={total} labels={facts.labels} />
          </form>
        )}
      </div>
    </Frame>
  );
}

/** What waits for the user, and below it their own drafts, which wait for somebody else. */
function WaitingRows({
  user,
  name,
  posts,
  facts,
}: Pick<ListProps, 'user' | 'facts'> & { readonly name: string; readonly posts: Page['data'] }) {
  const isOwn = ({ id }: { readonly id: string }) => facts.ownDrafts.has(id);
  const [own, others] = [posts.filter(isOwn), posts.filter((post) => !isOwn(post))];
  const rows = (some: Page['data'], label: string) => (
    <ul class="rows dense-rows" aria-label={label}>
      {some.map((post) => (
        <DenseRow post={post} facts={facts} now={user.now} />
      ))}
    </ul>
  );
  return (
    <>
      {others.length > 0 && rows(others, `Posts: ${name}`)}
      {own.length > 0 && (
        <section class="section">
          <h2>Waiting for somebody else’s approval</h2>
          {rows(own, 'Posts waiting for somebody else')}
        </section>
      )}
    </>
  );
}

/** Drafts have no day of their own. */
const hasDays = ({ status }: ListFilter): boolean => !/draft|approval/.test(status);

/** Rows under a heading for each day. */
function DaysOfRows({
  user,
  posts,
  facts,
}: Pick<ListProps, 'user' | 'facts'> & { readonly posts: Page['data'] }) {
  const days = posts.map((post) => dayOfPost(post, user));
  return (
    <>
      {posts.map((post, index) => {
        const day = days[index] ?? '';
        return (
          <>
            {day !== days[index - 1] && <DayLine day={day} user={user} />}
            <DenseRow post={post} facts={facts} now={user.now} day={day} />
          </>
        );
      })}
    </>
  );
}

/** `12`, or `1000+` if there may be more. */
function countWords(count: PostCount | undefined): string {
  return count === undefined ? '' : `${count.count}${count.isExact ? '' : '+'}`;
}

function Filters({ filter, labels }: Pick<ListProps, 'filter'> & { readonly labels: readonly string[] }) {
  const order = orderOf(filter);
  return (
    <search>
      <form class="filter list-filter" method="get" action="/posts" data-filter="posts">
        <input type="hidden" name="status" value={filter.status} />
        <label class="unseen" for="text">
          Search posts
        </label>
        <input
          type="search"
          id="text"
          name="text"
          placeholder="Search posts"
          maxlength={200}
          value={filter.text}
        />
        <label class="unseen" for="platform">
          Network
        </label>
        <select id="platform" name="platform">
          <option value="">All networks</option>
          {PLATFORMS.map((platform) => (
            <option value={platform} selected={platform === filter.platform}>
              {PLATFORM_NAMES[platform]}
            </option>
          ))}
        </select>
        <LabelSelect names={labels} chosen={filter.label} />
        <div id={ORDER_ID}>
          <label class="unseen" for="order">
            Order
          </label>
          <select id="order" name="order">
            {Object.entries(ORDERS).map(([value, words]) => (
              <option
                value={value === order && filter.order === null ? '' : value}
                selected={value === order}
              >
                {words}
              </option>
            ))}
          </select>
        </div>
        <button class="button without-script" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}

/** The box that selects every row, and the way to earlier posts. */
function ListHead({ filter }: Pick<ListProps, 'filter'>) {
  const order = orderOf(filter);
  return (
    <div class="list-head small">
      <label class="pick scripted">
        <input type="checkbox" data-pick-all />
        <span class="unseen">Select all shown posts</span>
      </label>
      {order === 'today' && <a href={listPath({ ...filter, order: 'earlier' })}>Show earlier posts</a>}
      {order === 'earlier' && <a href={listPath({ ...filter, order: 'today' })}>Show posts from today on</a>}
    </div>
  );
}

function Rest({ filter, at, page }: Pick<ListProps, 'filter' | 'at' | 'page'>) {
  if (page.nextCursor === null) return null;
  const longer = nextRowCount(at.rows, STEP, page.data.length);
  return (
    <More
      id="posts"
      longer={at.cursor === '' && longer !== null ? listPath(filter, { rows: longer }) : null}
      further={listPath(filter, { cursor: page.nextCursor })}
    />
  );
}

interface NothingProps {
  readonly filter: ListFilter;
  readonly empty: string;
  readonly all: PostCount | undefined;
}

function Nothing({ filter, empty, all }: NothingProps) {
  if (filter.text !== '' || filter.platform !== '' || filter.label !== '') {
    return (
      <Empty title="No matching posts">
        <a href={listPath({ ...filter, text: '', platform: '', label: '' })}>Show all posts</a>
      </Empty>
    );
  }
  if (orderOf(filter) === 'today' && all && all.count > 0) {
    return (
      <Empty title="Nothing from today on">
        <a href={listPath({ ...filter, order: 'earlier' })}>Show earlier posts</a>
      </Empty>
    );
  }
  if (orderOf(filter) === 'earlier') {
    return (
      <Empty title="Nothing before today">
        <a href={listPath({ ...filter, order: 'today' })}>Show posts from today on</a>
      </Empty>
    );
  }
  return (
    <Empty title={empty}>
      <p>
        <a href="/posts/new">Write a post</a>, or ask your assistant for one.
      </p>
    </Empty>
  );
}
