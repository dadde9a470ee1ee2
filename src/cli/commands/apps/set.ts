import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { defineCommand, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { ask, askHidden, canAsk } from '../../input/prompt.js';
import { readStdin } from '../../input/read-text.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { NETWORK_ARGUMENT, platformOf } from './network-argument.js';

export const appsSet = defineCommand({
  name: 'apps set',
  group: 'Publish',
  operations: ['apps.set', 'apps.get'],
  summary: 'Set your app at a network: its id, its secret, how far it is reviewed',
  details:
    'The secret is asked for without being shown, or read from standard input. It is stored sealed in the backend and never shown again. Instead, the environment of the backend can set apps, for example with POSTRIDER_X_CLIENT_ID and POSTRIDER_X_CLIENT_SECRET.',
  arguments: [NETWORK_ARGUMENT],
  options: {
    clientId: text('--client-id <id>', 'The id of the app, as the network shows it'),
    secretStdin: text('--client-secret <->', 'Read the secret from standard input: -'),
    apiKeySecretStdin: text(
      '--api-key-secret <->',
      'X: read the API Key Secret, which checks notices, from standard input: -',
    ),
    configId: text(
      '--config-id <id>',
      'Facebook: a configuration of Facebook Login for Business; "" for none',
    ),
    review: text(
      '--review <review>',
      'How far the network has reviewed the app; “apps get” lists the values',
    ),
  },
  examples: [
    { type: 'apps set x', does: 'Enter id and secret when asked' },
    { type: 'apps set youtube --review audited', does: 'Change only how far the network has reviewed it' },
    { type: 'apps set x --api-key-secret - < api-key-secret.txt', does: 'Let X announce new mentions' },
    { type: 'apps set x --client-id M1M5R3BM --client-secret - < secret.txt', does: 'Set it in a script' },
  ],
  run: ({ arguments: [network = ''], options }, context) =>
    withClient(context, async (client) => {
      const { secretStdin, apiKeySecretStdin, review, configId } = options;
      refuseSecretsOnCommandLine({
        '--client-secret': secretStdin,
        '--api-key-secret': apiKeySecretStdin,
      });
      const platform = platformOf(network);
      const apiKeySecret = apiKeySecretStdin && (await apiKeySecretIn(context));
      // What is not given stays as it is stored.
      const isAddition =
        (review !== undefined || configId !== undefined || apiKeySecret !== undefined) &&
        options.clientId === undefined &&
        secretStdin === undefined;
      const stored = isAddition ? (await client.apps.get(platform)).clientId : null;
      const clientId = stored ?? options.clientId ?? (await askedId(platform, context));
      // Without a secret, the stored one of the same app stays.
      const clientSecret = stored === null ? await secretOf(secretStdin, platform, context) : '';
      const app = await client.apps.set(
        platform,
        {
          clientId,
          ...(clientSecret !== '' && { clientSecret }),
          ...(apiKeySecret !== undefined && { apiKeySecret }),
          ...(review !== undefined && { review }),
          ...(configId !== undefined && { configId: configId === '' ? null : configId }),
        },
        { signal: context.signal },
      );
      context.output.result({
        data: app,
        brief: [platform],
        text: ({ style }) =>
          [
            `${style('green', '✓')} Set the app for ${PLATFORM_NAMES[platform]}${app.hasSecret ? '' : ', which has no secret'}.`,
            ...(app.redirects.length === 0
              ? []
              : ['Register these addresses for it at the network, exactly as written:']),
            ...app.redirects.map(({ url }) => `  ${url}`),
            `${style('dim', 'Next:')} ${typed(`accounts connect ${platform}`)}`,
          ].join('\n'),
      });
    }),
});

/** @param given what was written after each flag */
function refuseSecretsOnCommandLine(given: Readonly<Record<string, string | undefined>>): void {
  const written = Object.entries(given).filter(([, value]) => value !== undefined);
  const [shown] = written.find(([, value]) => value !== '-') ?? [];
  if (shown !== undefined) {
    throw usageFailure(
      'A secret on the command line could be read by others.',
      `Write ${shown} - and pass it on standard input.`,
    );
  }
  if (written.length > 1) {
    throw usageFailure('Standard input can hold one secret only.', 'Run the command once for each secret.');
  }
}

async function apiKeySecretIn(context: Context): Promise<string> {
  const secret = (await readStdin(context)).trim();
  if (secret !== '') return secret;
  throw usageFailure('Standard input holds no secret.', 'Pass the API Key Secret on standard input.');
}

async function askedId(platform: Platform, context: Context): Promise<string> {
  const { idName = 'Client ID', consoleUrl = '' } = appOf(platform) ?? {};
  if (canAsk(context)) return (await ask(context, `${idName} (from ${consoleUrl}): `)).trim();
  throw new CliFailure('usage', 'There is no terminal to ask in.', {
    changed: 'nothing',
    next: ['Pass the id with --client-id'],
  });
}

/** @returns empty: there is none, or the stored one stays */
async function secretOf(from: string | undefined, platform: Platform, context: Context): Promise<string> {
  if (from === '-') return (await readStdin(context)).trim();
  const access = appOf(platform);
  if (!canAsk(context)) return '';
  const hint = access?.secret === 'optional' ? 'not shown; empty if it has none' : 'not shown';
  return (await askHidden(context, `${access?.secretName ?? 'Client Secret'} (${hint}): `)).trim();
}
