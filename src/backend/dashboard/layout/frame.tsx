import type { Child } from 'hono/jsx';
import { showHidden } from '../../../base/hidden-characters.js';
import type { PostCount } from '../../../contract/posts/posts.js';
import type { ActingPerson } from '../../operations/call.js';
import { assetPath } from '../assets.js';
import { may, type User } from '../user.js';
import { ActForm } from './act-form.js';
import { Icon, type IconName, Mark } from './icons.js';
import { KeysDialog } from './keys-dialog.js';
import { NAV_ID } from './live.js';
import { Notice } from './parts.js';
import { settingsPath } from './settings-pages.js';
import { countWords, waitingFor } from './waiting.js';

interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** The count to show next to it. */
  readonly counts?: 'posts' | 'inbox';
}

/** The first settings page; it stands for all of them. */
const SETTINGS = '/settings/keys';

/** The main navigation, in its order. */
const NAV_ITEMS = [
  { path: '/', name: 'Today', icon: 'home' },
  { path: '/posts', name: 'Posts', icon: 'posts', counts: 'posts' },
  { path: '/calendar', name: 'Calendar', icon: 'calendar' },
  { path: '/inbox', name: 'Inbox', icon: 'inbox', counts: 'inbox' },
  { path: '/insights', name: 'Insights', icon: 'insights' },
  { path: '/channels', name: 'Channels', icon: 'channels' },
  { path: '/activity', name: 'Activity', icon: 'activity' },
  { path: SETTINGS, name: 'Settings', icon: 'settings' },
] as const satisfies readonly Place[];

type NavPath = (typeof NAV_ITEMS)[number]['path'];

interface FrameProps {
  readonly title: string;
  /** The navigation item that the page belongs to; null for none. */
  readonly place: NavPath | null;
  readonly user: User;
  /** More scripts from `dist/assets`, for this page only. */
  readonly scripts?: readonly string[];
  /** More style sheets for this page only: assets, or paths on this server. */
  readonly styles?: readonly string[];
  /** A toast about what the user has just done. */
  readonly toast?: Child;
  readonly children: Child;
}

/**
 * Settings that htmx reads from the page: no `eval`, no inline styles. A `details` element that the user opened stays open
 * when the page updates.
 */
const HTMX_SETTINGS = JSON.stringify({
  includeIndicatorCSS: false,
  history: false,
  mode: 'same-origin',
  morphIgnore: ['data-htmx-powered', 'open'],
});

/** The target of the “Skip to content” link. */
export const PAGE_ID = 'page';

/** The layout of every page for signed-in users. */
export function Frame({ title, place, user, scripts = [], styles = [], toast, children }: FrameProps) {
  return (
    <Document
      title={title}
      styles={styles}
      scripts={['dashboard.js', ...scripts]}
      settings={{ 'htmx-config': HTMX_SETTINGS, 'csrf-token': user.csrfToken }}
    >
      <ConnectionBar />
      <div class="frame">
        <Side place={place} user={user} />
        <main class="page" id={PAGE_ID} tabindex={-1}>
          {user.alert !== null && (
            <Notice tone="bad">
              <p role="alert">{user.alert}</p>
            </Notice>
          )}
          {children}
        </main>
      </div>
      <KeysDialog />
      <div id="toasts" role="status" aria-live="polite">
        {toast}
      </div>
    </Document>
  );
}

/** A script shows it while the server does not answer. The countdown is not read aloud every second. */
function ConnectionBar() {
  return (
    <div id="connection" class="connection" role="status" hidden>
      <span />
      <span aria-hidden="true" />
      <button type="button" class="button quiet">
        Try now
      </button>
    </div>
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
      <nav id={NAV_ID} aria-label="Main">
        <ul class="nav">
          {(NAV_ITEMS as readonly Place[]).map(({ path, name, icon, counts }) => (
            <li>
              <a
                href={path === SETTINGS ? settingsPath(user) : path}
                aria-current={path === place ? 'page' : undefined}
              >
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
        {user.isRehearsal ? (
          <span
            class="pill plain calm"
            title="Networks are simulated on this machine. Nothing reaches the real ones, and all data is lost at the end."
          >
            <span>
              Rehearsal<span class="wide">: nothing is published</span>
            </span>
          </span>
        ) : workspace.sandbox === 1 ? (
          <span class="pill plain calm" title="Networks are simulated. Nothing reaches the real ones.">
            <span>
              Sandbox<span class="wide">: nothing is published</span>
            </span>
          </span>
        ) : (
          <span class="pill plain warn" title="Posts are published on the real networks.">
            <span>
              Live<span class="wide">: networks are real</span>
            </span>
          </span>
        )}
        <a class="soft zone" href="/settings/sign-in">
          {personWords(user.person)}
        </a>
        {may(user, 'workspace:manage') ? (
          <a class="soft zone" href="/settings/workspace">
            Times in {workspace.timezone}
          </a>
        ) : (
          <span class="soft zone">Times in {workspace.timezone}</span>
        )}
        <a class="soft zone" href="/reference">
          API reference
        </a>
        <button class="button quiet zone with-script" type="button" data-keys aria-keyshortcuts="?">
          Keyboard shortcuts
        </button>
        <ActForm action="/sign-out" csrfToken={user.csrfToken}>
          <button class="button quiet" type="submit">
            Sign out
          </button>
        </ActForm>
      </div>
    </header>
  );
}

/** Who is signed in, and what their role is: `Ann, editor`. */
function personWords({ name, role }: ActingPerson): string {
  return name.toLowerCase() === role ? name : `${name}, ${role}`;
}

function Count({ of }: { readonly of: PostCount }) {
  if (of.count === 0 && of.isExact) return null;
  return (
    <span class="count">
      {countWords(of)}
      <span class="unseen"> waiting</span>
    </span>
  );
}

interface PlainFrameProps {
  readonly title: string;
  /** The address that the page moves on to by itself. */
  readonly refresh?: string;
  /** Scripts from `dist/assets`. */
  readonly scripts?: readonly string[];
  readonly children: Child;
}

/** The layout without navigation, for sign-in and errors. */
export function PlainFrame({ title, refresh, scripts = [], children }: PlainFrameProps) {
  return (
    <html lang="en">
      <head>
        <Head title={title} styles={[]} />
        {refresh !== undefined && <meta http-equiv="refresh" content={`0;url=${refresh}`} />}
        {scripts.map((name) => (
          <script src={assetPath(name)} defer />
        ))}
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
  /** `meta` elements that scripts read, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly children: Child;
}

/** A document whose first focusable element skips the navigation. */
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
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

/** The title and style sheets of every page. */
function Head({ title, styles }: { readonly title: string; readonly styles: readonly string[] }) {
  return (
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${showHidden(title)} · Postrider`}</title>
      <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
      {['dashboard.css', ...styles].map((name) => (
        <link rel="stylesheet" href={name.startsWith('/') ? name : assetPath(name)} />
      ))}
    </>
  );
}
