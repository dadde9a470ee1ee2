import type { Child } from 'hono/jsx';
import { assetPath } from '../assets.js';
import type { User } from '../user.js';
import { ActForm } from './act-form.js';
import { Icon, type IconName, Mark } from './icons.js';
import { NAV_ID } from './live.js';

interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** What waits in it. */
  readonly counts?: keyof Waiting;
}

/** The rooms of the dashboard, in the order of the side bar. */
const NAV_ITEMS = [
  { path: '/', name: 'Today', icon: 'home' },
  { path: '/posts', name: 'Posts', icon: 'posts', counts: 'posts' },
  { path: '/calendar', name: 'Calendar', icon: 'calendar' },
  { path: '/inbox', name: 'Inbox', icon: 'inbox', counts: 'inbox' },
  { path: '/channels', name: 'Channels', icon: 'channels' },
  { path: '/activity', name: 'Activity', icon: 'activity' },
  { path: '/settings/keys', name: 'Settings', icon: 'settings' },
] as const satisfies readonly Place[];

type NavPath = (typeof NAV_ITEMS)[number]['path'];

interface FrameProps {
  readonly title: string;
  /** The room that the page belongs to; null: none. */
  readonly place: NavPath | null;
  readonly user: User;
  /** Further scripts of `dist/assets`, for this page alone. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly children: Child;
}

/**
 * Htmx takes its settings from here: nothing is evaluated, and no style is written into the page. What somebody has
 * opened stays open while the page changes under it.
 */
const HTMX_SETTINGS = JSON.stringify({
  includeIndicatorCSS: false,
  history: false,
  mode: 'same-origin',
  morphIgnore: ['data-htmx-powered', 'open'],
});

/** Where the first stop of a page leads. */
export const PAGE_ID = 'page';

/** What every page of the dashboard stands in, for somebody who is signed in. */
export function Frame({ title, place, user, scripts = [], styles = [], children }: FrameProps) {
  return (
    <Document
      title={title}
      styles={styles}
      scripts={['dashboard.js', ...scripts]}
      settings={{ 'htmx-config': HTMX_SETTINGS, 'csrf-token': user.csrfToken }}
    >
      <div class="frame">
        <Side place={place} user={user} />
        <main class="page" id={PAGE_ID} tabindex={-1}>
          {children}
        </main>
      </div>
      <div id="toasts" role="status" aria-live="polite" />
    </Document>
  );
}

async function Side({ place, user }: Pick<FrameProps, 'place' | 'user'>) {
  const { workspace } = user;
  const waiting = await waitingFor(user);
  return (
    <header class="side">
      <a class="brand" href="/">
        <Mark />
        Postrider
      </a>
      <nav id={NAV_ID} aria-label="Rooms">
        <ul class="nav">
          {(NAV_ITEMS as readonly Place[]).map(({ path, name, icon, counts }) => (
            <li>
              <a href={path} aria-current={path === place ? 'page' : undefined}>
                <Icon name={icon} />
                {name}
                {counts && <Count of={waiting[counts]} />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="side-foot">
        <span class="workspace">{workspace.name}</span>
        {workspace.sandbox === 1 && (
          <span class="pill plain calm" title="Its networks are simulated: nothing reaches the real ones.">
            Sandbox
          </span>
        )}
        <a class="soft zone" href="/settings/workspace">
          Times in {workspace.timezone}
        </a>
        <a class="soft zone" href="/reference">
          API reference
        </a>
        <ActForm action="/sign-out" csrfToken={user.csrfToken}>
          <button class="button quiet" type="submit">
            Sign out
          </button>
        </ActForm>
      </div>
    </header>
  );
}

function Count({ of }: { readonly of: number }) {
  if (of === 0) return null;
  return (
    <span class="count">
      {of}
      <span class="unseen"> waiting</span>
    </span>
  );
}

/** What stands alone on its page: signing in, and what went wrong. */
export function PlainFrame({ title, children }: { readonly title: string; readonly children: Child }) {
  return (
    <html lang="en">
      <head>
        <Head title={title} styles={[]} />
      </head>
      <body>
        <main class="plain stack">
          <span class="brand">
            <Mark />
            Postrider
          </span>
          {children}
        </main>
      </body>
    </html>
  );
}

interface DocumentProps {
  readonly title: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** What its scripts read: names and contents. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly children: Child;
}

/** A page with something beside what it is about: its first stop leads past that. */
export function Document({ title, styles, scripts, settings = {}, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <Head title={title} styles={styles} />
        {Object.entries(settings).map(([name, content]) => (
          <meta name={name} content={content} />
        ))}
        {scripts.map((name) => (
          <script src={assetPath(name)} defer />
        ))}
      </head>
      <body>
        <a class="skip" href={`#${PAGE_ID}`}>
          Skip to the page
        </a>
        {children}
      </body>
    </html>
  );
}

/** What every page begins with: its title and style sheets. */
function Head({ title, styles }: { readonly title: string; readonly styles: readonly string[] }) {
  return (
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · Postrider`}</title>
      <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
      {['dashboard.css', ...styles].map((name) => (
        <link rel="stylesheet" href={assetPath(name)} />
      ))}
    </>
  );
}

/** More than this is not counted out. */
const MAX_COUNT = 99;

/** What waits for the person: the numbers in the side bar. */
interface Waiting {
  readonly posts: number;
  readonly inbox: number;
}

async function waitingFor(user: User): Promise<Waiting> {
  const limit = String(MAX_COUNT);
  const posts = async (status: string) => (await user.call('posts.list', { query: { status, limit } })).data;
  const [attention, drafts, comments, conversations] = await Promise.all([
    posts('attention'),
    posts('draft'),
    user.call('comments.list', { query: { unanswered: 'true', limit } }),
    user.call('conversations.list', { query: { unanswered: 'true', window: 'open,closing', limit } }),
  ]);
  return {
    posts: attention.length + drafts.filter((draft) => draft.proposed !== null).length,
    inbox: comments.data.length + conversations.data.length,
  };
}
