import { RequestRefused } from '../../operations/refusal.js';
import { NAMED_FAILURES } from '../../simulators/shared/named-failures.js';
import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import { ChannelsPage } from './page.js';

/** The connected accounts, and connecting simulated ones. */
export function addChannels(routes: PageRoutes): void {
  const failures = Object.entries(NAMED_FAILURES).map(([name, { description }]) => ({
    handle: `@${name}`,
    does: description,
  }));

  routes.get('/channels', async ({ user }) => {
    const { data } = await user.call('accounts.list', { query: { limit: '100' } });
    return ChannelsPage({ user, accounts: data, failures });
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
      return redirect(`/channels#${account.id}`);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const problem = error.toProblem(context.requestId);
      const { data } = await user.call('accounts.list', { query: { limit: '100' } });
      const page = ChannelsPage({ user, accounts: data, failures, refused: { input, problem } });
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  routes.post('/channels/:id/expire', async ({ user, param, redirect }) => {
    const account = await user.call('testAccounts.expire', { path: { id: param('id') } });
    return redirect(`/channels#${account.id}`);
  });

  routes.post('/channels/:id/disconnect', async ({ user, param, redirect }) => {
    await user.call('testAccounts.disconnect', { path: { id: param('id') } });
    return redirect('/channels');
  });
}
