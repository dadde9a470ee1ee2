import type { FactorChange } from '../../domain/access/factors/factors.js';
import {
  addPasskey,
  creationOptions,
  MAX_PASSKEY_NAME_LENGTH,
  removePasskey,
} from '../../domain/access/factors/passkeys.js';
import { signingOptions } from '../../domain/access/factors/use-passkey.js';
import { type RelyingParty, relyingPartyAt } from '../../domain/access/factors/webauthn.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { CONFIRM_OPTIONS_PATH } from '../confirm/page.js';
import { jsonResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { noPasskeys } from '../sign-in/passkey-routes.js';
import { changedBy } from '../user.js';
import { PASSKEYS_PATH } from './passkeys-section.js';
import { RecoveryCodesPage } from './recovery-codes-page.js';

/** The settings for passkeys. */
export function addPasskeys(routes: PageRoutes, { store, clock, publicUrl }: Services): void {
  const partyOf = ({ request }: Visit): RelyingParty => {
    const party = relyingPartyAt(publicUrl, request.headers.get('host') ?? undefined);
    if (party === null) throw noPasskeys();
    return party;
  };
  const changeOf = ({ user, person }: Visit): FactorChange => ({
    personId: person.id,
    workspaceId: user.workspace.id,
    by: changedBy(user),
  });

  routes.post(`${PASSKEYS_PATH}/options`, async (visit) => {
    const who = { personId: visit.person.id, name: visit.person.name };
    const options = await creationOptions(store, visit.session.id, who, partyOf(visit), clock.now());
    return jsonResponse(visit.context, options);
  });

  routes.post(CONFIRM_OPTIONS_PATH, async (visit) => {
    const { session, person, context } = visit;
    return jsonResponse(
      context,
      await signingOptions(store, session.id, person.id, partyOf(visit), clock.now()),
    );
  });

  const add = async (visit: FormVisit) => {
    const asked = await visit.askAgain();
    if (asked !== null) return asked;
    const { user, session, form, redirect } = visit;
    const name = form.text('name').slice(0, MAX_PASSKEY_NAME_LENGTH) || 'Passkey';
    const answer = { created: form.text('passkey'), name };
    const added = await addPasskey(store, session.id, changeOf(visit), answer, partyOf(visit), clock.now());
    if (added.is === 'refused') throw new RequestRefused('validation_failed', added.why);
    const { recoveryCodes: codes } = added;
    return codes === null
      ? redirect(`/settings/sign-in#passkeys`)
      : RecoveryCodesPage({ user, codes, isFirst: true });
  };

  const remove = async (visit: FormVisit) => {
    const asked = await visit.askAgain();
    if (asked !== null) return asked;
    if (!(await removePasskey(store, changeOf(visit), visit.param('id')))) {
      throw new RequestRefused('not_found', 'You have no such passkey.');
    }
    return visit.redirect(`/settings/sign-in#passkeys`);
  };

  routes.post(PASSKEYS_PATH, add);
  routes.post(`${PASSKEYS_PATH}/:id/remove`, remove);
}
