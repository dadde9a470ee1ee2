import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import type { PostPage as Page } from '../../../contract/posts.js';
import { Frame, type Waiting } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, PageHead } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import type { Person } from '../person.js';
import { PostRow, PostRows } from './post-row.js';

/** The tabs over the list: what each shows, and what stands there when it is empty. */
const TABS = [
  { status: '', name: 'All', empty: 'There is no post yet' },
  { status: 'attention', name: 'Need you', empty: 'Nothing needs you' },
  { status: 'draft', name: 'Drafts', empty: 'There is no draft' },
  { status: 'scheduled,queued,publishing', name: 'Coming', empty: 'Nothing is scheduled' },
  { status: 'published', name: 'Published', empty: 'Nothing has gone out yet' },
  { status: 'cancelled', name: 'Cancelled', empty: 'Nothing was cancelled' },
] as const;

/** What the list is narrowed to. */
export interface ListFilter {
  readonly status: string;
  readonly platform: string;
  readonly text: string;
}

interface ListProps {
  readonly person: Person;
  readonly page: Page;
  readonly filter: ListFilter;
  readonly waiting: Waiting;
}

/** Every post, newest first; what is to come, soonest first. */
export function PostsPage({ person, page, filter, waiting }: ListProps) {
  const tab = TABS.find(({ status }) => status === filter.status) ?? TABS[0];
  const narrowed = filter.text !== '' || filter.platform !== '';
  return (
    <Frame title="Posts" place="/posts" person={person} waiting={waiting}>
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
      <div {...live('posts', listPath(filter))}>
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
          <PostRows posts={page.data} now={person.now} label={`Posts: ${tab.name}`}>
            {page.nextCursor !== null && <More path={listPath(filter, page.nextCursor)} />}
          </PostRows>
        )}
      </div>
    </Frame>
  );
}

/** The rows of a further page, which take the place of the button that asked for them. */
export function MoreRows({ person, page, filter }: Omit<ListProps, 'waiting'>) {
  return (
    <>
      {page.data.map((post) => (
        <PostRow post={post} now={person.now} />
      ))}
      {page.nextCursor !== null && <More path={listPath(filter, page.nextCursor)} />}
    </>
  );
}

function More({ path }: { readonly path: string }) {
  return (
    <li class="more" hx-get={path} hx-trigger="click from:find a" hx-swap="outerHTML">
      <a class="button" href={path}>
        Show more
      </a>
    </li>
  );
}

function listPath({ status, platform, text }: ListFilter, cursor?: string): string {
  const query = new URLSearchParams(
    Object.entries({ status, platform, text, cursor: cursor ?? '' }).filter(([, value]) => value !== ''),
  );
  return query.size === 0 ? '/posts' : `/posts?${query}`;
}
