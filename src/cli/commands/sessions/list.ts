import type { ListedSession } from '../../../backend/domain/access/end-sessions.js';
import { defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { zonedTimes, zoneNote } from '../../output/zoned-times.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataArgument, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';

export const sessionsList = defineCommand({
  name: 'sessions list',
  alone: true,
  group: 'Setup',
  summary: 'List the browsers that are signed in to the dashboard',
  details:
    'A session ends 14 days after its last use, and 90 days after signing in. The last use is recorded every ten minutes.',
  options: DATA_OPTIONS,
  examples: [
    { type: 'sessions', does: 'List browsers, their addresses and when they were last used' },
    { type: 'sessions list --json', does: 'Print them as JSON' },
  ],
  run: async ({ options }, { output, env }) => {
    const { listSessions } = await import('../../../backend/domain/access/end-sessions.js');
    const place = dataLocation(options, env);
    const { sessions, zone } = await withStore(place, 'refuse', async ({ store, workspace, making }) => ({
      sessions: await listSessions(store, { workspaceId: workspace.id }, making.clock.now()),
      zone: workspace.timezone,
    }));
    const { minute } = await zonedTimes(zone);
    output.result({
      data: { data: sessions.map(withInstants), nextCursor: null },
      brief: sessions.map(({ id }) => id),
      text: (screen) =>
        sessions.length === 0
          ? `No browser is signed in. To sign in: ${typed(`dashboard${dataArgument(place)}`)}`
          : table(columns(minute), sessions, screen),
    });
    if (sessions.length > 0) output.note(zoneNote(zone));
  },
});

function columns(minute: (instant: number) => string): readonly Column<ListedSession>[] {
  return [
    { title: 'PERSON', value: ({ person }) => person.name, minWidth: 8 },
    { title: 'BROWSER', value: ({ browser }) => browser, minWidth: 12 },
    { title: 'ADDRESS', value: ({ address }) => address ?? '' },
    { title: 'SIGNED IN', value: ({ createdAt }) => minute(createdAt) },
    { title: 'LAST USED', value: ({ lastUsedAt }) => minute(lastUsedAt) },
    { title: 'ID', value: ({ id }) => id },
  ];
}

/** A session with its instants in ISO 8601, as in the API. */
function withInstants(session: ListedSession): Record<string, unknown> {
  const iso = (instant: number): string => new Date(instant).toISOString();
  return {
    id: session.id,
    person: session.person,
    browser: session.browser,
    address: session.address,
    createdAt: iso(session.createdAt),
    lastUsedAt: iso(session.lastUsedAt),
    expiresAt: iso(session.expiresAt),
  };
}
