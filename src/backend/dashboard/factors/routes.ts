import {
  removeAuthenticator,
  secretInForm,
  setUpAuthenticator,
} from '../../domain/access/factors/authenticator.js';
import { type FactorChange, factorsOf, hasSecondFactor } from '../../domain/access/factors/factors.js';
import { makeRecoveryCodes } from '../../domain/access/factors/recovery-codes.js';
import { newTotpSecret } from '../../domain/access/factors/totp.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { changedBy } from '../user.js';
import { RecoveryCodesPage } from './recovery-codes-page.js';
import { SetUpPage } from './set-up-page.js';

const PATH = '/settings/sign-in';

/** The settings for a second step at sign-in: an authenticator app and recovery codes. */
export function addFactors(routes: PageRoutes, services: Services): void {
  const { store, clock } = services;

  const changeOf = ({ user, person }: Pick<Visit, 'user' | 'person'>): FactorChange => ({
    personId: person.id,
    workspaceId: user.workspace.id,
    by: changedBy(user),
  });
  const setUpPage = async ({ user, person, session }: Visit, secret: string, problem: string | null) =>
    SetUpPage({
      user,
      secret,
      sealed: store.vault.sealTotpSecret(person.id, secret),
      replaces: (await factorsOf(store.db, person.id)).authenticator,
      isRequired: session.lacksFactor,
      problem,
    });

  routes.get(`${PATH}/authenticator`, (visit) => setUpPage(visit, newTotpSecret(), null));

  const setUp = async (visit: FormVisit) => {
    const { person, form, context, user, askAgain, redirect } = visit;
    const asked = await askAgain();
    if (asked !== null) return asked;
    const [sealed, code] = [form.text('secret'), form.text('code')];
    const result = await setUpAuthenticator(store, changeOf(visit), { sealed, code }, clock.now());
    if (result.is !== 'done') {
      const secret = secretInForm(store, person.id, sealed) ?? newTotpSecret();
      return htmlResponse(context, await setUpPage(visit, secret, WHY_NOT[result.is]), { status: 422 });
    }
    const { recoveryCodes: codes } = result;
    return codes === null
      ? redirect(`${PATH}#second-step`)
      : RecoveryCodesPage({ user, codes, isFirst: true });
  };

  const remove = async (visit: FormVisit) => {
    const asked = await visit.askAgain();
    if (asked !== null) return asked;
    await removeAuthenticator(store, changeOf(visit));
    return visit.redirect(`${PATH}#second-step`);
  };

  const renew = async (visit: FormVisit) => {
    const asked = await visit.askAgain();
    if (asked !== null) return asked;
    if (!hasSecondFactor(await factorsOf(store.db, visit.person.id))) {
      throw new RequestRefused('not_found', 'Recovery codes stand in for a second factor. Set one up first.');
    }
    const codes = await makeRecoveryCodes(store, changeOf(visit));
    return RecoveryCodesPage({ user: visit.user, codes, isFirst: false });
  };

  routes.post(`${PATH}/authenticator`, setUp);
  routes.post(`${PATH}/authenticator/remove`, remove);
  routes.post(`${PATH}/recovery-codes`, renew);
}

const WHY_NOT = {
  wrong_code:
    'This is not the code that the app shows now. Wait for its next code, and check that the clock of your phone is right.',
  form_changed: 'This form is too old. Add the new code below to your app, and remove the entry before it.',
} as const;
