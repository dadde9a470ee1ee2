import type { ApiKey } from '../../../backend/domain/access/api-keys.js';
import { redact } from '../../../client/redact.js';
import { defineCommand, flag } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { canAsk, confirm } from '../../input/prompt.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { withInstants } from './key-instants.js';

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  group: 'Setup',
  summary: 'Revoke an API key',
  details: 'Takes effect with the next request. This cannot be undone.',
  arguments: [
    {
      name: '<key>',
      description: 'Key id, its first characters as shown by `keys list`, or the full key',
    },
  ],
  options: {
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'keys revoke postrider_api_7Qm2', does: 'Revoke a key by its first characters' },
    { type: 'keys revoke key_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'Revoke it by id, in a script' },
  ],
  run: async ({ arguments: [name = ''], options }, context) => {
    const [{ findApiKey, listApiKeys, revokeApiKey }, { changedFromTerminal }, { looksLikeKey }] =
      await Promise.all([
        import('../../../backend/domain/access/api-keys.js'),
        import('../../../backend/domain/access/actors.js'),
        import('../../../backend/domain/access/key-text.js'),
      ]);
    const revoked = await withStore(
      dataLocation(options, context.env),
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
      text: () => `Revoked "${revoked.label}" (${revoked.prefix}…). Requests with this key are now rejected.`,
    });
  },
});

function theKey(keys: readonly ApiKey[], name: string): ApiKey {
  const found = keys.filter(({ id, prefix }) => id === name || name === prefix);
  const live = found.filter(({ revokedAt }) => revokedAt === null);
  const [key, other] = live.length > 0 ? live : found;
  if (key === undefined) {
    throw new CliFailure('not_found', `No API key matches ${redact(name)}.`, {
      changed: 'nothing',
      next: [`List keys: ${typed('keys list')}`],
    });
  }
  if (other !== undefined) {
    throw new CliFailure('refused', `Several API keys begin with ${redact(name)}.`, {
      lines: live.map(({ id, label }) => `${id}  ${label}`),
      changed: 'nothing',
      next: ['Use the id of one.'],
    });
  }
  return key;
}
