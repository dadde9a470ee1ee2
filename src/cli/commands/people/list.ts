import type { Person } from '../../../contract/people/people.js';
import { defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { zonedTimes, zoneNote } from '../../output/zoned-times.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';

export const peopleList = defineCommand({
  name: 'people list',
  alone: true,
  group: 'Setup',
  summary: 'List the people of the workspace and their roles',
  details: 'Who has no sign-in name is the first owner, who signs in with the admin password alone.',
  options: DATA_OPTIONS,
  examples: [
    { type: 'people', does: 'List people, their roles and when they were last seen' },
    { type: 'people list --json', does: 'Print them as JSON' },
  ],
  run: async ({ options }, { output, env }) => {
    const [{ listMembers }, { viewPerson }] = await Promise.all([
      import('../../../backend/domain/people/members.js'),
      import('../../../backend/domain/people/view-person.js'),
    ]);
    const place = dataLocation(options, env);
    const { people, zone } = await withStore(place, 'refuse', async ({ store, workspace }) => ({
      people: (await listMembers(store.db, workspace.id)).map(viewPerson),
      zone: workspace.timezone,
    }));
    const { minute } = await zonedTimes(zone);
    output.result({
      data: { data: people },
      brief: people.map(({ id }) => id),
      text: (screen) => table(columns(minute), people, screen),
    });
    output.note(zoneNote(zone));
  },
});

function columns(minute: (instant: number) => string): readonly Column<Person>[] {
  return [
    { title: 'NAME', value: ({ name }) => name, minWidth: 8 },
    { title: 'SIGNS IN AS', value: ({ signInName }) => signInName ?? '' },
    { title: 'ROLE', value: ({ role, disabled }) => (disabled ? `${role}, disabled` : role) },
    {
      title: 'LAST SEEN',
      value: ({ lastSeenAt }) => (lastSeenAt === null ? '' : minute(Date.parse(lastSeenAt))),
    },
    { title: 'ID', value: ({ id }) => id },
  ];
}
