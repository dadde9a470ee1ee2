import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import type { PostPage as Page } from '../../../contract/posts/posts.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { More } from '../layout/more.js';
import { Empty, PageHead } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import { type Waiting, waitingFor } from '../layout/waiting.js';
import { nextRowCount } from '../rows.js';
import type { User } from '../user.js';
import { PostRows } from './post-row.js';

/** Rows at first, and per “Show more”. */
export const STEP = 30;

/** Posts that have a time and are not published yet. */
export const UPCOMING = 'scheduled,queued,publishing';

/** Posts that wait for a decision: what failed, and drafts to approve. */
export const NEED_YOU = 'attention,approval';

interface Tab {
  readonly status: string;
  readonly name: string;
  /** The text for an empty list. */
  readonly empty: string;
  /** The count to show next to the name. */
  readonly counts?: keyof Waiting;
}

/** The tabs above the list. */
const TABS: readonly [Tab, ...Tab[]] = [
  { status: '', name: 'All', empty: 'No posts yet' },
  { status: NEED_YOU, name: 'Need you', empty: 'No post needs you', counts: 'posts' },
  { status: 'approval', name: 'Approvals', empty: 'No draft waits for approval', counts: 'approvals' },
  { status: 'draft', name: 'Drafts', empty: 'No drafts' },
  { status: UPCOMING, name: 'Scheduled', empty: 'Nothing is scheduled' },
  { status: 'published', name: 'Published', empty: 'Nothing published yet' },
  { status: 'cancelled', name: 'Cancelled', empty: 'No cancelled posts' },
];

/** The filters of the list. */
export interface ListFilter {
  readonly status: string;
  readonly platform: string;
  readonly text: string;
}

/** The part of the list that is shown. */
interface Place {
  readonly rows: number;
  /** Where it starts; empty for the beginning. */
  readonly cursor: string;
}

interface ListProps {
  readonly user: User;
  readonly page: Page;
  readonly filter: ListFilter;
  readonly at: Place;
}

/** Posts, newest first; scheduled posts, soonest first. */
export async function PostsPage({ user, page, filter, at }: ListProps) {
  const tab = TABS.find(({ status }) => status === filter.status) ?? TABS[0];
  const narrowed = filter.text !== '' || filter.platform !== '';
  const waiting = await waitingFor(user);
  const longer = nextRowCount(at.rows, STEP, page.data.length);
  // Only the beginning of the list is live.
  const list = at.cursor === '' ? live('posts', listPath(filter, at)) : { id: 'posts' };
  return (
    <Frame title="Posts" place="/posts" user={user}>
      <PageHead title="Posts">
        <a class="button main" href="/posts/new">
          Write a post
        </a>
      </PageHead>
      <Tabs
        label="Filter posts"
        tabs={TABS.map(({ status, name, counts }) => ({
          path: listPath({ ...filter, status }),
          name,
          ...(counts && { count: waiting[counts] }),
          here: status === tab.status,
        }))}
      />
      <search>
        <form class="filter" method="get" action="/posts">
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
          <button class="button" type="submit">
            Search
          </button>
        </form>
      </search>
      <div {...list}>
        {page.data.length === 0 ? (
          <Empty title={narrowed ? 'No matching posts' : tab.empty}>
            {narrowed ? (
              <a href={listPath({ ...filter, text: '', platform: '' })}>Show all posts</a>
            ) : (
              <p>
                <a href="/posts/new">Write a post</a>, or ask your assistant for one.
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

/** The address of the list, with a number of rows, or starting at a cursor. */
function listPath(
  { status, platform, text }: ListFilter,
  { rows = STEP, cursor = '' }: Partial<Place> = {},
): string {
  const given = { status, platform, text, rows: rows === STEP ? '' : String(rows), cursor };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/posts' : `/posts?${query}`;
}
