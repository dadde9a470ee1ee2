import type { Account } from '../../../contract/accounts/accounts.js';
import type { Platform } from '../../../contract/platforms.js';
import type { Override } from '../../../contract/posts/content.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Form } from '../form.js';
import { labelsFrom } from '../labels/read-labels.js';
import { localInput } from '../layout/local-times.js';
import { altField, COMMON_TRAY, mediaField, OWN_TRAYS } from '../media/trays.js';
import type { User } from '../user.js';

/** When to publish, as the form offers it. */
const MODES = ['draft', 'schedule', 'queue', 'now'] as const;
type Mode = (typeof MODES)[number];

/** Images and videos in order, with their alt texts. */
export interface ChosenMedia {
  readonly mediaUrls: readonly string[];
  readonly altTexts: readonly string[];
}

/** A post in the form. */
export interface PostFormValues extends ChosenMedia {
  readonly text: string;
  readonly accountIds: readonly string[];
  /** The images and videos of each account that has its own. */
  readonly ownMedia: ReadonlyMap<string, ChosenMedia>;
  /** The link that is attached as a card; empty for none. */
  readonly link: string;
  readonly labels: readonly string[];
  /** The labels that the edited post had when the form was opened. */
  readonly labelsBefore: readonly string[];
  readonly mode: Mode;
  /** The chosen time as the form sends it: `queue`, `now`, `own`, or a wall time; empty if none was chosen yet. */
  readonly when: string;
  /** `2026-12-01T09:00`, in the workspace's zone. */
  readonly scheduledAt: string;
  /** Somebody has to approve the post before it is published at its time. */
  readonly asksApproval: boolean;
  /** The slot for `queue`; empty for the next open one. */
  readonly slotId: string;
  /** The options of each account: values by option name. */
  readonly options: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** The screen that the previews imitate. */
  readonly device: 'desktop' | 'phone';
  /** The open tab: `all`, or an account. */
  readonly tab: string;
  /** The id of the field that has the focus; absent: none. */
  readonly focus?: string;
}

/** Options that are fields of an override. All others go into its `options`. */
const TEXT_FIELDS = [
  'text',
  'title',
  'privacy',
  'postType',
  'boardId',
  'link',
  'cover',
  'firstComment',
] as const;
const NAMED: readonly string[] = [...TEXT_FIELDS, 'madeForKids', 'thread', 'disclosure'];

export function emptyPost(timezone: string, now: number): PostFormValues {
  return {
    text: '',
    accountIds: [],
    mediaUrls: [],
    altTexts: [],
    ownMedia: new Map(),
    link: '',
    labels: [],
    labelsBefore: [],
    mode: 'draft',
    when: '',
    scheduledAt: localInput(null, timezone, now),
    asksApproval: false,
    slotId: '',
    options: new Map(),
    device: 'desktop',
    tab: 'all',
  };
}

/** The accounts with a text of their own. */
export function ownTextsOf({ options }: PostFormValues): ReadonlySet<string> {
  return new Set([...options].flatMap(([accountId, values]) => (values.has('text') ? [accountId] : [])));
}

/** The images and videos in a tray of the form. */
export function mediaIn(entered: PostFormValues, tray: string): ChosenMedia {
  const { mediaUrls, altTexts } = entered.ownMedia.get(tray) ?? entered;
  return { mediaUrls, altTexts };
}

/** Reads the submitted form. */
export function readPostForm(form: Form): PostFormValues {
  const accountIds = form.all('account');
  const submitted = form.text('mode');
  const when = form.text('when');
  const options = new Map<string, Map<string, string[]>>();
  for (const name of form.names()) {
    const [, accountId, option] = /^o\.([^.]+)\.(\w+)$/.exec(name) ?? [];
    if (accountId === undefined || option === undefined || !accountIds.includes(accountId)) continue;
    if (option === 'text' && form.words(name).trim() === form.words(baseField(accountId)).trim()) continue;
    const values = form
      .all(name)
      .map((value) => value.replaceAll('\r\n', '\n'))
      // An empty post of a thread is about to be written.
      .filter((value) => option === 'thread' || value.trim() !== '');
    if (values.length > 0) options.set(accountId, (options.get(accountId) ?? new Map()).set(option, values));
  }
  const trayOf = (tray: string): ChosenMedia => ({
    mediaUrls: form.all(mediaField(tray)),
    altTexts: form.all(altField(tray)),
  });
  const detached = form.all(OWN_TRAYS).filter((accountId) => accountIds.includes(accountId));
  return {
    text: form.words('text'),
    accountIds,
    ...trayOf(COMMON_TRAY),
    ownMedia: new Map(detached.map((accountId) => [accountId, trayOf(accountId)])),
    link: form.text('link'),
    labels: labelsFrom(form.all('label'), form.text('newLabel')),
    labelsBefore: form.all('labelBefore'),
    mode: MODES.find((known) => known === submitted) ?? modeOf(when),
    when,
    scheduledAt: WALL_TIME.test(when) ? when : form.text('scheduledAt'),
    asksApproval: form.ticked('ask'),
    slotId: form.text('slotId'),
    options,
    device: form.text('device') === 'phone' ? 'phone' : 'desktop',
    tab: form.text('tab') || 'all',
  };
}

/**
 * The field with the common text from which a channel’s own text was filled. If both are equal, the channel has no own
 * text: an untouched tab follows the common text, with or without a script.
 */
export const baseField = (accountId: string): string => `b.${accountId}`;

/** `2026-12-01T09:00`, a suggested time. */
const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

function modeOf(when: string): Mode {
  if (when === 'queue' || when === 'now') return when;
  return when === 'own' || WALL_TIME.test(when) ? 'schedule' : 'draft';
}

/** The form values of a stored post. */
export function formValuesOf(post: Post, timezone: string, now: number): PostFormValues {
  const options = new Map<string, Map<string, readonly string[]>>();
  const ownMedia = new Map<string, ChosenMedia>();
  for (const { accountId, platform } of post.targets) {
    const { mediaUrls, altTexts } = overrideFor(accountId, platform, post.overrides);
    if (mediaUrls || altTexts) {
      ownMedia.set(accountId, { mediaUrls: mediaUrls ?? post.mediaUrls, altTexts: altTexts ?? [] });
    }
    const own = post.overrides.filter(({ target }) => target === platform || target === accountId);
    const values = new Map(own.flatMap((override) => [...optionValues(override)]));
    if (values.size > 0) options.set(accountId, values);
  }
  const when = post.proposed?.when ?? (post.scheduledAt === null ? null : post.when);
  return {
    text: post.text,
    accountIds: post.targets.map(({ accountId }) => accountId),
    mediaUrls: post.mediaUrls,
    altTexts: post.altTexts,
    ownMedia,
    link: post.link ?? '',
    labels: post.labels,
    labelsBefore: post.labels,
    mode: post.status === 'draft' ? 'draft' : 'schedule',
    when: '',
    scheduledAt: localInput(when?.local ?? null, timezone, now),
    asksApproval: false,
    slotId: '',
    options,
    device: 'desktop',
    tab: 'all',
  };
}

/** The form values of a new post with the content and channels of another one. Channels that are gone are left out. */
export function copyOf(post: Post, accounts: readonly Account[], user: User): PostFormValues {
  const { timezone } = user.workspace;
  const isThere = (id: string) => accounts.some((account) => account.id === id);
  const values = formValuesOf(post, timezone, user.now);
  return {
    ...values,
    accountIds: values.accountIds.filter(isThere),
    mode: 'draft',
    scheduledAt: localInput(null, timezone, user.now),
  };
}

function optionValues(override: Override): Map<string, readonly string[]> {
  const { options, thread, disclosure, madeForKids, ...rest } = override;
  const values = new Map<string, readonly string[]>();
  for (const name of TEXT_FIELDS) {
    const value = rest[name];
    if (typeof value === 'string' && value !== '') values.set(name, [value]);
  }
  if (thread?.length) values.set('thread', thread);
  if (disclosure?.length) values.set('disclosure', disclosure);
  if (typeof madeForKids === 'boolean') values.set('madeForKids', [String(madeForKids)]);
  for (const [name, value] of Object.entries(options ?? {})) {
    values.set(name, Array.isArray(value) ? value : [String(value)]);
  }
  return values;
}

/**
 * The content and channels of the post, as the API takes them.
 *
 * @param earlier the overrides of the edited post: fields that the form does not show are kept
 */
export function contentOf(
  entered: PostFormValues,
  accounts: readonly Account[],
  earlier: readonly Override[] = [],
) {
  const overrides = entered.accountIds.flatMap((accountId) => {
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) return [];
    const hidden = hiddenFieldsOf(account, earlier);
    const values = entered.options.get(accountId) ?? new Map<string, readonly string[]>();
    const media = entered.ownMedia.get(accountId);
    const override = { ...hidden, ...overrideOf(account, values), ...(media && mediaContent(media)) };
    // A target alone overrides nothing.
    return Object.keys(override).length > 1 ? [override] : [];
  });
  return {
    text: entered.text,
    accountIds: [...entered.accountIds],
    ...mediaContent(entered),
    link: entered.link || null,
    labels: [...entered.labels],
    overrides,
  };
}

const mediaContent = ({ mediaUrls, altTexts }: ChosenMedia) => ({
  mediaUrls: [...mediaUrls],
  altTexts: altTexts.slice(0, mediaUrls.length),
});

/** A channel’s own time, which the form does not show. */
function hiddenFieldsOf(account: Account, earlier: readonly Override[]): Partial<Override> {
  const { scheduledAt, timezone } = overrideFor(account.id, account.platform, earlier);
  return Object.fromEntries(
    Object.entries({ scheduledAt, timezone }).filter(([, value]) => value !== undefined),
  );
}

/** What a post overrides for an account, which wins over its platform. */
function overrideFor(id: string, platform: Platform, overrides: readonly Override[]): Partial<Override> {
  const own = [platform, id].flatMap((name) => overrides.filter(({ target }) => target === name));
  return Object.assign({}, ...own);
}

function overrideOf(account: Account, values: ReadonlyMap<string, readonly string[]>) {
  const one = (name: string) => values.get(name)?.[0];
  const texts = TEXT_FIELDS.flatMap((name) => {
    const value = one(name);
    return value === undefined ? [] : [[name, value.trim()] as const];
  });
  const others = [...values]
    .filter(([name]) => !NAMED.includes(name))
    .map(([name, given]) => [name, optionValue(account, name, given)] as const);
  const kids = one('madeForKids');
  const thread = (values.get('thread') ?? []).map((post) => post.trim()).filter(Boolean);
  return {
    target: account.id,
    ...Object.fromEntries(texts),
    ...(kids !== undefined && { madeForKids: kids === 'true' }),
    ...(thread.length > 0 && { thread }),
    ...(values.has('disclosure') && { disclosure: values.get('disclosure') }),
    ...(others.length > 0 && { options: Object.fromEntries(others) }),
  };
}

/** Converts text to a boolean, a number or a list, as the option requires. */
function optionValue(
  account: Account,
  name: string,
  given: readonly string[],
): string | number | boolean | string[] {
  const [first = ''] = given;
  if (given.length > 1) return [...given];
  const { values } = account.capabilities.options[name] ?? { values: null };
  if (values?.includes('true') && (first === 'true' || first === 'false')) return first === 'true';
  return /^\d{1,12}$/.test(first.trim()) && name.endsWith('Ms') ? Number(first) : first.trim();
}

/** The time of the post, as the API takes it. */
export function timeOf({ mode, scheduledAt, slotId }: PostFormValues, timezone: string) {
  return {
    scheduleMode: mode,
    ...(mode === 'schedule' && { scheduledAt, timezone }),
    ...(mode === 'queue' && slotId !== '' && { slotId }),
  };
}

/** What is sent for a new post: a time, or one that somebody approves first. */
export function newTimeOf(entered: PostFormValues, timezone: string) {
  const time = timeOf(entered, timezone);
  return entered.asksApproval && entered.mode !== 'draft' ? { proposed: time } : time;
}
