import type { Operation } from '../../../src/contract/operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { SCOPE_NAMES, type Scope } from '../../../src/contract/scopes.js';
import { DASHBOARD_ROUTES } from '../support/dashboard-routes.js';
import { pairs, type Try } from '../support/tries.js';
import { KEY_FORMS, type KeyForm } from './forms.js';

const of = (id: OperationId): Operation => OPERATIONS[id];

/** Operations that require a key. */
const GUARDED = OPERATION_IDS.filter((id) => of(id).access !== 'public');

/** The scopes of which an operation requires one. */
function scopesOf(id: OperationId): readonly Scope[] {
  const { access } = of(id);
  if (access === 'public' || access === 'any_key') return [];
  return typeof access === 'string' ? [access] : access.anyOf;
}

/** Every operation with every form of a key that is not one. */
export const WITHOUT_KEY: readonly (Try & { readonly id: OperationId; readonly form: KeyForm })[] = pairs(
  GUARDED,
  KEY_FORMS,
).map(([id, form]) => ({ name: `${id}, ${form.name}`, id, form }));

/** Every operation with a key that has a single scope, and not the right one. */
export const WRONG_SCOPE: readonly (Try & { readonly id: OperationId; readonly scope: Scope })[] = pairs(
  GUARDED.filter((id) => scopesOf(id).length > 0),
  SCOPE_NAMES,
)
  .filter(([id, scope]) => !scopesOf(id).includes(scope))
  .map(([id, scope]) => ({ name: `${id} with ${scope} only`, id, scope }));

/** Every operation on an object, by a full key of another workspace. An app is named by its network, and is one's own. */
export const FOREIGN_OBJECT: readonly (Try & { readonly id: OperationId })[] = GUARDED.filter(
  (id) => of(id).path.includes('{') && !of(id).path.includes('{platform}'),
).map((id) => ({ name: id, id }));

/** Every list, by a full key of another workspace: bare, and narrowed to the victim’s objects. */
const NARROWED = ['accountId', 'postId', 'conversationId', 'objectId', 'keyId', 'eventId', 'text', 'url'];
export const FOREIGN_LIST: readonly (Try & { readonly id: OperationId; readonly by: string | null })[] =
  GUARDED.filter((id) => of(id).method === 'GET' && !of(id).path.includes('{')).flatMap((id) =>
    [null, ...NARROWED.filter((name) => name in (of(id).query?.shape ?? {}))].map((by) => ({
      ...{ id, by },
      name: by === null ? id : `${id} by ${by}`,
    })),
  );

/** Requests that name the victim’s objects in their body. `{name}` is the id of one. */
export const FOREIGN_REFERENCE: readonly (Try & { readonly id: OperationId; readonly body: object })[] = [
  ...(['posts.create', 'posts.validate'] as const).flatMap((id) => [
    { id, body: { text: 'x', accountIds: ['{accounts}'], scheduleMode: 'draft' } },
    { id, body: { text: 'x', platform: 'bluesky', mediaUrls: ['{media}'], scheduleMode: 'draft' } },
    { id, body: { text: 'x', accountIds: ['{accounts}'], scheduleMode: 'now' } },
    { id, body: { text: 'x', platform: 'x', overrides: [{ target: 'x', mediaUrls: ['{media}'] }] } },
  ]),
  {
    id: 'schedules.create' as const,
    body: { label: 'x', accountIds: ['{accounts}'], timezone: 'UTC', days: ['mon'], startTime: '09:00' },
  },
  { id: 'comments.create' as const, body: { commentId: '{commentId}', text: 'x' } },
  { id: 'comments.create' as const, body: { commentId: '{commentId}', text: 'x', private: true } },
  { id: 'messages.create' as const, body: { conversationId: '{conversationId}', text: 'x' } },
  { id: 'testInbound.create' as const, body: { type: 'comment', postId: '{posts}', text: 'x' } },
  { id: 'testInbound.create' as const, body: { type: 'comment', parentCommentId: '{commentId}', text: 'x' } },
  { id: 'testInbound.create' as const, body: { type: 'message', accountId: '{accounts}', text: 'x' } },
  {
    id: 'testInbound.create' as const,
    body: { type: 'message', conversationId: '{conversationId}', text: 'x' },
  },
].map((one, index) => ({ name: `${one.id} ${index}: ${JSON.stringify(one.body)}`, ...one }));

/** Cookies without a session behind them. `{hash}` is what the database stores of a valid one, `{name}` the name of the cookie. */
export const COOKIES = [
  '',
  '{name}=',
  `{name}=${'A'.repeat(43)}`,
  '{name}={hash}',
  '{name}={full}',
  '{name}={ended}',
  '{name}={altered}',
  "{name}=' or 1=1 --",
  'session={session}',
  'Postrider_Session={session}',
  '{name}="{session}x"',
  '__Host-{name}={ended}',
  'postrider_session={ended}',
] as const;

/** Every page and form of the dashboard without a session. */
export const WITHOUT_SESSION: readonly (Try & {
  readonly route: (typeof DASHBOARD_ROUTES)[number];
  readonly cookie: (typeof COOKIES)[number];
})[] = pairs(
  DASHBOARD_ROUTES.filter(({ isOpen }) => !isOpen),
  COOKIES,
).map(([route, cookie]) => ({ name: `${route.method} ${route.path}, cookie ${cookie}`, route, cookie }));

/** The endpoint for tools, with every form of a key that is not one. */
export const TOOLS_WITHOUT_KEY: readonly (Try & { readonly form: KeyForm })[] = KEY_FORMS.map((form) => ({
  name: form.name,
  form,
}));
