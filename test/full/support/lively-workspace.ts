import { randomIds } from '../../../src/backend/base/ids.js';
import { createApiKey, revokeApiKey } from '../../../src/backend/domain/access/api-keys.js';
import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { Conversation } from '../../../src/contract/inbox/conversations.js';
import type { NewInvitation } from '../../../src/contract/people/people.js';
import type { Platform } from '../../../src/contract/platforms.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import type { Schedule } from '../../../src/contract/schedules/schedules.js';
import type { Delivery, Webhook } from '../../../src/contract/webhooks/webhooks.js';
import { OAuthProgram } from '../../oauth/support/oauth-program.js';
import { setAdminPassword } from '../../support/admin-password.js';
import { HOUR, InboxScene } from '../../support/inbox-scene.js';
import { addPerson } from '../../support/people.js';
import type { BackendUnderTest } from '../../support/running-backend.js';
import { Visitor } from '../../support/visitor.js';
import { fillTimelines, uploadPicture } from './lively-timelines.js';

/** The ids of a lively workspace that its pages are found under. */
export interface Lively {
  /** An account with scheduled posts. */
  readonly channel: string;
  readonly published: string;
  readonly partial: string;
  readonly unknown: string;
  readonly approval: string;
  readonly rejected: string;
  readonly scheduled: string;
  /** An uploaded picture that posts use. */
  readonly medium: string;
  readonly schedule: string;
  readonly heldSchedule: string;
  readonly webhook: string;
  readonly delivery: string;
  /** The path on which a program on this computer asks to be connected. */
  readonly authorize: string;
  readonly comment: string;
  readonly answeredComment: string;
  readonly conversation: string;
  readonly closedConversation: string;
  /** Somebody who is signed in in a browser. */
  readonly person: string;
  /** The secret of an open invitation. */
  readonly invitation: string;
  /** Paths at the simulated networks: a post, and a conversation as its participant sees it. */
  readonly atNetwork: string;
  readonly directAtNetwork: string;
}

/** The admin password. */
export const LIVELY_PASSWORD = 'the beans are in the blue tin';

const LONG_HANDLE = 'a-very-long-handle-that-somebody-chose-for-their-coffee-roastery.example';

/** Fills a workspace with a small business's data after a month, including problems. */
export async function fillLively(test: BackendUnderTest): Promise<Lively> {
  const { store } = test.backend.services;
  await store.db
    .updateTable('workspaces')
    .set({ name: 'Fernhill Coffee', timezone: 'Europe/Berlin' })
    .execute();
  await setAdminPassword(store, LIVELY_PASSWORD, test.clock.now());
  const scene = await InboxScene.of(test);
  const inbox = await fillInbox(scene);
  const posts = await fillPosts(test, scene.sandboxKey);
  const schedules = await fillSchedules(test);
  await fillKeys(test);
  const authorize = await fillAssistants(test);
  const texts = [
    ['post', 'Hashtags', '#coffee #roastery #slowmorning'],
    ['reply', 'Opening hours', 'We are open from 8 to 18, and on Sundays from 10.'],
  ] as const;
  for (const [kind, name, text] of texts) await test.post('/v1/saved-texts', { kind, name, text });
  const hook = await test.post<Webhook>('/v1/webhooks', {
    url: 'https://shop.example/hooks/postrider',
    label: 'The shop’s backend',
  });
  await test.post('/v1/webhooks', {
    url: 'https://bookkeeping.example/a/rather/long/path/for/an/address/that/is/told/of/everything',
    label: '',
    events: ['post.published', 'post.failed'],
  });
  await test.post(`/v1/webhooks/${hook.body.id}/test`, undefined);
  const delivery = await test.post<Delivery>(`/v1/webhooks/${hook.body.id}/test`, undefined);
  const people = await fillPeople(test);
  const hooks = { webhook: hook.body.id, delivery: delivery.body.id };
  return { ...posts, ...schedules, ...inbox, ...hooks, ...people, authorize };
}

async function fillPeople(test: BackendUnderTest): Promise<Pick<Lively, 'invitation' | 'person'>> {
  const ann = await addPerson(test, { name: 'ann', role: 'approver', displayName: 'Ann Fern' });
  await ann.signIn();
  const ben = await addPerson(test, { name: 'ben@agency.example', role: 'editor', displayName: 'Ben' });
  await test.backend.services.store.db
    .updateTable('people')
    .set({ disabled_at: test.clock.now() })
    .where('id', '=', ben.acting.id)
    .execute();
  const key = await test.newKey(['people:write']);
  const { body } = await test.post<NewInvitation>('/v1/invitations', { role: 'viewer' }, { key });
  return { invitation: new URL(body.url).searchParams.get('token') ?? '', person: ann.acting.id };
}

async function fillPosts(test: BackendUnderTest, sandbox: string) {
  const agent = (await makeKey(test, 'Claude Desktop', 'draft')).text;
  const accounts = (await test.get<{ data: Account[] }>('/v1/accounts?limit=100')).body.data;
  const idOf = (platform: Platform) => accounts.find((account) => account.platform === platform)?.id ?? '';
  const make = async (post: object, key = sandbox): Promise<Post> => {
    const { status, body } = await test.post<Post>('/v1/posts', post, { key });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const done = ({ id }: Post) => test.get<Post>(`/v1/posts/${id}?wait=10`);
  const connect = async (platform: Platform, handle: string): Promise<string> =>
    (await test.post<Account>('/v1/test/accounts', { platform, handle }, { key: sandbox })).body.id;

  const medium = await uploadPicture(test, sandbox);
  const published = await make({
    text: 'New beans are in: a washed Ethiopian that tastes of peaches.',
    accountIds: [idOf('bluesky'), idOf('mastodon'), idOf('linkedin')],
    mediaUrls: [medium],
    altTexts: ['Coffee beans in a wooden bowl'],
    scheduleMode: 'now',
  });
  await fillTimelines(test, sandbox, accounts, medium);
  const refusing = await connect('bluesky', 'content-refused.example');
  const partial = await make({
    text: 'The second roaster runs again. Thank you for your patience!',
    accountIds: [idOf('mastodon'), refusing],
    scheduleMode: 'now',
  });
  const out = await done(published);
  await done(partial);

  for (const [platform, text, scheduledAt] of [
    ['x', 'Doors open at 7. Bring a friend, and the second cup is ours.', '2026-12-05T07:00:00Z'],
    ['threads', 'What goes into a good espresso? Four things, and patience.', '2026-12-05T15:30:00Z'],
    ['facebook', 'Our winter hours: open every day but the 25th.', '2026-12-06T09:00:00Z'],
  ] as const) {
    await make({ text, platform, scheduleMode: 'schedule', scheduledAt });
  }
  const long =
    'Long words: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft. ';
  const scheduled = await make({
    text: `${long.repeat(4)}\nhttps://fernhill.example/${'path/'.repeat(20)}`,
    accountIds: [idOf('linkedin'), idOf('facebook'), await connect('mastodon', LONG_HANDLE)],
    labels: ['Winter', 'A label with as long a name as can be'],
    mediaUrls: [medium],
    altTexts: ['Coffee beans in a wooden bowl'],
    scheduleMode: 'schedule',
    scheduledAt: '2026-12-07T10:00:00Z',
  });
  const proposed = { scheduleMode: 'schedule', scheduledAt: '2026-12-08T08:00:00Z' };
  const approval = await make(
    { text: 'Roasting day: come and smell it.', accountIds: [idOf('bluesky'), idOf('x')], proposed },
    agent,
  );
  const rejected = await make(
    { text: 'BIGGEST COFFEE SALE EVER!!!', accountIds: [idOf('x')], proposed },
    agent,
  );
  await test.post(
    `/v1/posts/${rejected.id}/reject`,
    { version: rejected.version, note: 'Quieter, please: this is not how we speak.' },
    { key: sandbox },
  );
  await make({ text: 'A thought that is not finished', accountIds: [] }, agent);
  await test.post('/v1/posts', { text: 'Too bold', platform: 'x', scheduleMode: 'now' }, { key: agent });
  await test.post(`/v1/test/accounts/${idOf('tiktok')}/expire`, undefined, { key: sandbox });

  const unknown = await lostPost(test, sandbox, idOf('facebook'));
  return {
    channel: idOf('bluesky'),
    published: published.id,
    atNetwork: new URL(out.body.targets[0]?.url ?? test.backend.url).pathname,
    partial: partial.id,
    unknown,
    approval: approval.id,
    rejected: rejected.id,
    scheduled: scheduled.id,
    medium,
  };
}

/** A post whose response was lost, on an account that cannot be checked. */
async function lostPost(test: BackendUnderTest, key: string, accountId: string): Promise<string> {
  for (const [method, does] of [
    ['POST', { kind: 'reset', effect: 'after' }],
    ['GET', { kind: 'status', status: 500, effect: 'before' }],
  ] as const) {
    const fault = { on: 'network', platform: 'facebook', method, path: '/v25.0', does };
    await test.post('/v1/test/faults', fault, { key });
  }
  const post = { text: 'Sunday brunch is back, with cake.', accountIds: [accountId], scheduleMode: 'now' };
  const { body } = await test.post<Post>('/v1/posts', post, { key });
  await test.get(`/v1/posts/${body.id}?wait=3`);
  await test.post('/v1/test/clock', { action: 'advance', seconds: 2 * HOUR }, { key });
  await test.request('DELETE', '/v1/test/faults', { key });
  return body.id;
}

async function fillSchedules(test: BackendUnderTest) {
  const accounts = (await test.get<{ data: Account[] }>('/v1/accounts?limit=100')).body.data;
  const idsOf = (...platforms: Platform[]) =>
    platforms.map((platform) => accounts.find((account) => account.platform === platform)?.id ?? '');
  const make = async (schedule: object): Promise<Schedule> => {
    const { status, body } = await test.post<Schedule>('/v1/schedules', schedule);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const held = await make({
    label: 'Weekday mornings',
    accountIds: idsOf('bluesky', 'mastodon', 'linkedin'),
    timezone: 'Europe/Berlin',
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    startTime: '09:00',
  });
  const window = await make({
    label: 'The long Saturday, on which we are open until late and post three times',
    accountIds: idsOf('instagram', 'facebook'),
    timezone: 'America/New_York',
    days: ['sat'],
    startTime: '10:00',
    endTime: '22:00',
    postsPerWindow: 3,
  });
  const paused = await make({
    label: 'Summer evenings',
    accountIds: idsOf('threads'),
    timezone: 'Europe/Berlin',
    days: ['fri', 'sun'],
    startTime: '19:30',
  });
  await test.request('PATCH', `/v1/schedules/${paused.id}`, { body: { active: false } });
  await test.post('/v1/posts', {
    text: 'What we drink this week: a natural from Guji.',
    accountIds: idsOf('bluesky'),
    scheduleMode: 'queue',
  });
  return { schedule: window.id, heldSchedule: held.id };
}

async function fillInbox(scene: InboxScene) {
  const [instagram, facebook] = [await scene.account('instagram'), await scene.account('facebook')];
  const { test } = scene;
  const closedConversation = await scene.writeTo(facebook, {
    author: '@early.bird',
    displayName: 'Early Bird',
    text: 'Is there still a table on Sunday?',
  });
  await scene.advance(26 * HOUR);
  const postId = await scene.published(instagram, 'New beans are in: a washed Guji, roasted on Monday.');
  const answeredComment = await scene.commentOn(postId, {
    author: '@mia.brews',
    displayName: 'Mia',
    text: 'Do you ship to Leeds?',
  });
  await test.post('/v1/comments', { parentCommentId: answeredComment, text: 'We do, in two days.' });
  await scene.commentOn(postId, { parentCommentId: answeredComment, author: '@tom', text: 'Same here!' });
  const comment = await scene.commentOn(postId, {
    author: '@a.person.with.quite.a.long.name.at.the.network',
    displayName: 'Somebody with quite a long name',
    text: `Lovely colour. How do you brew it at home? ${'I tried the V60 and it came out sour. '.repeat(5)}`,
  });
  const other = await scene.published(facebook, 'We are open on Sunday, from nine to four.');
  await scene.commentOn(other, { author: '@jo', displayName: 'Jo', text: 'See you there ☕' });
  const conversation = await scene.writeTo(instagram, {
    author: '@lena',
    displayName: 'Lena Fischer',
    text: 'Hello! Can I order the filter grind?',
  });
  await test.post('/v1/messages', { conversationId: conversation, text: 'Of course: which beans?' });
  await scene.writeTo(instagram, {
    author: '@lena',
    conversationId: conversation,
    text: 'The Guji, please.',
  });
  await scene.writeTo(facebook, { author: '@ada', displayName: 'Ada', text: 'Do you take large orders?' });
  const { body } = await test.get<Conversation>(`/v1/conversations/${conversation}`);
  return {
    comment,
    answeredComment,
    conversation,
    closedConversation,
    directAtNetwork: new URL(body.url ?? test.backend.url).pathname,
  };
}

async function fillKeys(test: BackendUnderTest): Promise<void> {
  const day = 24 * 60 * 60 * 1000;
  const { store } = test.backend.services;
  const now = test.clock.now();
  const script = await makeKey(test, 'The shop’s nightly script, which posts what is new', 'full');
  await test.get('/v1/accounts', { key: script.text });
  await makeKey(test, 'Reports', 'read', now + 30 * day);
  const ended = await makeKey(test, 'An old laptop', 'draft');
  await revokeApiKey(store, test.workspace.id, ended.id, now);
}

/** A connected assistant, and one that asks. */
async function fillAssistants(test: BackendUnderTest): Promise<string> {
  const person = await Visitor.signedIn(test);
  const redirect_uris = ['https://claude.ai/api/mcp/auth_callback'];
  const claude = await OAuthProgram.registered(test, { client_name: 'Claude', redirect_uris });
  await claude.connect(person);
  return (await OAuthProgram.registered(test, { client_name: 'A program' })).authorizePath();
}

function makeKey(
  test: BackendUnderTest,
  label: string,
  scopes: 'draft' | 'full' | 'read',
  expiresAt: number | null = null,
) {
  const making = { clock: test.clock, ids: randomIds };
  return createApiKey(test.backend.services.store, test.workspace, { label, scopes, expiresAt }, making);
}
