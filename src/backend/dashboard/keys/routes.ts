import { isScope, SCOPE_PRESETS, type ScopePreset } from '../../../contract/scopes.js';
import { createApiKey, InvalidApiKey, listApiKeys, revokeApiKey } from '../../domain/access/api-keys.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import type { Form } from '../form.js';
import { settingsPath } from '../layout/settings-pages.js';
import { htmlResponse, redirect } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { changedBy } from '../user.js';
import { type ClientEntry, CreatedKeyPage } from './created-page.js';
import { KeysPage } from './list-page.js';
import { type KeyInput, LIFETIMES, NewKeyPage } from './new-page.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const DEFAULT_INPUT: KeyInput = { label: '', preset: 'draft', scopes: SCOPE_PRESETS.draft, lifetime: '90' };

/** The settings page for API keys. */
export function addKeys(
  routes: PageRoutes,
  services: Services,
  entriesFor: (apiKey: string) => readonly ClientEntry[],
): void {
  const { store, clock } = services;

  routes.get('/settings', ({ user, context }) => redirect(context, settingsPath(user)));

  routes.get('/settings/keys', async ({ user }) =>
    KeysPage({ user, keys: await listApiKeys(store, user.workspace.id), systemNow: clock.now() }),
  );

  routes.get('/settings/keys/new', ({ user }) => NewKeyPage({ user, input: DEFAULT_INPUT, problem: null }));

  const create = async ({ user, form, context, askAgain }: FormVisit) => {
    const asked = await askAgain();
    if (asked !== null) return asked;
    const input = inputFrom(form);
    const days = LIFETIMES.find(({ value }) => value === input.lifetime)?.days ?? null;
    try {
      const created = await createApiKey(
        store,
        user.workspace,
        {
          label: input.label,
          scopes: input.preset === 'own' ? input.scopes : input.preset,
          expiresAt: days === null ? null : clock.now() + days * DAY_MS,
          person: user.person,
        },
        services,
        changedBy(user),
      );
      return CreatedKeyPage({ user, created, entries: entriesFor(created.text) });
    } catch (error) {
      if (!(error instanceof InvalidApiKey)) throw error;
      return htmlResponse(context, NewKeyPage({ user, input, problem: whyNot(input, error) }), {
        status: 422,
      });
    }
  };

  const revoke = async ({ user, param, redirect }: FormVisit) => {
    const { id } = user.workspace;
    const revoked = await revokeApiKey(store, id, param('id'), clock.now(), changedBy(user));
    if (revoked) return redirect(`/settings/keys#${revoked.id}`);
    throw new RequestRefused('not_found', 'This workspace has no such key.');
  };

  routes.post('/settings/keys', create);
  routes.post('/settings/keys/:id/revoke', revoke);
}

function inputFrom(form: Form): KeyInput {
  const preset = form.text('preset');
  const lifetime = form.text('lifetime');
  return {
    label: form.text('label'),
    preset: preset in SCOPE_PRESETS ? (preset as ScopePreset) : 'own',
    scopes: form.all('scope').filter(isScope),
    lifetime: LIFETIMES.find(({ value }) => value === lifetime)?.value ?? DEFAULT_INPUT.lifetime,
  };
}

/** Why the key was not created, in the form’s terms. */
function whyNot({ label, preset, scopes }: KeyInput, { message }: InvalidApiKey): string {
  if (label === '') return 'Enter a name for the key.';
  if (preset === 'own' && scopes.length === 0) return 'Select at least one permission, or choose a preset.';
  return message;
}
