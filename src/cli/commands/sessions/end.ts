import { defineCommand, flag, text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';
import { personNamed } from '../people/person-named.js';
import { DATA_OPTIONS, dataArgument, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';

export const sessionsEnd = defineCommand({
  name: 'sessions end',
  group: 'Setup',
  summary: 'Sign a browser out of the dashboard, or all of them',
  details: 'Takes effect with the next request.',
  arguments: [{ name: '[session]', description: 'Session id, as shown by `sessions list`' }],
  options: {
    all: flag('--all', 'Sign out all browsers, and withdraw sign-in links that were not used'),
    person: text('--person <name>', 'With --all: only the browsers of this person'),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'sessions end 3f0c9a51b7de8846', does: 'Sign out one browser' },
    { type: 'sessions end --all', does: 'Sign out everywhere' },
    { type: 'sessions end --all --person ann', does: 'Sign Ann out everywhere' },
  ],
  run: async ({ arguments: [id], options }, { output, env }) => {
    const place = dataLocation(options, env);
    const list = `List sessions: ${typed(`sessions list${dataArgument(place)}`)}`;
    if ((id === undefined) === !options.all) {
      throw usageFailure('Name one session, or use --all.', list);
    }
    if (options.person !== undefined && id !== undefined)
      throw usageFailure('Use --person with --all, not with a session.', list);
    const [{ endAllSessions, endSession }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/access/end-sessions.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    const { ended, says } = await withStore(place, 'refuse', async ({ store, workspace, making }) => {
      const by = await changedFromTerminal(store, workspace, making);
      const person =
        options.person === undefined ? null : await personNamed({ store, workspace }, options.person);
      const of = { workspaceId: workspace.id, ...(person && { personId: person.id }) };
      if (id === undefined) {
        const count = await endAllSessions(store, of, null, by);
        const whose = person ? ` of ${person.displayName}` : '';
        return {
          ended: count,
          says: `Signed out ${count === 1 ? '1 browser' : `${count} browsers`}${whose}.`,
        };
      }
      const session = await endSession(store, of, id, by);
      if (session === undefined) throw unknown(id, list);
      return { ended: 1, says: `Signed out ${session.browser}.` };
    });
    output.result({ data: { ended }, brief: [], text: () => says });
  },
});

function unknown(id: string, list: string): CliFailure {
  return new CliFailure('not_found', `No session has the id ${id}.`, {
    changed: 'nothing',
    next: [list],
  });
}
