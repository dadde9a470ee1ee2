import { PLATFORMS } from '../../src/contract/platforms.js';
import type { Draw } from './draw.js';
import type { Pool } from './pool.js';

/** What samples are chosen from. */
export interface SampleSource {
  readonly draw: Draw;
  readonly pool: Pool;
  /** What another workspace has. */
  readonly others: Pool;
  /** The current time of the workspace, epoch milliseconds. */
  readonly now: number;
  /** A local web site with pages, pictures and webhook receivers. */
  readonly site: string;
  /** Counts up, so that texts differ. */
  readonly next: () => number;
}

const ZONES = [
  ...['Europe/Berlin', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Pacific/Apia', 'Pacific/Kiritimati', 'Africa/Casablanca', 'america/new_york', 'Etc/GMT+12'],
] as const;

const HOUR_MS = 3_600_000;

const iso = (at: number): string => new Date(at).toISOString();

function futureTime({ draw, now }: SampleSource): string {
  const at = iso(now + draw.between(1, 2000) * HOUR_MS);
  return draw.pick([at, at.replace('.000Z', 'Z'), `${at.slice(0, 19)}+02:00`, `${at.slice(0, 19)}-09:30`]);
}

function dayOrTime({ draw, now }: SampleSource): string {
  const at = iso(now + draw.between(-30, 30) * 24 * HOUR_MS);
  return draw.pick([at, at.slice(0, 10)]);
}

const some = (kind: string) => (from: SampleSource) => from.pool.any(kind, from.draw);

const url = ({ draw, site }: SampleSource): string =>
  `${site}/${draw.pick(['news', 'blog', 'photo.jpg', 'photo.png', 'film.mp4', 'hook', 'hook-gone', 'nothing'])}`;

const handle = ({ draw, next }: SampleSource): string =>
  draw.pick([`@reader.${next()}`, '@mia.brews', '@unreachable', '@held_by_other_app', '@Ünïcode']);

/** Valid values by the name of the field, where its schema says no more than `string`. */
const BY_NAME: Readonly<Record<string, (from: SampleSource) => unknown>> = {
  accountId: some('acc'),
  accountIds: some('acc'),
  postId: some('post'),
  commentId: some('cmt'),
  parentCommentId: some('cmt'),
  conversationId: some('conv'),
  messageId: some('msg'),
  eventId: some('evt'),
  keyId: some('key'),
  objectId: (from) => from.pool.any(from.draw.pick(['post', 'acc', 'wh', 'sch']), from.draw),
  sourceId: some('src'),
  slotId: some('slot'),
  mediaUrls: some('med'),
  cover: some('med'),
  cursor: some('cursor'),
  target: (from) => (from.draw.chance(0.5) ? from.draw.pick(PLATFORMS) : from.pool.any('acc', from.draw)),
  scheduledAt: futureTime,
  at: ({ draw, now }) => iso(now - draw.between(0, 200) * HOUR_MS),
  to: dayOrTime,
  from: dayOrTime,
  since: dayOrTime,
  week: ({ draw, now }) =>
    draw.pick([iso(now).slice(0, 10), '2026-W53', '2027-W01', '1969-W52', '2026-W49', '9999-W52']),
  timezone: ({ draw }) => draw.pick(ZONES),
  startTime: ({ draw }) => draw.pick(['00:00', '02:30', '09:00', '23:59']),
  endTime: ({ draw }) => draw.pick(['00:00', '02:30', '12:00', '23:59']),
  text: ({ draw, next }) =>
    draw.pick([
      `Beans ${next()}`,
      `Sunday ${next()} 👩‍🍳 https://fernhill.example/a?b=c#d`,
      'a',
      '日本語 café',
    ]),
  thread: ({ next }) => `Part ${next()}`,
  url,
  link: ({ site }) => `${site}/news`,
  handle: ({ draw, next }) => draw.pick([`shop-${next()}.example`, 'content_refused', 'server_error']),
  author: handle,
  path: ({ draw }) => draw.pick(['/', '/v25.0', '/nowhere']),
  operation: ({ draw }) => draw.pick(['posts.create', 'posts.create,me.get', 'posts.*', 'nothing']),
  contentType: ({ draw }) => draw.pick(['image/jpeg', 'image/png', 'video/mp4']),
  filename: ({ draw }) => draw.pick(['photo.jpg', '../../etc/passwd', 'Ü ß.png', 'a'.repeat(300)]),
};

/** A valid value for a field, by its name; undefined if the schema says enough, or if nothing is known yet. */
export function sampleOf(name: string, from: SampleSource): unknown {
  const [known] = Object.hasOwn(BY_NAME, name) ? [BY_NAME[name]] : [];
  return known?.(from);
}

/** Times at the edges of the calendar, and times that do not exist. */
const AWKWARD_TIMES = [
  ...['2028-02-29T12:00:00Z', '2027-02-29T12:00:00Z', '2100-02-29T00:00:00Z', '2027-03-28T02:30:00'],
  ...['2027-10-31T02:30:00', '2027-03-28T02:30:00+01:00', '9999-12-31T23:59:59.999Z'],
  ...['9999-12-31T23:59:59-23:59', '9999-12-31', '10000-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'],
  ...[
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '-000001-12-31T00:00:00Z',
  ],
  ...['0001-01-01T00:00:00+14:00', '2027-12-31T23:59:60Z', '2027-01-01T24:00:00Z', '2027-01-01T24:00:00'],
  ...['2027-01-01T09:00:00-18:00', '2027-01-01T09:00:00+24:00', '2027-01-01T09:00:00.1234567890123Z'],
  ...['2027-01-01t09:00:00z', '2027-01-01 09:00:00Z', '2027-W53-1', '2026-W53', '2026-W54', '0000-W01'],
  ...['9999-W53', 'tomorrow', '1764576000', '20270101T090000Z', '2027-13-01', '2027-00-00T00:00Z'],
] as const;

const AWKWARD_TEXTS = [
  ...['', ' ', '\t\n', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ufeff', '\u200b', '\u202eabc', '💥'],
  ...[
    '👨‍👩‍👧‍👦'.repeat(50),
    'e\u0301'.repeat(300),
    'Z\u0351\u0352\u0353'.repeat(100),
    '../..',
    '%00',
    '%',
    '%zz',
  ],
  ..."'; drop table posts; --|null|undefined|NaN|true|-1|0|1e309|[object Object]|__proto__".split('|'),
  ...['constructor', 'toString', '{}', '[]', '<script>alert(1)</script>', '{{7*7}}', 'a'.repeat(201)],
  ...['a'.repeat(65), 'a'.repeat(513), 'ä'.repeat(5001), 'a'.repeat(20_001), '漢'.repeat(100_001)],
  ...['Mars/Olympus', 'GMT+25', '+02:00', 'EST5EDT', '24:00', '9:00', 'javascript:alert(1)', 'http://'],
  ...[
    'http://user:secret@127.0.0.1/',
    'ftp://127.0.0.1/',
    'http://10.0.0.1/',
    'http://[::1]:1/',
    'file:///etc',
  ],
  ...['http://127.0.0.1:1/', 'http://127.0.0.1:99999/', 'https://127.0.0.1:0/', 'data:text/plain,x'],
  ...['post_', 'acc_', 'med_', 'post_01k9x3m5t7v9b2c4d6f8g0h1jk', 'acc_01k9x3m5t7v9b2c4d6f8g0h1jk', 'snap_0'],
] as const;

const AWKWARD_NUMBERS = [
  ...[-1, 0, -0, 0.5, 1.5, 1e-7, 100.0001, 101, 10_001, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63],
  ...[-(2 ** 63), 1e21, 1e300, Number.MAX_VALUE, Number.MIN_VALUE, 3.999_999_9, 599.5, 120_000.5],
] as const;

/** A value that a careless or hostile caller could send in place of another. */
export function awkwardIn(value: unknown, draw: Draw): unknown {
  const otherType = [null, true, false, 0, '', 'x', [], {}, [[]], { a: null }, [null], 1.5] as const;
  if (draw.chance(0.3)) return draw.pick(otherType);
  if (typeof value === 'number') return draw.pick(AWKWARD_NUMBERS);
  if (typeof value === 'string') {
    const isTime = /^[+-]?\d{4,6}-(\d\d|W)/.test(value);
    return draw.pick(isTime && draw.chance(0.7) ? AWKWARD_TIMES : AWKWARD_TEXTS);
  }
  if (Array.isArray(value)) {
    const [first = 'x'] = value;
    return draw.pick<unknown[]>([[], [first, first], Array.from({ length: 101 }, () => first), [null]]);
  }
  return draw.pick(otherType);
}

/** Names of members that no object has. */
const EXTRA_NAMES = [
  'surprise',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'ID',
  'a.b',
] as const;

export function extraMember(draw: Draw): readonly [string, unknown] {
  return [draw.pick(EXTRA_NAMES), draw.pick<unknown>([1, 'x', null, {}, []])];
}
