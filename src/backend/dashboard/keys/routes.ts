import { isScope, SCOPE_PRESETS, type ScopePreset } from '../../../contract/scopes.js';
import { createApiKey, KeyNotMade, listApiKeys, revokeApiKey } from '../../domain/access/api-keys.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { goTo, htmlAnswer } from '../answers.js';
import type { Form } from '../form.js';
import { changedBy } from '../person.js';
import type { PersonRoutes } from '../routes.js';
import { KeysPage } from './list-page.js';
import { type ClientEntry, MadeKeyPage } from './made-page.js';
import { type KeyWish, LIFETIMES, NewKeyPage } from './new-page.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const FIRST_WISH: KeyWish = { label: '', preset: 'draft', scopes: SCOPE_PRESETS.draft, lifetime: '90' };

/** Settings, Developer, API keys. */
export function addKeys(
  routes: PersonRoutes,
  services: Services,
  entriesFor: (apiKey: string) => readonly ClientEntry[],
): void {
  const { store, clock } = services;

  routes.show('/settings', ({ context }) => goTo(context, '/settings/keys'));

  routes.show('/settings/keys', async ({ person }) =>
    KeysPage({ person, keys: await listApiKeys(store, person.workspace.id), systemNow: clock.now() }),
  );

  routes.show('/settings/keys/new', ({ person }) => NewKeyPage({ person, wish: FIRST_WISH, problem: null }));

  routes.act('/settings/keys', async ({ person, form, context }) => {
    const wish = wishOf(form);
    const days = LIFETIMES.find(({ value }) => value === wish.lifetime)?.days ?? null;
    try {
      const made = await createApiKey(
        store,
        person.workspace,
        {
          label: wish.label,
          scopes: wish.preset === 'own' ? wish.scopes : wish.preset,
          expiresAt: days === null ? null : clock.now() + days * DAY_MS,
        },
        services,
        changedBy(person),
      );
      return MadeKeyPage({ person, made, entries: entriesFor(made.text) });
    } catch (error) {
      if (!(error instanceof KeyNotMade)) throw error;
      return htmlAnswer(context, NewKeyPage({ person, wish, problem: whyNot(wish, error) }), {
        status: 422,
      });
    }
  });

  routes.act('/settings/keys/:id/revoke', async ({ person, param, goTo }) => {
    const { id } = person.workspace;
    const revoked = await revokeApiKey(store, id, param('id'), clock.now(), changedBy(person));
    if (revoked) return goTo(`/settings/keys#${revoked.id}`);
    throw new RequestRefused('not_found', 'This workspace has no such key.');
  });
}

function wishOf(form: Form): KeyWish {
  const preset = form.text('preset');
  const lifetime = form.text('lifetime');
  return {
    label: form.text('label'),
    preset: preset in SCOPE_PRESETS ? (preset as ScopePreset) : 'own',
    scopes: form.all('scope').filter(isScope),
    lifetime: LIFETIMES.find(({ value }) => value === lifetime)?.value ?? FIRST_WISH.lifetime,
  };
}

/** What was left out, as the form calls it. */
function whyNot({ label, preset, scopes }: KeyWish, { message }: KeyNotMade): string {
  if (label === '') return 'Say what the key is for.';
  if (preset === 'own' && scopes.length === 0)
    return 'Tick at least one permission, or choose a set of them.';
  return message;
}
