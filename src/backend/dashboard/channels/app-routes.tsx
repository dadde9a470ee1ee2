import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import { isPlatform, type Platform } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { ownPath } from '../own-path.js';
import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { AppConnectPage } from './app-connect-page.js';
import { reconnectPath } from './return-path.js';

interface Around {
  readonly user: User;
  readonly account: Account | null;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
  readonly publicUrl: string;
  /** The app has just been saved. */
  readonly isSaved?: boolean;
  /** Whether networks can fetch files from this backend. */
  readonly isPublic: boolean;
  readonly problem?: Problem;
  readonly clientId?: string;
}

/** The page that connects an account with an app; null: the network demands none. */
export async function appConnectPage(platform: Platform, around: Around) {
  const access = appOf(platform);
  if (access === null) return null;
  const app = await around.user.call('apps.get', { path: { platform } });
  return AppConnectPage({ app, access, ...around });
}

/** Setting and removing the apps of networks. */
export function addApps(
  routes: PageRoutes,
  { publicUrl, isPublic }: Pick<Services, 'publicUrl' | 'isPublic'>,
): void {
  routes.post('/channels/apps/:platform', async ({ user, param, form, redirect, context }) => {
    const platform = platformNamed(param('platform'));
    if (platform === null) return redirect('/channels#connect-title');
    const accountId = form.text('account');
    const next = ownPath(form.text('next')) ?? '';
    const account = accountId === '' ? null : await user.call('accounts.get', { path: { id: accountId } });
    const clientId = form.text('clientId');
    const clientSecret = form.text('clientSecret');
    const apiKeySecret = form.text('apiKeySecret');
    const review = form.text('review');
    try {
      await user.call('apps.set', {
        path: { platform },
        body: {
          clientId,
          ...(clientSecret !== '' && { clientSecret }),
          ...(apiKeySecret !== '' && { apiKeySecret }),
          ...(review !== '' && { review }),
          ...(appOf(platform)?.configuration && { configId: form.text('configId') || null }),
        },
      });
      return redirect(savedPath(account ? reconnectPath(account.id, next) : `/channels/connect/${platform}`));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const problem = error.toProblem(context.requestId);
      const page = await appConnectPage(platform, {
        publicUrl,
        isPublic,
        user,
        account,
        next,
        problem,
        clientId,
      });
      if (page === null) throw error;
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  routes.post('/channels/apps/:platform/remove', async ({ user, param, redirect }) => {
    const platform = platformNamed(param('platform'));
    if (platform === null) return redirect('/channels#connect-title');
    await user.call('apps.remove', { path: { platform } });
    return redirect(`/channels/connect/${platform}`);
  });
}

/** The page after an app was saved, which says so. */
const savedPath = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}app=saved`;

/** Whether the form of an app has led to this page. */
export const isAfterSaving = (query: URLSearchParams): boolean => query.get('app') === 'saved';

const platformNamed = (name: string): Platform | null => (isPlatform(name) && appOf(name) ? name : null);
