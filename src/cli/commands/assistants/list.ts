import type { Assistant } from '../../../backend/domain/assistants/assistants.js';
import { defineCommand } from '../../command.js';
import { policyWords } from '../../output/key-policy.js';
import { type Column, table } from '../../output/table.js';
import { zonedTimes, zoneNote } from '../../output/zoned-times.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { withInstants } from './assistant-words.js';

export const assistantsList = defineCommand({
  name: 'assistants list',
  alone: true,
  group: 'Setup',
  summary: 'List the assistants that people have connected with OAuth',
  details:
    'Assistants connect by the address of `/mcp`: a person decides in the dashboard what each may do. Settings, Assistants there shows the address and the steps for each host.',
  options: DATA_OPTIONS,
  examples: [
    { type: 'assistants', does: 'List assistants, what each may do and when it was last used' },
    { type: 'assistants list --json', does: 'Print them as JSON' },
  ],
  run: async ({ options }, { output, env }) => {
    const { listAssistants } = await import('../../../backend/domain/assistants/assistants.js');
    const { assistants, zone } = await withStore(
      dataLocation(options, env),
      'refuse',
      async ({ store, workspace }) => ({
        assistants: await listAssistants(store, workspace.id),
        zone: workspace.timezone,
      }),
    );
    const { minute } = await zonedTimes(zone);
    output.result({
      data: { data: assistants.map(withInstants), nextCursor: null },
      brief: assistants.map(({ id }) => id),
      text: (screen) =>
        assistants.length === 0
          ? 'No assistant is connected. Give one the address that the dashboard shows: Settings, Assistants.'
          : table(columns(minute), assistants, screen),
    });
    if (assistants.length > 0) output.note(zoneNote(zone));
  },
});

function columns(minute: (instant: number) => string): readonly Column<Assistant>[] {
  const isActive = ({ endedAt }: Assistant): boolean => endedAt === null;
  return [
    { title: 'ASSISTANT', value: ({ label }) => label, minWidth: 12 },
    {
      title: 'STATE',
      value: (one) => (isActive(one) ? 'connected' : 'ended'),
      format: (one) => (isActive(one) ? 'green' : 'red'),
    },
    { title: 'MAY', value: ({ preset, scopes }) => preset ?? scopes.join(' '), minWidth: 6 },
    { title: 'LIMITS', value: ({ policy }) => policyWords(policy), minWidth: 10 },
    { title: 'PERSON', value: ({ person }) => person.name },
    {
      title: 'LAST USED',
      value: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : minute(lastUsedAt)),
    },
    { title: 'ID', value: ({ id }) => id },
  ];
}
