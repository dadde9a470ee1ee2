import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import type { PostPage as Page } from '../../../contract/posts/posts.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { More } from '../layout/more.js';
import { Empty, PageHead } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import { nextRowCount } from '../rows.js';
import type { User } from '../user.js';
import { PostRows } from './post-row.js';

/** Rows at first, and those that “Show more” adds. */
export const STEP = 30;

/** What has a time and is not out yet. */
export const UPCOMING = 'scheduled,queued,publishing';

/** The tabs over the list: what each shows, and what stands there when it is empty. */
const TABS = [
  { status: '', name: 'All', empty: 'There is no post yet' },
  { status: 'attention', name: 'Need you', empty: 'Nothing needs you' },
  { status: 'draft', name: 'Drafts', empty: 'There is no draft' },
  { status: UPCOMING, name: 'Coming', empty: 'Nothing is scheduled' },
  { status: 'published', name: 'Published', empty: 'Nothing has gone out yet' },
  { status: 'cancelled', name: 'Cancelled', empty: 'Nothing was cancelled' },
] as const;

/** What the list is narrowed to. */
export interface ListFilter {
  readonly status: string;
  readonly platform: string;
  readonly text: string;
}

/** Which part of the list is shown. */
interface Place {
  readonly rows: number;
  /** From where on; empty: from the beginning. */
  readonly cursor: string;
}

interface ListProps {
  readonly user: User;
  readonly page: Page;
  readonly filter: ListFilter;
  readonly at: Place;
}

/** Every post, newest first; what is to come, soonest first. */
export function PostsPage({ user, page, filter, at }: ListProps) {
  const tab = TABS.find(({ status }) => status === filter.status) ?? TABS[0];
  const narrowed = filter.text !== '' || filter.platform !== '';
  const longer = nextRowCount(at.rows, STEP);
  // What follows a place in the list stays as it is: only from the beginning on do changes show.
  const list = at.cursor === '' ? live('posts', listPath(filter, at)) : { id: 'posts' };
  return (
    <Frame title="Posts" place="/posts" user={user}>
      <PageHead title="Posts">
        <a class="button main" href="/posts/new">
          Write a post
        </a>
      </PageHead>
      <Tabs
        label="Which posts"
        tabs={TABS.map(({ status, name }) => ({
          path: listPath({ ...filter, status }),
          name,
          here: status === tab.status,
        }))}
      />
      <search>
        <form class="filter" method="get" action="/posts">
          <input type="hidden" name="status" value={filter.status} />
          <label class="unseen" for="text">
            Text
          </label>
          <input
            type="search"
            id="text"
            name="text"
            placeholder="Search the texts"
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
          <button class="button" type="submit">
            Search
          </button>
        </form>
      </search>
      <div {...list}>
        {page.data.length === 0 ? (
          <Empty title={narrowed ? 'No post matches' : tab.empty}>
            {narrowed ? (
              <a href={listPath({ ...filter, text: '', platform: '' })}>Show them all</a>
            ) : (
              <p>
                <a href="/posts/new">Write one here</a>, or ask your assistant for one.
              </p>
            )}
          </Empty>
        ) : (
          <>
            <PostRows posts={page.data} now={user.now} label={`Posts: ${tab.name}`} />
            {page.nextCursor !== null && (
              <More
                id="posts"
                longer={at.cursor === '' && longer !== null ? listPath(filter, { rows: longer }) : null}
                further={listPath(filter, { cursor: page.nextCursor })}
              />
            )}
          </>
        )}
      </div>
    </Frame>
  );
}

/** The address of the list, of so many rows of it, or of what follows a place in it. */
function listPath(
  { status, platform, text }: ListFilter,
  { rows = STEP, cursor = '' }: Partial<Place> = {},
): string {
  const given = { status, platform, text, rows: rows === STEP ? '' : String(rows), cursor };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/posts' : `/posts?${query}`;
}
