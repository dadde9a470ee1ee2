import type { Context, Hono } from 'hono';
import { isPlatform } from '../../contract/platforms.js';
import { findWorkspace } from '../domain/access/workspaces.js';
import { pathRefused } from '../http/paths.js';
import type { HttpEnv, RequestContext } from '../http/request-context.js';
import { compressed } from '../http/responses/compressed.js';
import {
  drawingAnswer,
  pageAnswer,
  permanentStyleSheetAnswer,
  routed,
  styleSheetAnswer,
} from '../http/responses/page-answer.js';
import { avatarSvg } from '../networks/avatars.js';
import type { Services } from '../operations/services.js';
import {
  networkStyles,
  renderNetworkDirect,
  renderNetworkNotFound,
  renderNetworkPost,
  renderNetworkTimeline,
} from '../simulators/pages.js';
import { PREVIEW_SHEET, previewSheet } from '../simulators/post-preview.js';
import { workspaceNow } from '../store/workspace-clock.js';
import { type PageSource, simulatedDirect, simulatedPost, simulatedTimeline } from './simulated-posts.js';

/** The page of an account: `/@handle`. */
const PROFILE = /^\/@([^/]+)$/;

/** The page of a conversation. Only the other person has its unguessable id. */
const DIRECT = /^\/direct\/t\/([^/]+)$/;

/** Who may open the pages: anyone who has the URL, or only people who are signed in to the dashboard. */
export type NetworkPagesAudience = 'everyone' | 'signed-in';

export interface NetworkPagesAccess {
  readonly mayVisit: (c: Context<HttpEnv>) => Promise<boolean>;
  /** Sends a browser to the sign-in page, and back afterwards. */
  readonly askToSignIn: (c: Context<HttpEnv>, context: RequestContext) => Response;
}

/** Adds the web pages of the simulated networks: posts, accounts and style sheets. */
export function addNetworkPages(
  app: Hono<HttpEnv>,
  services: Services,
  { mayVisit, askToSignIn }: NetworkPagesAccess,
): void {
  app.get('/network/assets/:name', async (c) => {
    const context = routed(c, '/network/assets/{name}');
    const name = c.req.param('name');
    const avatar = avatarSvg(name);
    if (avatar !== null) return drawingAnswer(context, avatar);
    if (name === PREVIEW_SHEET) return permanentStyleSheetAnswer(context, (await previewSheet()).css);
    const css = await networkStyles(name);
    if (css === null) throw pathRefused(c.req.path);
    return styleSheetAnswer(context, css);
  });

  for (const path of ['/network/:platform', '/network/:platform/*']) {
    app.get(path, async (c) => {
      const context = routed(c, '/network/{platform}/*');
      if (await mayVisit(c)) {
        return compressed(await show(c, services, c.req.param('platform') ?? ''), c.req.raw);
      }
      return askToSignIn(c, context);
    });
  }
}

async function show(c: Context<HttpEnv>, services: Services, platform: string): Promise<Response> {
  const context = c.get('context');
  if (!isPlatform(platform)) throw pathRefused(c.req.path);
  const source = pageSource(services);
  const webUrl = `${services.publicUrl}/network/${platform}`;
  const shared = async ({ workspaceId }: { readonly workspaceId: string }) => {
    const workspace = await findWorkspace(services.store, workspaceId);
    const systemNow = services.clock.now();
    return {
      ...{ platform, webUrl, timezone: workspace?.timezone ?? 'UTC' },
      now: workspace ? workspaceNow(workspace, systemNow) : systemNow,
    };
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
    // Some networks have the post’s id in the query: /watch?v=…
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

/** How long the signed media URLs of a page are valid, in milliseconds. */
const MEDIA_URL_LIFETIME_MS = 24 * 60 * 60_000;

/** Media URLs are paths, so that a page loads them from its own host. */
function pageSource({ store, mediaUrls, clock }: Services): PageSource {
  const expiresAt = clock.now() + MEDIA_URL_LIFETIME_MS;
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

/** Decodes a path; an invalid encoding is left unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
