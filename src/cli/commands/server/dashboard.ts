import { defineCommand, text } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataLocation, locationText } from './data-location.js';
import { findRunning } from './running-backend.js';
import { signInUrl } from './sign-in-url.js';
import { withStore } from './with-store.js';

export const dashboard = defineCommand({
  name: 'dashboard',
  group: 'Begin',
  summary: 'Print a link that opens the dashboard of the backend on this machine',
  details:
    'The link signs one browser in, once, within 15 minutes. Whoever can read the data folder can make one.',
  options: {
    ...DATA_OPTIONS,
    url: text('--url <url>', 'Where the backend is reached, where it is not running on this machine now'),
  },
  examples: [
    { type: 'dashboard', does: 'Print the link' },
    { type: 'dashboard --quiet', does: 'The link alone: to open it from a script' },
  ],
  run: async ({ options }, context) => {
    const place = dataLocation(options, context.env);
    const base = options.url?.replace(/\/+$/, '') ?? findRunning(place.folder.value)?.url;
    if (base === undefined) {
      throw new CliFailure(
        'configuration',
        `No backend is running on this machine on the data in ${await locationText(place)}.`,
        {
          changed: 'nothing',
          next: [`Start it: ${typed('serve')}`, 'Or say where it is reached: --url http://127.0.0.1:4747'],
        },
      );
    }
    const url = await withStore(place, 'refuse', ({ store, workspace }) =>
      signInUrl(store, workspace.id, base),
    );
    context.output.result({
      data: { url },
      brief: [url],
      text: ({ style }) => ['Open this within 15 minutes; it works once:', style('cyan', url)].join('\n'),
    });
  },
});
