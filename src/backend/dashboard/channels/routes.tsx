import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { isPlatform } from '../../../contract/platforms.js';
import type { Post } from '../../../contract/posts/posts.js';
import { appOf } from '../../../networks/access.js';
import { RequestRefused } from '../../operations/refusal.js';
import { NAMED_FAILURES } from '../../simulators/shared/named-failures.js';
import { Notice } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { ownPath } from '../own-path.js';
import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { accountsOf } from './accounts-of.js';
import { ConnectedNotice } from './connected-notice.js';
import { DisconnectPage, MAX_COUNTED } from './disconnect-page.js';
import { FirstBoard } from './first-board.js';
import { ChannelsPage } from './page.js';
import { connectedPath, isConnectedAgain } from './return-path.js';
import { StalledPosts, stalledPosts } from './stalled-posts.js';

/** The connected accounts, checking and disconnecting them, and connecting simulated ones. */
export function addChannels(routes: PageRoutes): void {
  const failures = Object.entries(NAMED_FAILURES).map(([name, { description }]) => ({
    handle: `@${name}`,
    does: description,
  }));

  routes.get('/channels', async ({ user, query }) => {
    const accounts = await accountsOf(user);
    const connected = accounts.find(({ id }) => id === query.get('connected'));
    const stalled = connected ? await stalledPosts(user, connected) : [];
    const notice = <Happened user={user} query={query} accounts={accounts} stalled={stalled} />;
    return ChannelsPage({ user, accounts, failures, notice });
  });

  routes.post('/channels', async ({ user, form, redirect, context }) => {
    const input = {
      platform: form.text('platform'),
      handle: form.text('handle'),
      premium: form.ticked('premium'),
    };
    try {
      const { premium, ...body } = input;
      const account = await user.call('testAccounts.connect', {
        body: { ...body, ...(premium && { premium }) },
      });
      return redirect(connectedPath({ account }, ownPath(form.text('next')) ?? ''));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const problem = error.toProblem(context.requestId);
      const accounts = await accountsOf(user);
      const page = ChannelsPage({ user, accounts, failures, refused: { input, problem } });
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  routes.post('/channels/:id/expire', async ({ user, param, redirect }) => {
    const account = await user.call('testAccounts.expire', { path: { id: param('id') } });
    return redirect(`/channels#${account.id}`);
  });

  routes.post('/channels/:id/numbers', async ({ user, param, form, redirect }) => {
    const body = { metrics: { read: form.text('read') === 'on' } };
    const { id } = await user.call('accounts.update', { path: { id: param('id') }, body });
    return redirect(`/channels#${id}`);
  });

  routes.post('/channels/:id/comments', async ({ user, param, form, redirect }) => {
    const body = { comments: { read: form.text('read') === 'on' } };
    const { id } = await user.call('accounts.update', { path: { id: param('id') }, body });
    return redirect(`/channels#${id}`);
  });

  routes.post('/channels/:id/board', async ({ user, param, form, redirect }) => {
    const body = { board: form.text('board') || null };
    const { id } = await user.call('accounts.update', { path: { id: param('id') }, body });
    return redirect(`/channels#${id}`);
  });

  routes.post('/channels/:id/links', async ({ user, param, form, redirect, context }) => {
    const campaign = form.text('campaign');
    const isOn = form.text('add') === 'on';
    const body = { linkTags: { add: isOn, ...(isOn && { campaign: campaign === '' ? null : campaign }) } };
    try {
      const { id } = await user.call('accounts.update', { path: { id: param('id') }, body });
      return redirect(`/channels#${id}`);
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.code !== 'validation_failed') throw error;
      const problem = error.toProblem(context.requestId);
      const accounts = await accountsOf(user);
      const page = ChannelsPage({ user, accounts, failures, notice: <ProblemNotice problem={problem} /> });
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  routes.post('/channels/:id/check', async ({ user, param, form, redirect, context }) => {
    try {
      const account = await user.call('accounts.check', { path: { id: param('id') } });
      return redirect(ownPath(form.text('next')) ?? `/channels?checked=${account.id}#${account.id}`);
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.code !== 'network_unavailable') throw error;
      const problem = error.toProblem(context.requestId);
      const accounts = await accountsOf(user);
      const page = ChannelsPage({ user, accounts, failures, notice: <ProblemNotice problem={problem} /> });
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  routes.get('/channels/:id/disconnect', async ({ user, param }) => {
    const account = await user.call('accounts.get', { path: { id: param('id') } });
    const query = { accountId: account.id, status: 'scheduled', limit: String(MAX_COUNTED) };
    const { data } = await user.call('posts.list', { query });
    return DisconnectPage({ user, account, scheduled: data.length });
  });

  routes.post('/channels/:id/disconnect', async ({ user, param, redirect }) => {
    const path = { id: param('id') };
    const { platform } = await user.call('accounts.get', { path });
    const { revoked } = await user.call('accounts.disconnect', { path });
    const left = ownerEnds(platform) === null ? 'here-only' : platform;
    return redirect(`/channels?disconnected=${revoked === false ? left : 'yes'}`);
  });
}

interface HappenedProps {
  readonly user: User;
  readonly query: URLSearchParams;
  readonly accounts: readonly Account[];
  /** Posts that waited for the connected account. */
  readonly stalled: readonly Post[];
}

/** What the form that led here has done. An address can name accounts, but say nothing of its own. */
function Happened({ user, query, accounts, stalled }: HappenedProps) {
  const named = (name: string) => accounts.find(({ id }) => id === query.get(name));
  const connected = named('connected');
  const checked = named('checked');
  const disconnected = query.get('disconnected');
  if (connected) {
    return (
      <ConnectedNotice
        account={connected}
        isAgain={isConnectedAgain(query)}
        more={accounts.filter(({ id }) => query.getAll('with').includes(id)).length}
      >
        <FirstBoard user={user} account={connected} />
        <StalledPosts user={user} account={connected} posts={stalled} />
      </ConnectedNotice>
    );
  }
  if (checked) {
    return (
      <Notice tone={checked.health.status === 'healthy' ? 'good' : 'warn'}>
        <p role="status">
          {checked.health.status === 'healthy'
            ? `Access to ${showHidden(checked.handle)} works.`
            : `Access to ${showHidden(checked.handle)} has a problem: see below.`}
        </p>
      </Notice>
    );
  }
  if (disconnected === null) return null;
  const left =
    disconnected === 'here-only'
      ? 'Disconnected here, but the network did not confirm that access has ended. Remove Postrider in the network’s settings.'
      : ownerEnds(disconnected);
  return (
    <Notice tone={left === null ? 'good' : 'warn'}>
      <p role="status">{left ?? 'Disconnected.'}</p>
    </Notice>
  );
}

/** What is left to do for the owner of an account that is disconnected here; null: nothing. */
function ownerEnds(platform: string): string | null {
  const byOwner = isPlatform(platform) ? appOf(platform)?.endedByOwner : undefined;
  return byOwner ? `Disconnected here. ${byOwner.text}` : null;
}
