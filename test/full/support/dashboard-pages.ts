import type { Page, Response } from 'playwright-core';
import { PLATFORMS } from '../../../src/contract/platforms.js';
import { LIVELY_PASSWORD, type Lively } from './lively-workspace.js';

/** A page of the dashboard or of a simulated network, in a workspace with data. */
export interface DashboardPage {
  /** Unique; also a file name. */
  readonly name: string;
  /** As in the router: `/posts/:id`; with the method if a form leads to it. */
  readonly route: string;
  readonly path: (place: Lively) => string;
  /** Submits a form on the page at that path. */
  readonly lead?: (page: Page) => Promise<void>;
  /** The response status, 200 by default. */
  readonly status?: number;
  /** Requires no session. */
  readonly isOpen?: boolean;
  /** A long document, whose compressed size counts. */
  readonly isLong?: boolean;
}

const at = (path: string) => () => path;

const press = (name: string | RegExp) => async (page: Page) => {
  const button = page.getByRole('button', { name }).first();
  // Wait for the page of the response, not for the current one.
  await Promise.all([page.waitForEvent('load'), button.click()]);
};

/** All pages. A test fails if the router has one that is not here. */
export const DASHBOARD_PAGES: readonly DashboardPage[] = [
  { name: 'today', route: '/', path: at('/') },
  { name: 'posts', route: '/posts', path: at('/posts') },
  { name: 'posts-need-you', route: '/posts', path: at('/posts?status=attention,approval') },
  { name: 'posts-no-match', route: '/posts', path: at('/posts?text=no+such+words') },
  { name: 'post-published', route: '/posts/:id', path: ({ published }) => `/posts/${published}` },
  { name: 'post-partial', route: '/posts/:id', path: ({ partial }) => `/posts/${partial}` },
  { name: 'post-unknown', route: '/posts/:id', path: ({ unknown }) => `/posts/${unknown}` },
  { name: 'post-approval', route: '/posts/:id', path: ({ approval }) => `/posts/${approval}` },
  { name: 'post-rejected', route: '/posts/:id', path: ({ rejected }) => `/posts/${rejected}` },
  { name: 'post-scheduled', route: '/posts/:id', path: ({ scheduled }) => `/posts/${scheduled}` },
  { name: 'post-gone', route: '/posts/:id', path: at('/posts/post_gone'), status: 404 },
  { name: 'compose', route: '/posts/new', path: at('/posts/new') },
  { name: 'edit', route: '/posts/:id/edit', path: ({ approval }) => `/posts/${approval}/edit` },
  { name: 'edit-with-media', route: '/posts/:id/edit', path: ({ scheduled }) => `/posts/${scheduled}/edit` },
  {
    name: 'post-delete-published',
    route: '/posts/:id/delete-published',
    path: ({ published }) => `/posts/${published}/delete-published`,
  },
  { name: 'calendar', route: '/calendar', path: at('/calendar?date=2026-12-03') },
  { name: 'calendar-month', route: '/calendar', path: at('/calendar?view=month&date=2026-12-03') },
  { name: 'calendar-list', route: '/calendar', path: at('/calendar?view=list&date=2026-12-03') },
  { name: 'insights', route: '/insights', path: at('/insights?days=90') },
  { name: 'schedules', route: '/schedules', path: at('/schedules') },
  { name: 'schedule-new', route: '/schedules/new', path: at('/schedules/new') },
  {
    name: 'schedule-edit',
    route: '/schedules/:id/edit',
    path: ({ heldSchedule }) => `/schedules/${heldSchedule}/edit`,
  },
  {
    name: 'schedule-refused',
    route: 'POST /schedules/:id/edit',
    path: ({ schedule }) => `/schedules/${schedule}/edit`,
    lead: async (page) => {
      for (const day of await page.locator('input[name="day"]:checked').all()) await day.uncheck();
      await press('Save changes')(page);
    },
    status: 422,
  },
  {
    name: 'schedule-pause',
    route: '/schedules/:id/pause',
    path: ({ heldSchedule }) => `/schedules/${heldSchedule}/pause`,
  },
  {
    name: 'schedule-delete',
    route: '/schedules/:id/delete',
    path: ({ heldSchedule }) => `/schedules/${heldSchedule}/delete`,
  },
  { name: 'media', route: '/media', path: at('/media') },
  { name: 'media-no-match', route: '/media', path: at('/media?text=nothing') },
  { name: 'media-file', route: '/media/:key', path: ({ medium }) => `/media/${medium}` },
  { name: 'inbox', route: '/inbox', path: at('/inbox') },
  { name: 'inbox-all', route: '/inbox', path: at('/inbox?show=all') },
  { name: 'comment', route: '/inbox/comments/:id', path: ({ comment }) => `/inbox/comments/${comment}` },
  {
    name: 'comment-answered',
    route: '/inbox/comments/:id',
    path: ({ answeredComment }) => `/inbox/comments/${answeredComment}`,
  },
  {
    name: 'conversation',
    route: '/inbox/conversations/:id',
    path: ({ conversation }) => `/inbox/conversations/${conversation}`,
  },
  {
    name: 'conversation-closed',
    route: '/inbox/conversations/:id',
    path: ({ closedConversation }) => `/inbox/conversations/${closedConversation}`,
  },
  { name: 'channels', route: '/channels', path: at('/channels') },
  {
    name: 'channel-disconnect',
    route: '/channels/:id/disconnect',
    path: ({ channel }) => `/channels/${channel}/disconnect`,
  },
  { name: 'activity', route: '/activity', path: at('/activity') },
  { name: 'activity-no-match', route: '/activity', path: at('/activity?text=no+such+call') },
  { name: 'keys', route: '/settings/keys', path: at('/settings/keys') },
  { name: 'key-new', route: '/settings/keys/new', path: at('/settings/keys/new') },
  {
    name: 'key-made',
    route: 'POST /settings/keys',
    path: at('/settings/keys/new'),
    lead: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Cursor on the laptop');
      await press('Create key')(page);
    },
  },
  { name: 'alerts', route: '/settings/alerts', path: at('/settings/alerts') },
  { name: 'assistants', route: '/settings/assistants', path: at('/settings/assistants') },
  { name: 'connect-assistant', route: '/authorize', path: ({ authorize }) => authorize },
  { name: 'connect-assistant-refused', route: '/authorize', path: at('/authorize'), status: 400 },
  { name: 'labels', route: '/settings/labels', path: at('/settings/labels') },
  { name: 'saved-texts', route: '/settings/texts', path: at('/settings/texts') },
  { name: 'webhooks', route: '/settings/webhooks', path: at('/settings/webhooks') },
  { name: 'webhook-new', route: '/settings/webhooks/new', path: at('/settings/webhooks/new') },
  {
    name: 'webhook-made',
    route: 'POST /settings/webhooks',
    path: at('/settings/webhooks/new'),
    lead: async (page) => {
      await page.getByLabel('URL').fill('https://newsletter.example/hook');
      await press('Add webhook')(page);
    },
  },
  {
    name: 'webhook',
    route: '/settings/webhooks/:id',
    path: ({ webhook }) => `/settings/webhooks/${webhook}`,
  },
  {
    name: 'webhook-edit',
    route: '/settings/webhooks/:id/edit',
    path: ({ webhook }) => `/settings/webhooks/${webhook}/edit`,
  },
  {
    name: 'delivery',
    route: '/settings/webhooks/:id/deliveries/:deliveryId',
    path: ({ webhook, delivery }) => `/settings/webhooks/${webhook}/deliveries/${delivery}`,
  },
  { name: 'workspace', route: '/settings/workspace', path: at('/settings/workspace') },
  {
    name: 'workspace-refused',
    route: 'POST /settings/workspace',
    path: at('/settings/workspace'),
    lead: async (page) => {
      await page.getByLabel('Time zone').fill('Europe/Belrin');
      await press('Save changes')(page);
    },
    status: 422,
  },
  { name: 'people', route: '/settings/people', path: at('/settings/people') },
  {
    name: 'person-sessions',
    route: '/settings/people/:id/sessions',
    path: ({ person }) => `/settings/people/${person}/sessions`,
  },
  {
    name: 'invited',
    route: 'POST /settings/people/invite',
    path: at('/settings/people'),
    lead: press('Create invitation link'),
  },
  { name: 'sign-in-settings', route: '/settings/sign-in', path: at('/settings/sign-in') },
  {
    name: 'sign-in-settings-refused',
    route: 'POST /settings/sign-in/password',
    path: at('/settings/sign-in'),
    lead: async (page) => {
      await page.getByLabel('Current password').fill(LIVELY_PASSWORD);
      await page.getByLabel('New password', { exact: true }).fill('password1234');
      await page.getByLabel('Repeat the new password').fill('password1234');
      await press('Change password')(page);
    },
    status: 422,
  },
  { name: 'nothing-here', route: '*', path: at('/no/such/page'), status: 404 },
  { name: 'reference', route: '/reference', path: at('/reference'), isOpen: true, isLong: true },
  { name: 'sign-in', route: '/sign-in', path: at('/sign-in'), isOpen: true },
  { name: 'second-step', route: '/sign-in/second-factor', path: at('/sign-in/second-factor'), isOpen: true },
  {
    name: 'authenticator',
    route: '/settings/sign-in/authenticator',
    path: at('/settings/sign-in/authenticator'),
  },
  { name: 'sign-in-used', route: '/sign-in', path: at('/sign-in?token=used'), status: 403, isOpen: true },
  { name: 'join', route: '/join', path: ({ invitation }) => `/join?token=${invitation}`, isOpen: true },
  { name: 'join-used', route: '/join', path: at('/join?token=used'), status: 403, isOpen: true },
  { name: 'nothing-here-open', route: '*', path: at('/no/such/page'), status: 404, isOpen: true },
  ...PLATFORMS.map((platform) => ({
    name: `network-${platform}`,
    route: '/network/:platform',
    path: at(`/network/${platform}`),
    isOpen: true,
  })),
  {
    name: 'network-post',
    route: '/network/:platform/*',
    path: ({ atNetwork }) => atNetwork,
    isOpen: true,
  },
  {
    name: 'network-direct',
    route: '/network/:platform/*',
    path: ({ directAtNetwork }) => directAtNetwork,
    isOpen: true,
  },
  {
    name: 'network-nothing',
    route: '/network/:platform/*',
    path: at('/network/instagram/p/nothing'),
    status: 404,
    isOpen: true,
  },
];

/** The minimum width of the calendar’s grid, in pixels. */
const MIN_GRID_WIDTH = 736;

/**
 * Opens the page, and waits until its scripts have rendered.
 *
 * @returns the response status
 */
export async function openPage(page: Page, { path, lead }: DashboardPage, place: Lively): Promise<number> {
  let status = 0;
  const note = (answer: Response): void => {
    const request = answer.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) status = answer.status();
  };
  page.on('response', note);
  await page.goto(path(place));
  await lead?.(page);
  page.off('response', note);
  // Narrow pages show the list of days instead of the grid.
  const width = page.viewportSize()?.width ?? 0;
  const isDrawn = width >= MIN_GRID_WIDTH && (await page.locator('.planner:not(.list)').count()) > 0;
  if (isDrawn) await page.locator('#grid .ec-event').first().waitFor();
  return status;
}

/** GET routes that are not pages, and why. */
export const NO_PAGES: Readonly<Record<string, string>> = {
  '/v1/*': 'the API',
  '/openapi.json': 'the API',
  '/healthz': 'the API',
  '/readyz': 'the API',
  '/mcp': 'the tools',
  '/assets/:name': 'a file',
  '/media/files/*': 'a file',
  '/oauth/bluesky/client-metadata.json': 'a description of Postrider for servers of Bluesky',
  '/.well-known/oauth-protected-resource': 'a description of /mcp for assistants',
  '/.well-known/oauth-protected-resource/mcp': 'a description of /mcp for assistants',
  '/.well-known/oauth-authorization-server': 'a description of the authorization server for assistants',
  '/.well-known/oauth-authorization-server/mcp': 'a description of the authorization server for assistants',
  '/notices/:platform/:app': 'a check of the address by a network',
  '/notices/:platform/:app/:workspace{ws_[0-9a-z]{1,40}}': 'the same, for one workspace',
  '/notices/:platform/:app/deletion/:code': 'a text for whom a network has asked to have data deleted',
  '/network/assets/:name': 'a file',
  '/live': 'a stream of events',
  '/settings': 'a redirect',
  '/channels/connect/:platform': 'a page of live workspaces: connect-accounts.test.ts',
  '/channels/connections/:id': 'a page of live workspaces: connect-accounts.test.ts',
  '/channels/:id/connect': 'a page of live workspaces: connect-accounts.test.ts',
  '/connect/callback': 'a page of live workspaces: connect-accounts.test.ts',
  '/calendar/entries': 'data of the grid',
  '/inbox/conversations/:id/write': 'a fragment',
  '/media/:key/crop': 'a dialog: crop.test.ts',
};
