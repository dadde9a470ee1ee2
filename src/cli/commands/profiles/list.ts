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
  /** Whether it is the active profile. */
  readonly inUse: boolean;
}

export const profilesList = defineCommand({
  name: 'profiles list',
  alone: true,
  group: 'Setup',
  summary: 'List stored logins and the active one',
  details:
    'A profile is a named API key with its backend URL. Commands use --profile, else POSTRIDER_PROFILE, else the active profile. --api-key and --base-url override it; so do POSTRIDER_API_KEY and POSTRIDER_BASE_URL, unless --profile is given.',
  options: {},
  examples: [
    { type: 'profiles', does: 'List stored profiles' },
    { type: 'login --profile work', does: 'Store another login' },
    { type: 'accounts --profile work', does: 'Use a profile for one command' },
  ],
  run: async (_input, { env, globals, output }) => {
    const folders = foldersOf(env);
    const { logins, inUse } = await readProfiles(folders);
    const active = profileNamed(globals, env)?.value ?? inUse;
    const rows = [...logins].map(
      ([name, { apiKey, baseUrl }]): Row => ({
        name,
        baseUrl,
        keyPrefix: keyStart(apiKey),
        inUse: name === active,
      }),
    );
    output.result({
      data: { data: rows, file: loginFileOf(folders) },
      brief: rows.map(({ name }) => name),
      text: (screen) =>
        rows.length === 0 ? `No profiles found. Log in: ${typed('login')}` : table(COLUMNS, rows, screen),
    });
    if (rows.length > 0 && !logins.has(active))
      output.note(`No profile is active. To use one: ${typed(`profiles use ${rows[0]?.name}`)}`);
  },
});

const COLUMNS: readonly Column<Row>[] = [
  { title: 'PROFILE', value: ({ name }) => name },
  { title: 'ACTIVE', value: ({ inUse }) => (inUse ? '✓' : ''), format: () => 'green' },
  { title: 'KEY', value: ({ keyPrefix }) => `${keyPrefix}…` },
  { title: 'BACKEND', value: ({ baseUrl }) => baseUrl, minWidth: 24 },
];
