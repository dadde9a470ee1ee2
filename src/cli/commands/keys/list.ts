import type { ApiKey } from '../../../backend/domain/access/api-keys.js';
import { SCOPE_PRESETS } from '../../../contract/scopes.js';
import { defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { zonedTimes, zoneNote } from '../../output/zoned-times.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { withInstants } from './key-instants.js';

export const keysList = defineCommand({
  name: 'keys list',
  group: 'Setup',
  summary: 'List the API keys of the backend on this machine',
  alone: true,
  options: DATA_OPTIONS,
  examples: [
    { type: 'keys list', does: 'List keys, their scopes and when they were last used' },
    { type: 'keys list --json', does: 'Print them as JSON' },
  ],
  run: async ({ options }, { output, env }) => {
    const { listApiKeys } = await import('../../../backend/domain/access/api-keys.js');
    const { keys, now, zone } = await withStore(
      dataLocation(options, env),
      'refuse',
      async ({ store, workspace, making }) => ({
        keys: await listApiKeys(store, workspace.id),
        now: making.clock.now(),
        zone: workspace.timezone,
      }),
    );
    const { minute } = await zonedTimes(zone);
    output.result({
      data: { data: keys.map(withInstants), nextCursor: null },
      brief: keys.map(({ id }) => id),
      text: (screen) =>
        keys.length === 0
          ? `No API keys yet. Create one: ${typed('keys create --label "my agent" --preset full')}`
          : table(columns(now, minute), keys, screen),
    });
    if (keys.some(({ lastUsedAt }) => lastUsedAt !== null)) output.note(zoneNote(zone));
  },
});

function columns(now: number, minute: (instant: number) => string): readonly Column<ApiKey>[] {
  return [
    { title: 'KEY', value: ({ prefix }) => `${prefix}…` },
    {
      title: 'STATE',
      value: (key) => stateOf(key, now),
      format: (key) => (stateOf(key, now) === 'active' ? 'green' : 'red'),
    },
    { title: 'LABEL', value: ({ label }) => label, minWidth: 12 },
    { title: 'SCOPES', value: ({ scopes }) => presetOf(scopes) ?? scopes.join(' '), minWidth: 10 },
    {
      title: 'LAST USED',
      value: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : minute(lastUsedAt)),
    },
    { title: 'ID', value: ({ id }) => id },
  ];
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

function presetOf(scopes: readonly string[]): string | undefined {
  const sorted = (list: readonly string[]): string => [...list].sort().join();
  return Object.entries(SCOPE_PRESETS).find(([, preset]) => sorted(preset) === sorted(scopes))?.[0];
}
