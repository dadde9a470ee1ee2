import type { FactorChange } from '../../domain/access/factors/factors.js';
import { unlinkIdentity } from '../../domain/access/oidc/identities.js';
import type { OidcProvider } from '../../domain/access/oidc/provider.js';
import { OidcRefused } from '../../domain/access/oidc/provider.js';
import { beginStep } from '../../domain/access/sign-in-steps.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { PageRoutes, Visit } from '../routes.js';
import { stepCookie } from '../sign-in/cookie.js';
import { changedBy } from '../user.js';
import { callbackOf } from './callback.js';
import { MovingOnPage, NotSignedInPage } from './pages.js';

const OIDC_SETTINGS_PATH = '/settings/sign-in/provider';

/** Linking the own account at an OpenID Connect provider, and ending that. */
export function addOidcSettings(routes: PageRoutes, services: Services, provider: OidcProvider): void {
  const { store, clock } = services;
  const { name } = provider.settings;
  const changeOf = ({ user, person }: Visit): FactorChange => ({
    personId: person.id,
    workspaceId: user.workspace.id,
    by: changedBy(user),
  });

  routes.post(OIDC_SETTINGS_PATH, async (visit) => {
    const asked = await visit.askAgain();
    if (asked !== null) return asked;
    const { person, user, context } = visit;
    try {
      const { to, checks } = await provider.begin(callbackOf(services));
      const step = { personId: person.id, workspaceId: user.workspace.id, data: { ...checks } };
      const secret = await beginStep(store, 'oidc', step, clock.now());
      const headers = { 'Set-Cookie': stepCookie(secret, services) };
      return htmlResponse(context, MovingOnPage({ name, to }), { headers });
    } catch (error) {
      if (!(error instanceof OidcRefused)) throw error;
      return htmlResponse(context, NotSignedInPage({ name, problem: error.message }), { status: 502 });
    }
  });

  routes.post(`${OIDC_SETTINGS_PATH}/remove`, async (visit) => {
    const asked = await visit.askAgain();
    if (asked !== null) return asked;
    await unlinkIdentity(store, changeOf(visit), provider.settings);
    return visit.redirect('/settings/sign-in#provider');
  });
}
