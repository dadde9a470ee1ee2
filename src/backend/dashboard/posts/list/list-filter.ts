import { plusDays } from '../../../../time/wall-clock.js';
import { dateOf } from '../../../../time/weekly-window.js';
import { wallNow } from '../../layout/wall-now.js';
import type { User } from '../../user.js';

/** Rows at first, and per “Show more”. */
export const STEP = 30;

/** Posts that have a time and are not published yet. */
const UPCOMING = 'scheduled,queued,publishing';

/** Posts that wait for a decision: what failed, and what is in an app’s inbox. */
export const ATTENTION = 'attention';

/** Drafts to approve. */
export const APPROVALS = 'approval';

/** Posts that wait for a person. */
export const NEED_YOU = `${ATTENTION},${APPROVALS}`;

interface Tab {
  readonly status: string;
  readonly name: string;
  /** The text for an empty list. */
  readonly empty: string;
  /** Its posts wait for the user. */
  readonly waits?: boolean;
}

/** The tabs above the list. */
export const TABS: readonly [Tab, ...Tab[]] = [
  { status: '', name: 'All', empty: 'No posts yet' },
  { status: NEED_YOU, name: 'Need you', empty: 'No post needs you', waits: true },
  { status: APPROVALS, name: 'Approvals', empty: 'No draft waits for approval', waits: true },
  { status: 'draft', name: 'Drafts', empty: 'No drafts' },
  { status: UPCOMING, name: 'Scheduled', empty: 'Nothing is scheduled' },
  { status: 'published', name: 'Published', empty: 'Nothing published yet' },
  { status: 'cancelled', name: 'Cancelled', empty: 'No cancelled posts' },
];

/** The orders of the list. `today` and `earlier` show a part of it. */
export const ORDERS = {
  today: 'From today on',
  earlier: 'Before today, latest first',
  newest: 'Latest first',
  oldest: 'Earliest first',
} as const;

type Order = keyof typeof ORDERS;

const isOrder = (text: string): text is Order => Object.hasOwn(ORDERS, text);

/** What the address of the list says. */
export interface ListFilter {
  readonly status: string;
  readonly platform: string;
  /** The name of a label; empty for all posts. */
  readonly label: string;
  readonly text: string;
  /** Null: the usual order of the tab. */
  readonly order: Order | null;
}

/** The part of the list that is shown. */
export interface Place {
  readonly rows: number;
  /** Where it starts; empty for the beginning. */
  readonly cursor: string;
}

/** @param read a value of the address or of a form; empty if it is missing */
export function readFilter(read: (name: string) => string): ListFilter {
  const order = read('order');
  return {
    status: read('status'),
    platform: read('platform'),
    label: read('label'),
    text: read('text').trim(),
    order: isOrder(order) ? order : null,
  };
}

/** “All” starts at today, unless somebody searches. Scheduled posts are listed soonest first. */
export function orderOf({ status, text, label, order }: ListFilter): Order {
  if (order !== null) return order;
  if (status === UPCOMING) return 'oldest';
  return status === '' && text === '' && label === '' ? 'today' : 'newest';
}

/** The filter as fields of an address or a form, without empty ones. */
export function filterFields({ status, platform, label, text, order }: ListFilter): Record<string, string> {
  const fields = Object.entries({ status, platform, label, text, order: order ?? '' });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** The address of the list, with a number of rows, or starting at a cursor. */
export function listPath(filter: ListFilter, { rows = STEP, cursor = '' }: Partial<Place> = {}): string {
  const query = new URLSearchParams(filterFields(filter));
  if (rows !== STEP) query.set('rows', String(rows));
  if (cursor !== '') query.set('cursor', cursor);
  return query.size === 0 ? '/posts' : `/posts?${query}`;
}

/** The filters of the API that select the posts of the list. */
export function selectionOf(filter: ListFilter, user: User) {
  const { status, platform, label, text } = filter;
  const today = wallNow(user);
  const order = orderOf(filter);
  return {
    status,
    platform,
    label: label === '' ? undefined : label,
    text,
    from: order === 'today' ? dateOf(today) : undefined,
    to: order === 'earlier' ? dateOf(plusDays(today, -1)) : undefined,
  };
}

/** The sort order of the API. */
export function directionOf(filter: ListFilter): 'asc' | 'desc' {
  const order = orderOf(filter);
  return order === 'today' || order === 'oldest' ? 'asc' : 'desc';
}
