import { isRecord } from '../../src/base/is-record.js';
import type { JsonObject } from '../../src/base/json.js';
import { PLATFORMS } from '../../src/contract/platforms.js';
import { fixture } from '../support/media/media-file.js';

/** Sends a request that has to succeed, and returns its answer. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<JsonObject>;

/** Uploads a file. @returns its storage key */
export type Upload = (bytes: Uint8Array<ArrayBuffer>, contentType: string) => Promise<string>;

/** What the walk cannot find out from answers. */
export interface World {
  /** A post on the networks with an inbox. */
  readonly inboxPost: string;
  /** A file that no post uses. */
  readonly unusedMedia: string;
  /** The browsers in which people are signed in: the path of each, `psn_…/sessions/3f0c9a51b7de8846`. */
  readonly sessions: readonly string[];
}

/** Options without which a network refuses every post. */
const OVERRIDES = [
  { target: 'youtube', title: 'A morning', madeForKids: false, privacy: 'public' },
  { target: 'tiktok', privacy: 'public' },
  { target: 'pinterest', boardId: '549755885175' },
];

/** Fills a workspace: posts in every state, schedules, an inbox, webhooks, sources, media and a snapshot. */
export async function fillWorld(ask: Ask, upload: Upload, site: string): Promise<World> {
  await ask('POST', '/v1/test/clock', { action: 'freeze' });
  const accounts = entries(await ask('GET', '/v1/accounts?limit=100'));
  // A disconnected demo account does not come back with a reset.
  for (const platform of PLATFORMS.filter(
    (one) => !accounts.some((account) => account['platform'] === one),
  )) {
    accounts.push(await ask('POST', '/v1/test/accounts', { platform, handle: 'shop-again' }));
  }
  const on = (platform: string) => String(accounts.find((one) => one['platform'] === platform)?.['id']);
  const connect = async (platform: string, handle: string) =>
    String((await ask('POST', '/v1/test/accounts', { platform, handle }))['id']);
  await ask('PUT', '/v1/apps/x', { clientId: 'app-of-the-shop', clientSecret: 'its secret' });
  const failing = await connect('x', 'content_refused');
  const losing = await connect('linkedin', 'published_but_response_lost');
  const photo = await upload(Uint8Array.from(fixture('photo.jpg')), 'image/jpeg');
  const film = await upload(Uint8Array.from(fixture('film.mp4')), 'video/mp4');
  await ask('POST', '/v1/media', {
    filename: 'photo.png',
    contentType: 'image/png',
    bytes: fixture('photo.png').length,
  });

  const schedule = {
    label: 'Mornings',
    timezone: 'Europe/Berlin',
    days: ['mon', 'wed', 'sun'],
    startTime: '02:30',
  };
  await ask('POST', '/v1/schedules', { ...schedule, accountIds: [on('bluesky'), on('mastodon')] });
  const sessions: string[] = [];
  for (const { id } of entries(await ask('GET', '/v1/people'))) {
    const found = entries(await ask('GET', `/v1/people/${String(id)}/sessions`));
    sessions.push(...found.map((session) => `${String(id)}/sessions/${String(session['id'])}`));
  }
  for (const role of ['viewer', 'owner']) await ask('POST', '/v1/invitations', { role });
  const hooks = [`${site}/hook`, `${site}/hook-fails`, `${site}/hook-gone`];
  for (const url of hooks) await ask('POST', '/v1/webhooks', { url, label: 'Shop' });

  await ask('POST', '/v1/alerts', { kind: 'slack', address: `${site}/hook` });

  const post = (body: JsonObject) => ask('POST', '/v1/posts', body);
  const inboxPost = await post({
    ...{ accountIds: [on('instagram'), on('facebook')], text: 'New beans', mediaUrls: [photo] },
    scheduleMode: 'now',
  });
  await post({ accountIds: [on('mastodon'), failing], text: 'Half of it', scheduleMode: 'now' });
  for (const number of [1, 2]) {
    await post({ accountIds: [failing], text: `Refused ${number}`, scheduleMode: 'now' });
    await post({ accountIds: [losing], text: `Lost ${number}`, scheduleMode: 'now' });
    await post({ platform: 'bluesky', text: `Queued ${number}`, scheduleMode: 'queue' });
    await post({ platform: 'threads', text: `A draft ${number}` });
    await post({ platform: 'mastodon', text: `Proposed ${number}`, proposed: { scheduleMode: 'now' } });
    await post({ accountIds: [on('x')], text: `Later ${number}`, scheduledAt: '2027-01-05T09:00:00Z' });
  }
  for (const number of [3, 4, 5, 6]) {
    await post({ platform: 'bluesky', text: `Proposed ${number}`, proposed: { scheduleMode: 'queue' } });
  }
  const videos = PLATFORMS.filter((one) => !['instagram', 'facebook', 'x', 'linkedin'].includes(one));
  await post({
    ...{ accountIds: videos.map(on), text: 'A film', mediaUrls: [film], overrides: OVERRIDES.slice(0, 2) },
    scheduleMode: 'draft',
  });
  const cancelled = await post({
    platform: 'threads',
    text: 'Cancelled',
    scheduledAt: '2027-01-06T09:00:00Z',
  });
  for (const text of ['Why not on Mastodon?', 'It is too long.']) {
    await ask('POST', `/v1/posts/${String(cancelled['id'])}/remarks`, { text });
  }
  await ask('GET', '/v1/events?types=post.remarked');
  await ask('DELETE', `/v1/posts/${String(cancelled['id'])}`);
  await ask('POST', '/v1/test/clock', { action: 'advance', seconds: 2 * 3600 });
  await ask('GET', '/v1/posts?limit=100');
  await fillInbox(ask, on, String(inboxPost['id']));
  await ask('POST', '/v1/test/trigger', { type: 'post.published' });
  const webhooks = entries(await ask('GET', '/v1/webhooks'));
  for (const { id } of webhooks) await ask('POST', `/v1/webhooks/${String(id)}/test`);
  for (const { id } of webhooks) await ask('GET', `/v1/webhooks/${String(id)}/deliveries`);
  await ask('POST', '/v1/sources/ingest', { text: '# Sunday\n\nWe are open from nine to one.' });
  const unusedMedia = await upload(Uint8Array.from(fixture('photo.webp')), 'image/webp');
  await ask('POST', '/v1/test/snapshots');
  return { inboxPost: String(inboxPost['id']), unusedMedia, sessions };
}

/** Comments and messages, and a reply and messages whose outcome is unknown. */
async function fillInbox(ask: Ask, on: (platform: string) => string, postId: string): Promise<void> {
  const conversations: string[] = [];
  const comments: string[] = [];
  for (const platform of ['instagram', 'facebook']) {
    const accountId = on(platform);
    for (const name of ['mia', 'noah', 'lea', 'tom']) {
      const author = `@${name}.brews`;
      const written = await ask('POST', '/v1/test/inbound', {
        ...{ type: 'comment', postId, accountId, author, text: 'Oat milk?' },
      });
      const sent = await ask('POST', '/v1/test/inbound', {
        type: 'message',
        accountId,
        author,
        text: 'Open today?',
      });
      conversations.push(String(sent['conversationId']));
      if (Array.isArray(written['commentIds'])) comments.push(...written['commentIds'].map(String));
    }
  }
  await ask('POST', '/v1/comments', { parentCommentId: comments[0], text: 'We have.' });
  await ask('POST', '/v1/messages', { conversationId: conversations[0], text: 'Until six.' });
  const lose = (method: string, does: JsonObject) =>
    ask('POST', '/v1/test/faults', { on: 'network', method, path: '/v25.0', does });
  await lose('POST', { kind: 'reset', effect: 'before' });
  await lose('GET', { kind: 'status', status: 500, effect: 'before' });
  for (const place of [1, 5]) {
    await ask('POST', '/v1/messages', { conversationId: conversations[place], text: 'Lost.' });
    await ask('POST', '/v1/comments', { parentCommentId: comments[place], text: 'Lost.' });
  }
  await ask('POST', '/v1/test/clock', { action: 'advance', seconds: 2 * 3600 });
  await ask('DELETE', '/v1/test/faults');
  await ask('GET', '/v1/comments?limit=100');
  await ask('GET', '/v1/conversations?limit=100');
  for (const one of conversations) await ask('GET', `/v1/messages?conversationId=${one}`);
}

function entries(page: JsonObject): JsonObject[] {
  return Array.isArray(page['data']) ? page['data'].filter(isRecord) : [];
}
