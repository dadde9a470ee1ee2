import { defineCommand } from '../../command.js';
import { keyStart } from '../../output/key-start.js';
import { type Column, table } from '../../output/table.js';
import { foldersOf } from '../../settings/folders.js';
import { loginFileOf, readProfiles } from '../../settings/profiles.js';
import { profileNamed } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';

interface Row {
  readonly name: string;
  readonly baseUrl: string;
  readonly keyPrefix: string;
  /** It is taken where no other is named. */
  readonly inUse: boolean;
}

export const profilesList = defineCommand({
  name: 'profiles list',
  alone: true,
  group: 'Begin',
  summary: 'List the stored logins: backend, start of the key, and which is in use',
  details:
    'A profile is a key and the address of its backend, under a name. Which one a command takes: --profile, else POSTRIDER_PROFILE, else the one in use. --api-key and --base-url win over it; so do POSTRIDER_API_KEY and POSTRIDER_BASE_URL, unless --profile names one.',
  options: {},
  examples: [
    { type: 'profiles', does: 'What is stored' },
    { type: 'login --profile work', does: 'Store another one' },
    { type: 'accounts --profile work', does: 'Use it for one command' },
  ],
  run: async (_input, { env, globals, output }) => {
    const folders = foldersOf(env);
    const { logins, inUse } = await readProfiles(folders);
    const taken = profileNamed(globals, env)?.value ?? inUse;
    const rows = [...logins].map(
      ([name, { apiKey, baseUrl }]): Row => ({
        name,
        baseUrl,
        keyPrefix: keyStart(apiKey),
        inUse: name === taken,
      }),
    );
    output.result({
      data: { data: rows, file: loginFileOf(folders) },
      brief: rows.map(({ name }) => name),
      text: (screen) =>
        rows.length === 0 ? `No login is stored. Store one: ${typed('login')}` : table(COLUMNS, rows, screen),
    });
    if (rows.length > 0 && !logins.has(taken))
      output.note(`None of them is in use. To take one: ${typed(`profiles use ${rows[0]?.name}`)}`);
  },
});

const COLUMNS: readonly Column<Row>[] = [
  { title: 'PROFILE', value: ({ name }) => name },
  { title: 'IN USE', value: ({ inUse }) => (inUse ? '✓' : ''), format: () => 'green' },
  { title: 'KEY', value: ({ keyPrefix }) => `${keyPrefix}…` },
  { title: 'BACKEND', value: ({ baseUrl }) => baseUrl, minWidth: 24 },
];
