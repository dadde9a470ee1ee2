import { defineCommand } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { askHidden, canAsk } from '../../input/prompt.js';
import { readStdin, withoutFinalBreak } from '../../input/read-text.js';
import { DATA_OPTIONS, dataLocation } from './data-location.js';
import { findRunning } from './running-backend.js';
import { withStore } from './with-store.js';

export const password = defineCommand({
  name: 'password',
  group: 'Setup',
  summary: 'Set the admin password for the dashboard',
  details:
    'Required before a backend accepts connections from other machines. Asks in a terminal, or reads standard input. The password needs at least 12 characters and must not be easy to guess; only its scrypt hash is stored. A new password signs out all browsers and withdraws sign-in links.',
  options: DATA_OPTIONS,
  examples: [
    { type: 'password', does: 'Enter the password twice, hidden' },
    {
      type: 'password --data /var/lib/postrider < /run/secrets/admin',
      does: 'Read the password from a file',
    },
  ],
  run: async ({ options }, context) => {
    const chosen = canAsk(context)
      ? await askHidden(context, 'New admin password: ')
      : withoutFinalBreak(await readStdin(context));
    if (canAsk(context) && (await askHidden(context, 'Repeat the password: ')) !== chosen) {
      throw usageFailure('The passwords do not match.');
    }
    const [{ InvalidPassword, setAdminPassword }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/access/admin-password.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    const place = dataLocation(options, context.env);
    const publicUrl = findRunning(place.folder.value)?.url ?? null;
    await withStore(place, 'make', async ({ store, workspace, making }) => {
      const by = { workspaceId: workspace.id, ...(await changedFromTerminal(store, workspace, making)) };
      await setAdminPassword(store, chosen, making.clock.now(), { publicUrl, by }).catch((error: unknown) => {
        throw error instanceof InvalidPassword ? usageFailure(error.message) : error;
      });
    });
    context.output.result({
      data: { set: true, dataFolder: place.folder.value },
      brief: [],
      text: () =>
        'The admin password is set, and all browsers are signed out. Sign in to the dashboard at /sign-in.',
    });
  },
});
