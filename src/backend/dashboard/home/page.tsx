import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post, PostCount } from '../../../contract/posts/posts.js';
import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { HEALTH_WORDS } from '../channels/health-words.js';
import { reconnectPath } from '../channels/return-path.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, PageHead, Pill } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { countWords } from '../layout/waiting.js';
import { NEED_YOU } from '../posts/list/list-filter.js';
import { PostRows } from '../posts/post-row.js';
import { may, type User } from '../user.js';
import { WebhookRows } from '../webhooks/webhook-rows.js';

export interface Today {
  /** Posts with status `attention`. */
  readonly attention: readonly Post[];
  /** Drafts that the user can approve. */
  readonly approvals: readonly Post[];
  /** Drafts of the user, which somebody else has to approve. */
  readonly ownDrafts: readonly Post[];
  /** How many posts wait for the user, those that are not listed here included. */
  readonly waiting: PostCount;
  /** Recent drafts that do not wait for approval. */
  readonly unfinished: number;
  readonly next: readonly Post[];
  readonly published: readonly Post[];
  readonly unhealthy: readonly Account[];
  /** Webhooks whose events do not arrive. */
  readonly webhooks: readonly Webhook[];
  /** Addresses at which alerts do not arrive. */
  readonly failingAlerts: readonly AlertChannelRow[];
  /** Comments and conversations that wait for an answer. */
  readonly inbox: number;
  readonly channels: number;
  readonly isUsedByPrograms: boolean;
}

interface TodayProps {
  readonly user: User;
  readonly today: Today;
  /** The current time in the workspace’s zone, such as `Tue 1 Dec, 09:00`. */
  readonly day: string;
}

/** The home page: what is waiting for the user, what is scheduled, and what was published. */
export function TodayPage({ user, today, day }: TodayProps) {
  const { now } = user;
  return (
    <Frame title="Today" place="/" user={user}>
      <PageHead title="Today" lead={day}>
        <a class="button main" href="/posts/new">
          Write a post
        </a>
      </PageHead>
      <div class="columns" {...live('today', '/')}>
        <div class="stack">
          {!today.isUsedByPrograms && <FirstSteps mayMakeKeys={may(user, 'keys:manage')} />}
          <WaitsForYou {...today} now={now} />
          {today.ownDrafts.length > 0 && (
            <section class="section">
              <h2>Waiting for somebody else’s approval</h2>
              <PostRows posts={today.ownDrafts} now={now} label="Your drafts" />
            </section>
          )}
          <section class="section">
            <div class="section-head">
              <h2>Upcoming</h2>
              <a href="/calendar">Calendar</a>
            </div>
            {today.next.length > 0 ? (
              <PostRows posts={today.next} now={now} label="Upcoming posts" />
            ) : (
              <Empty title="Nothing is scheduled">
                <p>
                  Ask your assistant for “a post tomorrow at 9”, or <a href="/posts/new">write one</a>.
                </p>
              </Empty>
            )}
          </section>
        </div>
        <div class="stack">
          {today.unhealthy.length > 0 && <UnhealthyChannels accounts={today.unhealthy} />}
          {today.webhooks.length > 0 && <FailingWebhooks webhooks={today.webhooks} />}
          {today.failingAlerts.length > 0 && <FailingAlerts channels={today.failingAlerts} />}
          <section class="section">
            <div class="section-head">
              <h2>Published</h2>
              <a href="/posts?status=published">All published posts</a>
            </div>
            {today.published.length > 0 ? (
              <PostRows posts={today.published} now={now} label="Recently published posts" />
            ) : (
              <Empty title="Nothing published yet">
                <p>
                  {today.channels === 0
                    ? 'Connect a channel to publish your first post: '
                    : `${today.channels} ${today.channels === 1 ? 'channel is' : 'channels are'} ready: `}
                  <a href="/channels">go to Channels</a>.
                </p>
              </Empty>
            )}
          </section>
        </div>
      </div>
    </Frame>
  );
}

/** Shown until there is a key or a connected assistant. */
function FirstSteps({ mayMakeKeys }: { readonly mayMakeKeys: boolean }) {
  return (
    <section class="card">
      <h2>Connect your assistant</h2>
      <p class="soft">
        Claude, Cursor and other assistants need the address of this backend alone
        {mayMakeKeys ? ', or an API key' : ''}. Start with “Draft only”: your assistant writes, and you
        approve.
      </p>
      <p class="buttons">
        <a class="button main" href="/settings/assistants">
          Connect by address
        </a>
        {mayMakeKeys && (
          <a class="button" href="/settings/keys/new">
            Create API key
          </a>
        )}
      </p>
    </section>
  );
}

function WaitsForYou({
  attention,
  approvals,
  waiting,
  unfinished,
  inbox,
  now,
}: Omit<
  Today,
  | 'ownDrafts'
  | 'next'
  | 'published'
  | 'unhealthy'
  | 'webhooks'
  | 'failingAlerts'
  | 'channels'
  | 'isUsedByPrograms'
> & {
  readonly now: number;
}) {
  const listed = [...attention, ...approvals];
  if (listed.length === 0) {
    return (
      <section class="section">
        <h2>Waiting for you</h2>
        <Empty title={inbox === 0 ? 'Nothing is waiting for you' : 'No post is waiting for you'}>
          <InboxWaits inbox={inbox} />
          <p>
            Drafts to approve and posts that need a decision appear here.
            {unfinished > 0 && (
              <>
                {' '}
                You also have{' '}
                <a href="/posts?status=draft">
                  {unfinished === 1 ? 'one unfinished draft' : `${unfinished} unfinished drafts`}
                </a>
                .
              </>
            )}
          </p>
        </Empty>
      </section>
    );
  }
  return (
    <section class="section">
      <div class="section-head">
        <h2>Waiting for you</h2>
        <a href={`/posts?status=${NEED_YOU}`}>
          {waiting.count > listed.length ? `All ${countWords(waiting)} that need you` : 'All that need you'}
        </a>
      </div>
      <PostRows posts={listed} now={now} label="Posts waiting for you" />
      <InboxWaits inbox={inbox} />
    </section>
  );
}

function InboxWaits({ inbox }: { readonly inbox: number }) {
  if (inbox === 0) return null;
  return (
    <p>
      <a href="/inbox">
        {inbox === 1 ? 'One comment or message waits' : `${inbox} comments and messages wait`} for your answer
      </a>
      .
    </p>
  );
}

function UnhealthyChannels({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <section class="section">
      <h2>Channels that need attention</h2>
      <ul class="rows" aria-label="Channels that need attention">
        {accounts.map(({ id, platform, handle, health }) => (
          <li>
            <div class="line">
              <NetworkMark platform={platform} />
              <a class="row-link grow one-line" href={`/channels#${id}`}>
                <VisibleText text={handle} />
              </a>
              <Pill tone={HEALTH_WORDS[health.status].tone}>{HEALTH_WORDS[health.status].words}</Pill>
              {health.actionUrl !== null && health.status !== 'disabled' && (
                <a class="button" href={reconnectPath(id)} aria-label={`Reconnect ${showHidden(handle)}`}>
                  Reconnect
                </a>
              )}
            </div>
            {health.reason && (
              <p class="small">
                <VisibleText text={health.reason} />
              </p>
            )}
            {health.action && <p class="soft small">{health.action}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FailingAlerts({ channels }: { readonly channels: readonly AlertChannelRow[] }) {
  return (
    <section class="section">
      <h2>Alerts do not arrive</h2>
      <ul class="rows" aria-label="Alerts do not arrive">
        {channels.map(({ id, shown_address: address, error }) => (
          <li>
            <div class="line">
              <a class="row-link grow one-line" href={`/settings/alerts#${id}`}>
                {address}
              </a>
              <Pill tone="bad">Failing</Pill>
            </div>
            {error !== null && <p class="soft small">{error}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FailingWebhooks({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <section class="section">
      <h2>Webhooks that need attention</h2>
      <WebhookRows webhooks={webhooks} label="Webhooks that need attention" />
    </section>
  );
}
