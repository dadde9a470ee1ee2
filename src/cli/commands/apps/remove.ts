import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';
import { NETWORK_ARGUMENT, platformOf } from './network-argument.js';

export const appsRemove = defineCommand({
  name: 'apps remove',
  group: 'Publish',
  operations: ['apps.remove'],
  summary: 'Remove your app at a network; its accounts stay connected',
  arguments: [NETWORK_ARGUMENT],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [{ type: 'apps remove x', does: 'Remove the id and the secret, after a prompt' }],
  run: ({ arguments: [network = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const platform = platformOf(network);
      const name = PLATFORM_NAMES[platform];
      const act = {
        preview: () => `Accounts that are connected with it stay connected. New ones need an app again.`,
        question: `Remove the app for ${name}?`,
        action: 'Removing an app',
      };
      await confirmAction(act, yes, context);
      const app = await client.apps.remove(platform, { signal: context.signal });
      context.output.result({
        data: app,
        brief: [platform],
        text: () => `Removed the app for ${name}.`,
      });
    }),
});
