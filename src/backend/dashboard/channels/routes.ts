import { RequestRefused } from '../../operations/refusal.js';
import { NAMED_FAILURES } from '../../simulators/shared/named-failures.js';
import { htmlAnswer } from '../answers.js';
import type { PersonRoutes } from '../routes.js';
import { ChannelsPage } from './page.js';

/** Connected accounts, and connecting simulated ones. */
export function addChannels(routes: PersonRoutes): void {
  const failures = Object.entries(NAMED_FAILURES).map(([name, { description }]) => ({
    handle: `@${name}`,
    does: description,
  }));

  routes.show('/channels', async ({ person }) => {
    const { data } = await person.ask('accounts.list', { query: { limit: '100' } });
    return ChannelsPage({ person, accounts: data, failures });
  });

  routes.act('/channels', async ({ person, form, goTo, context }) => {
    const wish = {
      platform: form.text('platform'),
      handle: form.text('handle'),
      premium: form.ticked('premium'),
    };
    try {
      const { premium, ...body } = wish;
      const account = await person.ask('testAccounts.connect', {
        body: { ...body, ...(premium && { premium }) },
      });
      return goTo(`/channels#${account.id}`);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const problem = error.toProblem(context.requestId);
      const { data } = await person.ask('accounts.list', { query: { limit: '100' } });
      const page = ChannelsPage({ person, accounts: data, failures, refused: { wish, problem } });
      return htmlAnswer(context, page, { status: problem.status });
    }
  });

  routes.act('/channels/:id/expire', async ({ person, param, goTo }) => {
    const account = await person.ask('testAccounts.expire', { path: { id: param('id') } });
    return goTo(`/channels#${account.id}`);
  });

  routes.act('/channels/:id/disconnect', async ({ person, param, goTo }) => {
    await person.ask('testAccounts.disconnect', { path: { id: param('id') } });
    return goTo('/channels');
  });
}
