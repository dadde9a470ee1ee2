import { appOf } from '../../../networks/access.js';
import { defineCommand } from '../../command.js';
import { fields } from '../../output/fields.js';
import { paragraph } from '../../output/parts.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { COMMAND_INDENT, guideLines } from './guide-text.js';
import { NETWORK_ARGUMENT, platformOf } from './network-argument.js';

export const appsGet = defineCommand({
  name: 'apps get',
  group: 'Publish',
  operations: ['apps.get'],
  summary: 'View your app at a network, what it costs, and how to register one',
  arguments: [NETWORK_ARGUMENT],
  options: {},
  examples: [{ type: 'apps get x', does: 'Show how to get an app at X' }],
  run: ({ arguments: [network = ''] }, context) =>
    withClient(context, async (client) => {
      const app = await client.apps.get(platformOf(network), { signal: context.signal });
      const { platform, clientId, hasSecret, hasApiKeySecret, source, review, reviews, redirects, notices } =
        app;
      const signing = appOf(platform)?.notices?.signingSecret;
      context.output.result({
        data: app,
        brief: [clientId ?? ''],
        text: (screen) =>
          [
            fields(
              [
                ['App', clientId ?? 'not set'],
                ['Secret', clientId === null ? null : hasSecret ? 'set' : 'none'],
                [
                  signing?.name ?? 'API Key Secret',
                  signing && clientId !== null ? (hasApiKeySecret ? 'set' : 'none') : null,
                ],
                ['Set in', source],
                [
                  'Review',
                  clientId === null ? null : (reviews.find(({ id }) => id === review)?.name ?? review),
                ],
                ['Returns to', redirects.map(({ url }) => url).join('\n') || null],
                ['Notices to', notices?.url ?? null],
                ['Verify token', notices?.verifyToken ?? null],
                ['Removed', notices?.removedUrl ?? null],
                ['Deletion', notices?.deletionUrl ?? null],
              ],
              screen,
            ),
            '',
            ...guideLines(app).flatMap((line) =>
              line.startsWith(COMMAND_INDENT) ? [line] : paragraph(line, '', null, screen),
            ),
            '',
            `${screen.style('dim', 'Next:')} ${typed(clientId === null ? `apps set ${platform}` : `accounts connect ${platform}`)}`,
          ].join('\n'),
      });
    }),
});
