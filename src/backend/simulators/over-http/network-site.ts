import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { WireResponse } from '../../networks/wire.js';
import { conversationAround, pagePostOf } from '../conversation.js';
import { typeOfBytes } from '../network-files.js';
import { networkStyles, renderNetworkPost } from '../pages.js';
import { personOf } from '../shared/people.js';
import type { SimulatedFile } from '../simulator.js';
import { activityPage, canBeCommented } from './activity-page.js';
import { MAX_COMMENT_LENGTH, MAX_NAME_LENGTH } from './form-limits.js';
import type { ServedRequest } from './served-network.js';
import type { AppSignIn } from './sign-in/app-sign-in.js';
import { writeComment } from './written-comments.js';

/** Below these paths are the pages of posts, their style sheets and files. */
const PAGES = '/network/';
const STYLES = `${PAGES}assets/`;
const FILES = `${PAGES}files/`;

const POST_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Hears that somebody has commented, so that the backend looks for comments soon. */
type CommentWritten = (platform: Platform) => Promise<void>;

/** The path of a simulated network's pages. */
export const pagesPath = (platform: string): string => `${PAGES}${platform}`;

/**
 * The web site of a simulated network, for the person who rehearses: what has arrived there, the pages of posts, and forms
 * to go on with.
 *
 * @param heard is called after somebody has commented
 * @returns null for a request of the API
 */
export async function networkSite(
  signIn: AppSignIn,
  request: ServedRequest,
  heard: CommentWritten,
): Promise<WireResponse | null> {
  const { method, standsFor, url } = request;
  const { pathname } = url;
  if (standsFor !== null) return isVisit(request) && isElsewhere(signIn, request) ? toActivity(signIn) : null;
  if (pathname === '/')
    return method === 'POST'
      ? act(signIn, request, heard)
      : activityPage(signIn, url.searchParams.get('done'));
  if (method !== 'GET' || !pathname.startsWith(PAGES)) return null;
  if (pathname.startsWith(STYLES)) return styleSheet(pathname.slice(STYLES.length));
  if (pathname.startsWith(FILES)) return file(signIn, pathname.slice(FILES.length));
  return (await postPage(signIn, url)) ?? toActivity(signIn);
}

/** Whether a browser opens a page. */
const isVisit = ({ method, headers }: ServedRequest): boolean =>
  method === 'GET' && (headers['accept'] ?? '').includes('text/html');

/** Whether it is not the consent page. */
const isElsewhere = ({ access }: AppSignIn, { standsFor, url }: ServedRequest): boolean =>
  `${standsFor}${url.pathname}` !== access.authorizeUrl;

const toActivity = ({ network }: AppSignIn, done?: string): WireResponse => ({
  ...{ status: 303, body: '' },
  headers: { location: `${network.origin}/${done === undefined ? '' : `?done=${done}`}` },
});

async function act(signIn: AppSignIn, { body }: ServedRequest, heard: CommentWritten): Promise<WireResponse> {
  const form = new URLSearchParams(body.toString('utf8'));
  const what = form.get('do');
  if (what === 'expire') await signIn.expireAccess();
  if (what === 'end') await signIn.endAccess();
  if (what === 'comment' && (await comment(signIn, form))) await heard(signIn.network.scene.platform);
  return toActivity(signIn, what === 'expire' || what === 'end' ? what : undefined);
}

/** @returns whether a comment was written */
async function comment({ network }: AppSignIn, form: URLSearchParams): Promise<boolean> {
  const text = (form.get('text') ?? '').trim().slice(0, MAX_COMMENT_LENGTH);
  const name = (form.get('name') ?? '').trim().slice(0, MAX_NAME_LENGTH) || 'Mia';
  const post = await network.scene.memory.postById(form.get('post') ?? '');
  if (text === '' || post === null || !canBeCommented(network.scene.platform, post)) return false;
  const handle = name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'somebody';
  await writeComment(network, text, post, personOf(handle, name));
  return true;
}

const addressOf = ({ sha256 }: Pick<SimulatedFile, 'sha256'>): string => `${FILES}${sha256}`;

/** A post as its network would show it; null: there is no such post. */
async function postPage({ network }: AppSignIn, url: URL): Promise<WireResponse | null> {
  const { scene } = network;
  const { platform, memory, account, webUrl } = scene;
  const base = pagesPath(platform);
  const path = decoded(url.pathname).slice(base.length);
  const paths = [`${path}${decoded(url.search)}`, path];
  const post = memory.posts.find((one) => paths.includes(one.path));
  if (post === undefined) return null;
  const body = await renderNetworkPost({
    ...{ platform, webUrl, now: network.now() },
    account: (await memory.accountById(post.networkUserId)) ?? account,
    post: pagePostOf(platform, post, addressOf),
    around: await conversationAround(memory, platform, post, addressOf),
  });
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POST_POLICY },
    body,
  };
}

async function styleSheet(name: string): Promise<WireResponse> {
  const css = await networkStyles(name);
  if (css === null) return missing(name);
  return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: css };
}

function file({ network }: AppSignIn, sha256: string): WireResponse {
  const bytes = network.scene.files.bytesOf(sha256);
  if (bytes === null) return missing(`${PLATFORM_NAMES[network.scene.platform]} file`);
  const headers = {
    'content-type': typeOfBytes(bytes),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: bytes };
}

const missing = (what: string): WireResponse => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `There is no ${what}.`,
});

/** Decodes a path; an invalid encoding is left unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
