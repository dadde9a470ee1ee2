import type { Context, Hono } from 'hono';
import { isPlatform } from '../../contract/platforms.js';
import { timeOfWorkspace } from '../domain/access/workspaces.js';
import { compressed } from '../http/compressed.js';
import { pageAnswer, routed, styleSheetAnswer } from '../http/page-answer.js';
import { refuseUnrouted } from '../http/paths.js';
import type { HttpEnv } from '../http/request-context.js';
import type { Services } from '../operations/services.js';
import {
  networkStyles,
  renderNetworkDirect,
  renderNetworkNotFound,
  renderNetworkPost,
  renderNetworkTimeline,
} from '../simulators/pages.js';
import { type PageSource, simulatedDirect, simulatedPost, simulatedTimeline } from './simulated-posts.js';

/** `/@handle` and nothing more: an account's own page. */
const PROFILE = /^\/@([^/]+)$/;

/** A conversation, under an id that nobody guesses: the person at the other end has it. */
const DIRECT = /^\/direct\/t\/([^/]+)$/;

/** The simulated networks' own web sites: posts, accounts and style sheets, open as the networks' are. */
export function addNetworkPages(app: Hono<HttpEnv>, services: Services): void {
  app.get('/network/assets/:name', async (c) => {
    const context = routed(c, '/network/assets/{name}');
    const css = await networkStyles(c.req.param('name'));
    if (css === null) throw refuseUnrouted(c.req.method, c.req.path);
    return styleSheetAnswer(context, css);
  });

  for (const path of ['/network/:platform', '/network/:platform/*']) {
    app.get(path, async (c) => compressed(await show(c, services, c.req.param('platform') ?? ''), c.req.raw));
  }
}

async function show(c: Context<HttpEnv>, services: Services, platform: string): Promise<Response> {
  const context = routed(c, '/network/{platform}/*');
  if (!isPlatform(platform)) throw refuseUnrouted(c.req.method, c.req.path);
  const source = pageSource(services);
  const webUrl = `${services.publicUrl}/network/${platform}`;
  const shared = async ({ workspaceId }: { readonly workspaceId: string }) => {
    return { platform, webUrl, now: await timeOfWorkspace(services, workspaceId) };
  };
  const url = new URL(c.req.url);
  const path = decoded(url.pathname.slice(`/network/${platform}`.length)).replace(/\/$/, '');

  const handle = PROFILE.exec(path)?.[1] ?? null;
  const direct = DIRECT.exec(path)?.[1];
  if (direct !== undefined) {
    const found = await simulatedDirect(source.store, platform, direct);
    if (found) return pageAnswer(context, 200, renderNetworkDirect({ ...(await shared(found)), ...found }));
  } else if (path === '' || handle !== null) {
    const timeline = await simulatedTimeline(source, platform, handle);
    if (timeline)
      return pageAnswer(context, 200, renderNetworkTimeline({ ...(await shared(timeline)), ...timeline }));
  } else {
    // Some networks name the post in the query: /watch?v=…
    const found =
      (await simulatedPost(source, platform, `${path}${decoded(url.search)}`)) ??
      (await simulatedPost(source, platform, path));
    if (found) return pageAnswer(context, 200, renderNetworkPost({ ...(await shared(found)), ...found }));
  }
  const somebody = await simulatedTimeline(source, platform, null);
  const place = somebody
    ? { ...(await shared(somebody)), account: somebody.account }
    : { platform, webUrl, now: services.clock.now() };
  return pageAnswer(context, 404, renderNetworkNotFound(place));
}

/** How long a page's images can be loaded, in milliseconds. */
const PAGE_LIFE_MS = 24 * 60 * 60_000;

/** Files are named by their path alone: a page loads them from whichever host it was loaded from. */
function pageSource({ store, mediaUrls, clock }: Services): PageSource {
  const expiresAt = clock.now() + PAGE_LIFE_MS;
  return {
    store,
    addressesIn:
      (workspaceId) =>
      ({ sha256, contentType }) => {
        const url = new URL(mediaUrls.urlOf({ name: { workspaceId, sha256 }, contentType }, expiresAt));
        return `${url.pathname}${url.search}`;
      },
  };
}

/** As the path was written before it was put into an address; an address that is broken stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
