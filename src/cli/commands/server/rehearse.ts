import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { APP_PLATFORMS } from '../../../networks/access.js';
import type { Rehearsal } from '../../../testing/rehearsal.js';
import { defineCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { fields } from '../../output/fields.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { platformOf } from '../apps/network-argument.js';
import { PORT } from './announce.js';
import { clientEntries } from './client-entries.js';
import { WRITE_ENV } from './env-file.js';
import { logLevelOption, PORT_OPTION, STDIN_ENDS, untilStopped } from './in-memory-backend.js';
import { notStartedInMemory } from './not-started-in-memory.js';

export const rehearse = defineCommand({
  name: 'rehearse',
  group: 'Setup',
  summary: 'Rehearse connecting accounts with your own app, at simulated networks',
  details: [
    'Starts a backend for real accounts, and the networks that demand an app of your own, all in memory on this machine: nothing leaves it, and everything is lost at the end. Enter the printed client ID and secret, sign in at the simulated network, publish, and read comments, as you later will at the real ones.',
    'Each simulated network has a page that shows what has arrived there. On it you can comment as somebody else, and expire or end the access of your app.',
  ].join('\n\n'),
  arguments: [
    {
      name: '[networks...]',
      description: `The networks to simulate: ${APP_PLATFORMS.join(', ')} (default: all)`,
      completes: APP_PLATFORMS,
    },
  ],
  options: {
    port: PORT_OPTION,
    writeEnv: WRITE_ENV,
    stdinEnds: STDIN_ENDS,
    logLevel: logLevelOption('error'),
  },
  examples: [
    { type: 'rehearse', does: 'Rehearse with every network that demands an app' },
    { type: 'rehearse linkedin', does: 'Rehearse with LinkedIn alone' },
    { type: 'rehearse --port 0 --json', does: 'Print a line of JSON with what to enter, then keep running' },
  ],
  run: async ({ arguments: words, options }, context) => {
    const platforms = words.length === 0 ? APP_PLATFORMS : [...new Set(words.map(platformOf))];
    const { startRehearsal } = await import('../../../testing/rehearsal.js');
    const rehearsal = await startRehearsal({
      platforms,
      port: options.port ?? PORT,
      // A network whose access a person ends there answers with refusals, which are warnings.
      logLevel: options.logLevel ?? 'error',
      entriesFor: clientEntries,
    }).catch((error: unknown) => {
      throw notStartedInMemory(error, 'rehearse');
    });
    const { apiKey, url, stop } = rehearsal;
    const env = { POSTRIDER_API_KEY: apiKey, POSTRIDER_BASE_URL: url };
    await untilStopped(
      { env, stop },
      {
        ...{ writeEnv: options.writeEnv, stdinEnds: options.stdinEnds, context },
        announce: () => announceRehearsal(rehearsal, context),
      },
    );
  },
});

function announceRehearsal(rehearsal: Rehearsal, { output }: Context): void {
  const { url, apiKey, dashboard, password, workspaceId, networks } = rehearsal;
  output.result({
    data: { url, apiKey, dashboard, password, workspaceId, rehearsal: true, networks },
    brief: [url, apiKey],
    text: (screen) => {
      const { style } = screen;
      return [
        `${style('green', '●')} Rehearsal running at ${style('bold', url)}`,
        fields(
          [
            ['Dashboard', `${dashboard} (works once, within 15 minutes)`],
            ['Password', password],
            ['API key', apiKey],
          ],
          screen,
        ),
        '',
        'In the dashboard, open Channels, choose a network, and enter its app:',
        table(COLUMNS, networks, screen),
        '',
        'Each address shows what has arrived at that network. There you can also comment, and end access.',
        '',
        'From another terminal:',
        `  ${style('cyan', `export POSTRIDER_API_KEY=${apiKey} POSTRIDER_BASE_URL=${url}`)}`,
        ...networks
          .slice(0, 1)
          .flatMap(({ platform, clientId }) => [
            `  ${style('cyan', typed(`apps set ${platform} --client-id ${clientId}`))}`,
            `  ${style('cyan', typed(`accounts connect ${platform}`))}`,
          ]),
        '',
        style('dim', 'This is a rehearsal: the networks are simulated, and nothing leaves this machine.'),
        style('dim', 'Press Ctrl-C to stop. All data will be lost.'),
      ].join('\n');
    },
  });
}

const COLUMNS: readonly Column<Rehearsal['networks'][number]>[] = [
  { title: 'NETWORK', value: ({ platform }) => PLATFORM_NAMES[platform] },
  { title: 'CLIENT ID', value: ({ clientId }) => clientId, whole: true },
  { title: 'CLIENT SECRET', value: ({ clientSecret }) => clientSecret, whole: true },
  { title: 'ADDRESS', value: ({ url }) => url, whole: true },
];
