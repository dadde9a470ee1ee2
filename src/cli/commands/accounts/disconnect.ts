import { isPlatform, networkName } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { defineCommand, flag } from '../../command.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const accountsDisconnect = defineCommand({
  name: 'accounts disconnect',
  group: 'Publish',
  operations: ['accounts.disconnect'],
  summary: 'Disconnect an account, and end access to it at its network',
  details:
    'What is published stays. Scheduled posts of the account fail until it is connected again. An account that posts or schedules refer to stays in the list and keeps its id.',
  arguments: [ACCOUNT_ARGUMENT],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'accounts disconnect acc_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Disconnect it, after a prompt' },
    { type: 'accounts disconnect acc_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'Disconnect it in a script' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const account = await client.accounts.get(await readAccount(id, client, context), {
        signal: context.signal,
      });
      const name = `${account.handle} on ${networkName(account.platform)}`;
      const act = {
        preview: () =>
          `Postrider will lose access to ${name}. Its scheduled posts will fail, and the numbers of its posts are deleted here.`,
        question: 'Disconnect it?',
        action: `Disconnecting ${name}`,
      };
      await confirmAction(act, options.yes, context);
      const ended = await client.accounts.disconnect(account.id, { signal: context.signal });
      context.output.result({
        data: ended,
        brief: [ended.id],
        text: () =>
          [
            `Disconnected ${name}.`,
            ...(ended.removed ? [] : ['It stays in the list, because posts or schedules refer to it.']),
          ].join('\n'),
      });
      if (ended.revoked === false) {
        const byOwner = isPlatform(account.platform)
          ? appOf(account.platform)?.endedByOwner?.text
          : undefined;
        context.output.note(
          byOwner ??
            `${networkName(account.platform)} did not confirm that access has ended. End it in the settings of your account there.`,
        );
      }
    }),
});
