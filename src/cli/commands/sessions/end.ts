import { defineCommand, flag } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';
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
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'sessions end 3f0c9a51b7de8846', does: 'Sign out one browser' },
    { type: 'sessions end --all', does: 'Sign out everywhere' },
  ],
  run: async ({ arguments: [id], options }, { output, env }) => {
    const place = dataLocation(options, env);
    const list = `List sessions: ${typed(`sessions list${dataArgument(place)}`)}`;
    if ((id === undefined) === !options.all) {
      throw usageFailure('Name one session, or use --all.', list);
    }
    const [{ endAllSessions, endSession }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/access/end-sessions.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    const { ended, text } = await withStore(place, 'refuse', async ({ store, workspace, making }) => {
      const by = await changedFromTerminal(store, workspace, making);
      const of = { workspaceId: workspace.id };
      if (id === undefined) {
        const count = await endAllSessions(store, of, null, by);
        return { ended: count, text: `Signed out ${count === 1 ? '1 browser' : `${count} browsers`}.` };
      }
      const session = await endSession(store, of, id, by);
      if (session === undefined) throw unknown(id, list);
      return { ended: 1, text: `Signed out ${session.browser}.` };
    });
    output.result({ data: { ended }, brief: [], text: () => text });
  },
});

function unknown(id: string, list: string): CliFailure {
  return new CliFailure('not_found', `No session has the id ${id}.`, {
    changed: 'nothing',
    next: [list],
  });
}
