import type { ApiKey } from '../../backend/domain/access/api-keys.js';
import { redact } from '../../client/redact.js';
import { DATA_OPTIONS, dataPlace } from '../backend/data-place.js';
import { withStore } from '../backend/with-store.js';
import { defineCommand, flag } from '../command.js';
import { CliFailure } from '../failure.js';
import { canAsk, confirm } from '../input/prompt.js';
import { withInstants } from '../present/key-instants.js';
import { typed } from '../typed-name.js';

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  group: 'Begin',
  summary: 'Revoke an API key at once',
  details: 'Requests with it are refused from the next one on. This cannot be undone.',
  arguments: [
    {
      name: '<key>',
      description: 'Its id, its first characters as `keys list` shows them, or the whole key',
    },
  ],
  options: {
    yes: flag('-y, --yes', 'Do not ask'),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'keys revoke postrider_api_7Qm2', does: 'By its first characters, as `keys list` shows them' },
    { type: 'keys revoke key_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'By its id, in a script' },
  ],
  run: async ({ arguments: [name = ''], options }, context) => {
    const [{ findApiKey, listApiKeys, revokeApiKey }, { changedFromTerminal }, { looksLikeKey }] =
      await Promise.all([
        import('../../backend/domain/access/api-keys.js'),
        import('../../backend/domain/access/actors.js'),
        import('../../backend/domain/access/key-text.js'),
      ]);
    const revoked = await withStore(
      dataPlace(options, context.env),
      'refuse',
      async ({ store, workspace, making }) => {
        const whole = looksLikeKey(name) ? await findApiKey(store, name) : undefined;
        const key = theKey(await listApiKeys(store, workspace.id), whole?.key.id ?? name);
        if (
          !options.yes &&
          canAsk(context) &&
          !(await confirm(context, `Revoke "${key.label}" (${key.prefix}…)?`))
        ) {
          throw new CliFailure('not_confirmed', 'The key was not revoked.', { changed: 'nothing' });
        }
        const by = await changedFromTerminal(store, workspace, making);
        return (await revokeApiKey(store, workspace.id, key.id, making.clock.now(), by)) ?? key;
      },
    );
    context.output.result({
      data: withInstants(revoked),
      brief: [revoked.id],
      text: () => `Revoked "${revoked.label}" (${revoked.prefix}…): no request with it is answered any more.`,
    });
  },
});

function theKey(keys: readonly ApiKey[], name: string): ApiKey {
  const found = keys.filter(({ id, prefix }) => id === name || name === prefix);
  const live = found.filter(({ revokedAt }) => revokedAt === null);
  const [key, other] = live.length > 0 ? live : found;
  if (key === undefined) {
    throw new CliFailure('not_found', `No key has this id or these first characters: ${redact(name)}`, {
      changed: 'nothing',
      next: [`See the keys: ${typed('keys list')}`],
    });
  }
  if (other !== undefined) {
    throw new CliFailure('refused', `Several keys begin with ${redact(name)}.`, {
      lines: live.map(({ id, label }) => `${id}  ${label}`),
      changed: 'nothing',
      next: ['Name one by its id.'],
    });
  }
  return key;
}
