import { defineCommand, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { foldersOf } from '../../settings/folders.js';
import { profileMissing, readProfiles } from '../../settings/profiles.js';
import { profileNamed, sameAddress } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { PERSON_OPTION, personOrOwner } from '../people/person-named.js';
import { DATA_OPTIONS, dataArgument, dataLocation, locationText } from './data-location.js';
import { findRunning } from './running-backend.js';
import { signInUrl } from './sign-in-url.js';
import { withStore } from './with-store.js';

export const dashboard = defineCommand({
  name: 'dashboard',
  group: 'Setup',
  summary: 'Print a sign-in link for the dashboard of the backend on this machine',
  details:
    'The link works once, within 15 minutes. It signs in the first owner, or the person that you name. Anyone who can read the data folder can create one.',
  options: {
    ...PERSON_OPTION,
    ...DATA_OPTIONS,
    url: text('--url <url>', 'URL of the backend, if it is not running on this machine'),
  },
  examples: [
    { type: 'dashboard', does: 'Print the link' },
    { type: 'dashboard --quiet', does: 'Print only the link, for a script' },
  ],
  run: async ({ options }, context) => {
    const place = dataLocation(options, context.env);
    const base = options.url?.replace(/(?<!\/)\/+$/, '') ?? findRunning(place.folder.value)?.url;
    if (base === undefined) {
      throw new CliFailure(
        'configuration',
        `No backend is running on the data in ${await locationText(place)}.`,
        {
          changed: 'nothing',
          next: [
            `Start it: ${typed(`serve${dataArgument(place)}`)}`,
            `Or name the data of the one that is running: ${typed('dashboard --data <folder>')}`,
            'Or give its URL: --url http://127.0.0.1:4747',
          ],
        },
      );
    }
    await refuseOtherBackend(base, place.folder.value, context);
    const url = await withStore(place, 'refuse', async ({ store, workspace }) => {
      const person = await personOrOwner({ store, workspace }, options.person);
      return signInUrl(store, workspace.id, base, person.id);
    });
    context.output.result({
      data: { url },
      brief: [url],
      text: ({ style }) =>
        ['Open this link within 15 minutes. It works once:', style('cyan', url)].join('\n'),
    });
  },
});

/**
 * The data decides which backend a link is for, and a profile does not name it.
 *
 * @throws CliFailure the profile that was named is a login of another backend
 */
async function refuseOtherBackend(base: string, folder: string, { globals, env }: Context): Promise<void> {
  const named = profileNamed(globals, env);
  if (named === null) return;
  const profiles = await readProfiles(foldersOf(env));
  const login = profiles.logins.get(named.value);
  if (login === undefined) throw profileMissing(named.value, profiles);
  if (sameAddress(login.baseUrl, base)) return;
  throw new CliFailure(
    'configuration',
    `Profile ${named.value} is for the backend at ${login.baseUrl}, and the data in ${folder} belongs to the one at ${base}.`,
    {
      changed: 'nothing',
      next: [`Name the data of the backend at ${login.baseUrl}: ${typed('dashboard --data <folder>')}`],
    },
  );
}
