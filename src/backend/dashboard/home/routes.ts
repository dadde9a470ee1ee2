import { timeForms } from '../../../time/forms.js';
import { hasPrograms } from '../../domain/access/api-keys.js';
import type { AlertChannels } from '../../domain/alerts/alert-channels.js';
import type { Services } from '../../operations/services.js';
import { accountsOf } from '../channels/accounts-of.js';
import { inOwnZone, spokenTime } from '../layout/local-times.js';
import { waitingFor } from '../layout/waiting.js';
import type { PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { needsAttention } from '../webhooks/webhook-words.js';
import { type Today, TodayPage } from './page.js';

/** The home page. */
export function addHome(routes: PageRoutes, services: Services, alerts: AlertChannels): void {
  routes.get('/', async ({ user }) => {
    const today = await todayOf(user, services, alerts);
    const { now, workspace } = user;
    const day = spokenTime(timeForms(now, workspace.timezone, now), now);
    return TodayPage({ user, today, day });
  });
}

/** Posts of each kind that Today lists. The rest are behind the link above them. */
const MAX_WAITING = 5;

/** Drafts among which Today counts the unfinished ones. */
const MAX_DRAFTS = 20;

/** Webhooks that Today looks at. */
const MAX_WEBHOOKS = '100';

async function todayOf(user: User, { store }: Services, alerts: AlertChannels): Promise<Today> {
  const waiting = await waitingFor(user);
  const { ownDrafts } = waiting;
  const posts = async (status: string, limit: number, order?: 'asc') =>
    (await user.call('posts.list', { query: { status, order, limit: String(limit) } })).data.map((post) =>
      inOwnZone(post, user),
    );
  const [attention, approvals, drafts, next, published, accounts, webhooks, isUsed, channels] =
    await Promise.all([
      posts('attention', MAX_WAITING),
      posts('approval', Math.min(MAX_WAITING + ownDrafts.size, 100)),
      posts('draft', MAX_DRAFTS),
      posts('scheduled,queued,publishing', 6, 'asc'),
      posts('published', 5),
      accountsOf(user),
      user.call('webhooks.list', { query: { limit: MAX_WEBHOOKS } }),
      hasPrograms(store, user.workspace.id),
      alerts.list(user.workspace.id),
    ]);
  const unfinished = drafts.filter(({ proposed }) => proposed === null).length;
  return {
    attention,
    approvals: approvals.filter(({ id }) => !ownDrafts.has(id)).slice(0, MAX_WAITING),
    ownDrafts: approvals.filter(({ id }) => ownDrafts.has(id)).slice(0, MAX_WAITING),
    waiting: waiting.posts,
    unfinished,
    next,
    published,
    unhealthy: accounts.filter(({ health }) => health.status !== 'healthy'),
    webhooks: webhooks.data.filter(needsAttention),
    failingAlerts: channels.filter(({ failing_since: since }) => since !== null),
    inbox: waiting.inbox.count,
    channels: accounts.length,
    isUsedByPrograms: isUsed,
  };
}
