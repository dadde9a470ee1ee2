import { isRecord } from '../../src/base/is-record.js';
import type { JsonObject } from '../../src/base/json.js';
import type { OperationId } from '../../src/contract/operations.js';
import type { Platform } from '../../src/contract/platforms.js';
import { fixture } from '../support/media/media-file.js';
import type { SampleSource } from './samples.js';

/** The parts of a request, before they are written to a URL and a body. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly file?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string };
}

const FILES = {
  'photo.jpg': 'image/jpeg',
  'photo.png': 'image/png',
  'film.mp4': 'video/mp4',
} as const;

const FILE_NAMES = ['photo.jpg', 'photo.png', 'film.mp4'] as const;

const bytesOf = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(fixture(name));

const isText = (value: unknown): value is string => typeof value === 'string';
const idOf = (object: JsonObject | undefined): string => (isText(object?.['id']) ? object['id'] : 'none_0');
const has =
  (name: string, ...values: readonly unknown[]) =>
  (object: JsonObject) =>
    values.includes(object[name]);

/** A network whose accounts are connected with an app. */
const APP_NETWORK = 'x';

/** Networks that take a text without media. */
const TEXT_NETWORKS = [
  'bluesky',
  'mastodon',
  'x',
  'threads',
  'facebook',
  'linkedin',
] as const satisfies Platform[];

function publishingTime({ draw, now, pool }: SampleSource): JsonObject {
  const at = new Date(now + draw.between(1, 400) * 3_600_000).toISOString();
  const slotId = pool.any('slot', draw);
  return draw.pick([
    { scheduleMode: 'now' },
    { scheduleMode: 'schedule', scheduledAt: at },
    { scheduleMode: 'schedule', scheduledAt: at.slice(0, 19), timezone: 'America/New_York' },
    slotId === undefined ? { scheduleMode: 'queue' } : { slotId },
  ]);
}

function newPost(from: SampleSource): JsonObject {
  const { draw, pool, next } = from;
  const account = () => idOf(pool.one('acc', draw, has('platform', ...TEXT_NETWORKS)));
  const accountIds = [...new Set(draw.chance(0.6) ? [account()] : [account(), account()])];
  const when = draw.pick([
    {},
    { proposed: publishingTime(from) },
    publishingTime(from),
    publishingTime(from),
  ]);
  return { accountIds, text: `Open on Sunday ${next()}`, ...when };
}

/** A post with one of these statuses; by preference the newest version of it that was seen. */
function post({ draw, pool }: SampleSource, ...statuses: readonly string[]): JsonObject | undefined {
  return pool.one('post', draw, has('status', ...statuses));
}

const ofPost = (found: JsonObject | undefined, body: unknown): Parts => ({
  params: { id: idOf(found) },
  body,
});

function resolvePost(from: SampleSource): Parts {
  const unknown = post(from, 'unknown', 'partially_published');
  const targets = Array.isArray(unknown?.['targets']) ? unknown['targets'].filter(isRecord) : [];
  const accountId =
    targets.find(has('status', 'unknown'))?.['accountId'] ?? targets[0]?.['accountId'] ?? 'acc_0';
  return ofPost(unknown, { accountId, outcome: from.draw.pick(['check', 'published', 'send_again']) });
}

function upload({ draw, site }: SampleSource): Parts {
  const name = draw.pick(FILE_NAMES);
  const bytes = bytesOf(name);
  return draw.pick<Parts>([
    { file: { bytes, contentType: FILES[name] } },
    { file: formOf(name, bytes) },
    { body: { url: `${site}/${name}` } },
    { body: { filename: name, contentType: FILES[name], bytes: bytes.length } },
  ]);
}

function formOf(
  filename: string,
  bytes: Uint8Array,
): { bytes: Uint8Array<ArrayBuffer>; contentType: string } {
  const head = `--form\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--form--\r\n')]);
  return { bytes: Uint8Array.from(whole), contentType: 'multipart/form-data; boundary=form' };
}

function uploadBytes({ draw, pool }: SampleSource): Parts {
  const token = pool.any('token', draw) ?? 'none';
  const announced = pool.object(token)?.['bytes'];
  const name = FILE_NAMES.find((one) => fixture(one).length === announced) ?? 'photo.png';
  return { params: { token }, file: { bytes: bytesOf(name), contentType: 'application/octet-stream' } };
}

function inbound(from: SampleSource): JsonObject {
  const { draw, pool, next } = from;
  const account = pool.one('acc', draw, has('platform', 'instagram', 'facebook'));
  const comment = {
    type: 'comment',
    postId: pool.any('inboxPost', draw) ?? 'post_0',
    text: `Are you open? ${next()}`,
  };
  return draw.pick<JsonObject>([
    comment,
    { type: 'message', accountId: idOf(account), author: '@mia.brews', text: `Hello ${next()}` },
    { type: 'message', accountId: idOf(account), author: `@reader.${next()}`, text: 'A table for two?' },
  ]);
}

const objectOf =
  (prefix: string, test: (object: JsonObject) => boolean = () => true) =>
  ({ pool, draw }: SampleSource): string =>
    idOf(pool.one(prefix, draw, test));

const publishedTargets = ({ targets }: JsonObject): readonly JsonObject[] =>
  Array.isArray(targets) ? targets.filter(isRecord).filter(has('status', 'published')) : [];

const publishedTarget = ({ pool, draw }: SampleSource): string => {
  const post = pool.one('post', draw, (one) => publishedTargets(one).length > 0);
  return idOf(post && publishedTargets(post)[0]);
};

const comment = objectOf('cmt', (one) => one['canReply'] === true || one['state'] === 'visible');

const onComment = (from: SampleSource): Parts => ({ params: { commentId: comment(from) } });

const outcome = ({ draw }: SampleSource): JsonObject => ({
  outcome: draw.pick(['check', 'sent', 'send_again']),
});

/** Requests that succeed if the pool has what they need. Other operations are generated from their schemas alone. */
export const RECIPES: { readonly [Id in OperationId]?: (from: SampleSource) => Parts } = {
  'posts.create': (from) => ({ body: newPost(from) }),
  'posts.validate': (from) => ({ body: newPost(from) }),
  'posts.createBatch': (from) => ({ body: { posts: [newPost(from), newPost(from)] } }),
  'posts.validateBatch': (from) => ({ body: { posts: [newPost(from), newPost(from)] } }),
  'posts.update': (from) => {
    const found = post(from, 'draft', 'scheduled', 'failed');
    const version = from.draw.chance(0.5) ? { version: found?.['version'] } : {};
    return ofPost(found, { ...version, text: `Open again ${from.next()}` });
  },
  'posts.delete': (from) => ({ params: { id: idOf(post(from, 'draft', 'scheduled', 'failed')) } }),
  'posts.publish': (from) =>
    ofPost(post(from, 'draft', 'failed', 'cancelled', 'missed'), publishingTime(from)),
  'posts.retry': (from) => ofPost(post(from, 'failed', 'partially_published', 'missed'), {}),
  'posts.deletePublished': (from) => ofPost(post(from, 'published', 'partially_published'), {}),
  'posts.resolve': resolvePost,
  'posts.approve': (from) => {
    const draft = post(from, 'draft');
    return ofPost(draft, { version: draft?.['version'] ?? 1, ...publishingTime(from) });
  },
  'posts.reject': ({ pool, draw }) => {
    const waits = (one: JsonObject) => one['status'] === 'draft' && isRecord(one['proposed']);
    return ofPost(pool.one('post', draw, waits), { note: 'Name the hours.' });
  },
  'posts.reopen': (from) => {
    const { pool, draw } = from;
    const isDecided = (one: JsonObject) =>
      one['status'] === 'scheduled' ? isRecord(one['approvedBy']) : isText(one['reviewNote']);
    const decided = pool.one('post', draw, isDecided) ?? post(from, 'scheduled', 'draft');
    return ofPost(decided, { version: decided?.['version'] ?? 1 });
  },
  'posts.deleteRemark': ({ pool, draw }) => {
    const { data } = pool.one('evt', draw, has('type', 'post.remarked')) ?? {};
    const { postId = 'post_0', remarkId = 'rmk_0' } = isRecord(data) ? data : {};
    return { params: { id: String(postId), remarkId: String(remarkId) } };
  },
  'people.endSession': ({ pool, draw }) => {
    const [id = 'psn_0', sessionId = 'none'] = (pool.any('session', draw) ?? '').split('/sessions/');
    return { params: { id, sessionId } };
  },
  'media.create': upload,
  'media.uploadBytes': uploadBytes,
  'media.delete': ({ pool, draw }) => ({
    params: { key: pool.newest('unusedMedia') ?? pool.any('med', draw) ?? 'med_0' },
  }),
  'testSnapshots.restore': ({ pool }) => ({ params: { id: pool.newest('snap') ?? 'snap_0' } }),
  'schedules.create': ({ draw, pool, next }) => ({
    body: {
      label: `Mornings ${next()}`,
      accountIds: [idOf(pool.one('acc', draw, has('platform', 'bluesky', 'mastodon', 'x')))],
      timezone: draw.pick(['Europe/Berlin', 'UTC', 'America/St_Johns']),
      days: draw.pick([['mon'], ['tue', 'thu'], ['sat', 'sun']]),
      startTime: draw.pick(['02:30', '09:00', '23:45']),
      ...(draw.chance(0.5)
        ? { endTime: '12:00', postsPerWindow: draw.between(1, 4) }
        : { moreTimes: draw.pick([[], ['17:00'], ['06:15', '12:30']]) }),
    },
  }),
  'events.list': ({ draw }) => ({
    query: draw.pick<Record<string, string>>([{}, { limit: '5' }, { start: 'latest' }]),
  }),
  'webhooks.create': ({ site, draw }) => ({
    body: { url: `${site}/${draw.pick(['hook', 'hook-gone', 'hook-fails'])}`, label: 'Shop' },
  }),
  'alerts.create': ({ site, draw }) => ({
    body: { kind: draw.pick(['slack', 'discord']), address: `${site}/${draw.pick(['hook', 'hook-fails'])}` },
  }),
  'webhooks.deliveries': (from) => {
    const delivery = from.pool.one('dlv', from.draw, has('status', 'delivered', 'failed', 'pending'));
    return { params: { id: String(delivery?.['webhookId'] ?? from.pool.any('wh', from.draw)) } };
  },
  'webhooks.delivery': (from) => {
    const delivery = from.pool.one('dlv', from.draw, has('status', 'delivered', 'failed', 'pending'));
    return { params: { id: String(delivery?.['webhookId'] ?? 'wh_0'), deliveryId: idOf(delivery) } };
  },
  // The deliveries of the one receiver that answers, whose webhook stays.
  'webhooks.delete': ({ pool, draw }) => ({
    params: { id: idOf(pool.one('wh', draw, (one) => !String(one['url']).endsWith('/hook'))) },
  }),
  'apps.get': () => ({ params: { platform: APP_NETWORK } }),
  'apps.set': ({ next }) => ({
    params: { platform: APP_NETWORK },
    body: { clientId: `app-${next()}`, clientSecret: 'the secret of an app' },
  }),
  'apps.remove': () => ({ params: { platform: APP_NETWORK } }),
  'webhooks.resend': ({ pool, draw }) => {
    const delivery = pool.one(
      'dlv',
      draw,
      (one) => one['status'] === 'delivered' && pool.object(String(one['webhookId'])) !== undefined,
    );
    return { params: { id: String(delivery?.['webhookId'] ?? 'wh_0'), deliveryId: idOf(delivery) } };
  },
  'sources.ingest': ({ draw, site, next }) => ({
    body: draw.chance(0.8)
      ? { text: `# Sunday ${next()}\n\nWe are open from nine to one.` }
      : { url: `${site}/blog` },
  }),
  'comments.create': (from) => ({ body: { parentCommentId: comment(from), text: `We are ${from.next()}.` } }),
  'comments.hide': onComment,
  'comments.unhide': onComment,
  'comments.delete': onComment,
  'comments.resolve': (from) => ({
    params: { commentId: objectOf('cmt', has('status', 'unknown'))(from) },
    body: outcome(from),
  }),
  'messages.create': (from) => ({
    body: {
      conversationId: objectOf('conv', (one) => one['cannotReplyReason'] === null)(from),
      text: `Yes, ${from.next()}.`,
    },
  }),
  'messages.list': (from) => ({ query: { conversationId: objectOf('conv')(from) } }),
  'messages.resolve': (from) => ({
    params: { messageId: objectOf('msg', has('status', 'unknown'))(from) },
    body: outcome(from),
  }),
  'testClock.move': ({ draw, now }) => ({
    body: draw.pick<JsonObject>([
      { action: 'advance', seconds: draw.pick([0.5, 60, 3600]) },
      { action: 'set', to: new Date(now + 60_000).toISOString() },
      { action: 'freeze' },
    ]),
  }),
  'testAccounts.connect': ({ draw, next }) => ({
    body: {
      platform: draw.pick(TEXT_NETWORKS),
      handle: draw.pick([`shop-${next()}`, 'rate_limited', 'parts_fail']),
    },
  }),
  'testFaults.set': ({ draw }) => ({
    body: {
      on: 'network',
      platform: draw.pick(TEXT_NETWORKS),
      does: draw.pick<JsonObject>([
        { kind: 'status', status: 503, effect: 'before' },
        { kind: 'reset', effect: 'after' },
        { kind: 'latency', ms: 5 },
        { kind: 'cut' },
      ]),
      times: 1,
    },
  }),
  'testMetrics.set': (from) => ({
    body: { targetId: publishedTarget(from), counts: { likes: from.draw.pick([0, 12, null]) } },
  }),
  'testInbound.create': (from) => ({ body: inbound(from) }),
};
