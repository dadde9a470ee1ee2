import { defineCommand, text } from '../../command.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { findRunning } from '../server/running-backend.js';
import { signInUrl } from '../server/sign-in-url.js';
import { withStore } from '../server/with-store.js';
import { PERSON_ARGUMENT, personNamed } from './person-named.js';

export const peopleReset = defineCommand({
  name: 'people reset',
  group: 'Setup',
  summary: 'Withdraw everything that a person signs in with, and print a sign-in link',
  details:
    'Their passkeys, authenticator app, recovery codes and the link to an account at a provider are removed, and their sessions end. The sign-in link works once, within 15 minutes; behind it, the person sets a new password under Settings, Sign-in.',
  arguments: [PERSON_ARGUMENT],
  options: {
    url: text('--url <url>', 'URL of the backend, if it is not running on this machine'),
    ...DATA_OPTIONS,
  },
  examples: [{ type: 'people reset ann', does: 'Let Ann in again' }],
  run: async ({ arguments: [name = ''], options: { url, ...options } }, { output, env }) => {
    const [{ resetSignIn }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/people/reset-sign-in.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    const place = dataLocation(options, env);
    const base = url?.replace(/(?<!\/)\/+$/, '') ?? findRunning(place.folder.value)?.url ?? '';
    const { link, person } = await withStore(place, 'refuse', async ({ store, workspace, making }) => {
      const found = await personNamed({ store, workspace }, name);
      const by = await changedFromTerminal(store, workspace, making);
      await store.write((trx) => resetSignIn(trx, { workspaceId: workspace.id, personId: found.id, by }));
      return { person: found, link: await signInUrl(store, workspace.id, base, found.id) };
    });
    output.result({
      data: { id: person.id, url: link },
      brief: [link],
      text: ({ style }) =>
        [
          `The password, passkeys and codes of ${person.displayName} no longer work. Send them this link, which works once, within 15 minutes:`,
          style('cyan', link),
        ].join('\n'),
    });
  },
});
