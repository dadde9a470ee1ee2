import type { DashboardRight } from '../../../contract/roles.js';
import { may, type User } from '../user.js';

interface SettingsPage {
  readonly path: string;
  readonly name: string;
  /** What a role must allow for the page to be shown; absent: every role sees it. */
  readonly right?: DashboardRight;
}

const PAGES = [
  { path: '/settings/keys', name: 'API keys', right: 'keys:manage' },
  { path: '/settings/assistants', name: 'Assistants' },
  { path: '/settings/webhooks', name: 'Webhooks' },
  { path: '/settings/alerts', name: 'Alerts' },
  { path: '/settings/labels', name: 'Labels' },
  { path: '/settings/texts', name: 'Saved texts' },
  { path: '/settings/workspace', name: 'Workspace', right: 'workspace:manage' },
  { path: '/settings/people', name: 'People' },
  { path: '/settings/sign-in', name: 'Account' },
] as const satisfies readonly SettingsPage[];

export type SettingsPath = (typeof PAGES)[number]['path'];

/** The settings pages that a user may open. */
export function pagesFor(user: User): readonly (typeof PAGES)[number][] {
  return PAGES.filter((page) => !('right' in page) || may(user, page.right));
}

/** Where “Settings” leads. */
export function settingsPath(user: User): string {
  return pagesFor(user)[0]?.path ?? '/settings/sign-in';
}
