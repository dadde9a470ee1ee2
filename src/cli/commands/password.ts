import { DATA_OPTIONS, dataPlace } from '../backend/data-place.js';
import { withStore } from '../backend/with-store.js';
import { defineCommand } from '../command.js';
import { usageFailure } from '../failure.js';
import { askHidden, canAsk } from '../input/prompt.js';
import { readStdin, withoutFinalBreak } from '../input/read-text.js';

export const password = defineCommand({
  name: 'password',
  group: 'Begin',
  summary: 'Set the admin password that opens the dashboard from other machines',
  details:
    'A backend that other machines can reach does not start without one. It is asked for in a terminal, or read from standard input; only its scrypt hash is kept. At least 12 characters.',
  options: DATA_OPTIONS,
  examples: [
    { type: 'password', does: 'Ask for it, twice, and show nothing of it' },
    { type: 'password --data /var/lib/postrider < /run/secrets/admin', does: 'Read it from a file' },
  ],
  run: async ({ options }, context) => {
    const chosen = canAsk(context)
      ? await askHidden(context, 'New admin password: ')
      : withoutFinalBreak(await readStdin(context));
    if (canAsk(context) && (await askHidden(context, 'The same again: ')) !== chosen) {
      throw usageFailure('The two were not the same. Nothing was changed.');
    }
    const { InvalidPassword, setAdminPassword } = await import(
      '../../backend/domain/access/admin-password.js'
    );
    const place = dataPlace(options, context.env);
    await withStore(place, 'make', ({ store, making }) =>
      setAdminPassword(store, chosen, making.clock.now()).catch((error: unknown) => {
        throw error instanceof InvalidPassword ? usageFailure(error.message) : error;
      }),
    );
    context.output.result({
      data: { set: true, dataFolder: place.folder.value },
      brief: [],
      text: () => 'The admin password is set. It opens the dashboard at /sign-in from the next attempt on.',
    });
  },
});
