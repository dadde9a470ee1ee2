import { INVITATION_DAYS } from '../../../contract/people/people.js';
import { ROLE_NAMES, ROLES } from '../../../contract/roles.js';
import { choice, defineCommand, text } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { findRunning } from '../server/running-backend.js';
import { withStore } from '../server/with-store.js';

export const peopleInvite = defineCommand({
  name: 'people invite',
  group: 'Setup',
  summary: 'Print a link with which a person joins the workspace',
  details: [
    `The link works once, within ${INVITATION_DAYS} days. Send it over a way that only the person reads: they choose a name and a password there.`,
    `Roles:\n${ROLE_NAMES.map((role) => `  ${role.padEnd(8)}  ${ROLES[role].can}`).join('\n')}`,
  ].join('\n\n'),
  options: {
    role: choice('--role <role>', 'What the person can do (default: editor)', ROLE_NAMES),
    url: text('--url <url>', 'URL of the backend, if it is not running on this machine'),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'people invite --role approver', does: 'Invite somebody who approves and publishes' },
    { type: 'people invite --quiet', does: 'Print only the link, for a script' },
  ],
  run: async ({ options: { role = 'editor', url, ...options } }, { output, env }) => {
    const place = dataLocation(options, env);
    const base = url?.replace(/(?<!\/)\/+$/, '') ?? findRunning(place.folder.value)?.url;
    if (base === undefined) {
      throw new CliFailure('configuration', 'No backend is running on this data, so its URL is not known.', {
        changed: 'nothing',
        next: [`Start it: ${typed('serve')}`, 'Or give its URL: --url https://post.example.org'],
      });
    }
    const [{ createInvitation }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/people/invitations.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    const { token, ...invitation } = await withStore(place, 'refuse', async (data) => {
      const { store, workspace, making } = data;
      const by = await changedFromTerminal(store, workspace, making);
      const wanted = { workspaceId: workspace.id, role, by };
      return store.write((trx) => createInvitation(trx, wanted, making));
    });
    const link = `${base}/join?token=${token}`;
    output.result({
      data: { ...invitation, url: link },
      brief: [link],
      text: ({ style }) =>
        [
          `Send this link to one person, who joins as ${role}. It works once, within ${INVITATION_DAYS} days:`,
          style('cyan', link),
        ].join('\n'),
    });
  },
});
