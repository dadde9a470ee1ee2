import type { Context, Hono } from 'hono';
import { findWorkspace } from '../../access/workspaces.js';
import { findPost } from '../../posts/repository.js';
import { viewPost } from '../../posts/view.js';
import type { Services } from '../../services.js';
import { workspaceNow } from '../../workspace-clock.js';
import type { HttpEnv } from '../exchange.js';
import { isLoopback } from '../host-guard.js';
import { STYLE_PATH } from './frame.js';
import { homePage } from './home.js';
import { pageAnswer, routed, styleSheetAnswer } from './page-answer.js';
import { messagePage, reviewPage } from './review.js';
import { PAGE_STYLE } from './style.js';

export interface PageOptions {
  /** The backend listens on this machine alone, and no public URL leads to it. */
  readonly local: boolean;
}

/** The backend's own pages, for people with a browser. */
export function addOwnPages(app: Hono<HttpEnv>, services: Services, { local }: PageOptions): void {
  app.get('/', (c) => pageAnswer(routed(c, '/'), 200, homePage(services.publicUrl)));
  app.get(STYLE_PATH, (c) => styleSheetAnswer(routed(c, STYLE_PATH), PAGE_STYLE));
  app.get('/posts/:id', async (c) => {
    const exchange = routed(c, '/posts/{id}');
    const { status, html } = await review(services, c.req.param('id'), local && isDirect(c));
    return pageAnswer(exchange, status, html);
  });
}

/** Whether the browser itself stands on this machine: asked for by a loopback name, and through no proxy. */
function isDirect(c: Context<HttpEnv>): boolean {
  const host = new URL(c.req.url).hostname;
  const proxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some((name) =>
    c.req.header(name),
  );
  return isLoopback(host) && !proxied;
}

interface Page {
  readonly status: number;
  readonly html: Promise<string>;
}

async function review({ store, clock, publicUrl }: Services, postId: string, open: boolean): Promise<Page> {
  if (!open) return closed();
  const place = await store.db
    .selectFrom('posts')
    .select('workspace_id')
    .where('id', '=', postId)
    .executeTakeFirst();
  const workspace = place && (await findWorkspace(store, place.workspace_id));
  if (workspace?.sandbox === 0) return closed();
  const stored = workspace && (await findPost(store.db, workspace.id, postId));
  return stored
    ? {
        status: 200,
        html: reviewPage(viewPost(stored, { now: workspaceNow(workspace, clock.now()), publicUrl })),
      }
    : { status: 404, html: messagePage('No such post', 'There is no post at this address.') };
}

function closed(): Page {
  const explanation =
    'A post’s page opens without sign-in only for sandbox workspaces, in a browser on the backend’s own machine. Everywhere else, read the post with an API key: GET /v1/posts/{id}.';
  return { status: 403, html: messagePage('This page is not open here', explanation) };
}
