import type { Context, Hono } from 'hono';
import { isPlatform } from '../../../contract/platforms.js';
import {
  NETWORK_ASSETS,
  renderNetworkNotFound,
  renderNetworkPost,
  renderNetworkTimeline,
} from '../../networks/pages.js';
import type { Services } from '../../services.js';
import type { HttpEnv } from '../exchange.js';
import { refuseUnrouted } from '../paths.js';
import { pageAnswer, routed, styleSheetAnswer } from './page-answer.js';
import { simulatedPost, simulatedTimeline } from './simulated-posts.js';

/** `/@handle` and nothing more: an account's own page. */
const PROFILE = /^\/@([^/]+)$/;

/** The simulated networks' own web sites: posts, accounts and style sheets, open as the networks' are. */
export function addNetworkPages(app: Hono<HttpEnv>, services: Services): void {
  app.get('/network/assets/:name', (c) => {
    const exchange = routed(c, '/network/assets/{name}');
    const name = c.req.param('name');
    const css = Object.hasOwn(NETWORK_ASSETS, name) ? NETWORK_ASSETS[name] : undefined;
    if (css === undefined) throw refuseUnrouted(c.req.method, c.req.path);
    return styleSheetAnswer(exchange, css);
  });

  app.get('/network/:platform', (c) => show(c, services, c.req.param('platform')));
  app.get('/network/:platform/*', (c) => show(c, services, c.req.param('platform')));
}

async function show(c: Context<HttpEnv>, services: Services, platform: string): Promise<Response> {
  const exchange = routed(c, '/network/{platform}/*');
  if (!isPlatform(platform)) throw refuseUnrouted(c.req.method, c.req.path);
  const { store } = services;
  const webUrl = `${services.publicUrl}/network/${platform}`;
  const shared = { platform, webUrl, now: services.clock.now() };
  const url = new URL(c.req.url);
  const path = decoded(url.pathname.slice(`/network/${platform}`.length)).replace(/\/$/, '');

  const handle = PROFILE.exec(path)?.[1] ?? null;
  if (path === '' || handle !== null) {
    const timeline = await simulatedTimeline(store, platform, handle);
    if (timeline) return pageAnswer(exchange, 200, renderNetworkTimeline({ ...shared, ...timeline }));
  } else {
    // Some networks name the post in the query: /watch?v=…
    const found =
      (await simulatedPost(store, platform, `${path}${decoded(url.search)}`)) ??
      (await simulatedPost(store, platform, path));
    if (found) return pageAnswer(exchange, 200, renderNetworkPost({ ...shared, ...found }));
  }
  const somebody = await simulatedTimeline(store, platform, null);
  return pageAnswer(
    exchange,
    404,
    renderNetworkNotFound({ ...shared, ...(somebody && { account: somebody.account }) }),
  );
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
