import { DEFAULT_BASE_URL } from '../../../client/base-url.js';
import { readClientEnv, settingOf } from '../../../client/settings.js';
import { defineCommand, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { ask, askHidden, canAsk } from '../../input/prompt.js';
import { readStdin } from '../../input/read-text.js';
import { foldersOf } from '../../settings/folders.js';
import { loginFileOf, readProfiles, type StoredLogin, storeLogin } from '../../settings/profiles.js';
import { profileNamed } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { clientFor } from '../../with-client.js';

export const login = defineCommand({
  name: 'login',
  group: 'Setup',
  operations: ['me.get'],
  summary: 'Log in: store an API key and its backend’s URL',
  details:
    'The key is verified, then stored in a file that only you can read. With --profile you can store several logins by name; the first one becomes the active one. Flags and environment variables override the stored login.',
  options: { key: text('--key <key>', 'API key; - reads it from standard input') },
  examples: [
    { type: 'login', does: 'Enter URL and key; the key is not shown' },
    { type: 'login --key - < key.txt', does: 'Read the key from a file or a password manager' },
    {
      type: 'login --profile work --base-url https://post.example.org',
      does: 'Store a second login for another backend',
    },
  ],
  run: async ({ options }, context) => {
    const { env } = context;
    const folders = foldersOf(env);
    const profiles = await readProfiles(folders);
    const name = profileNamed(context.globals, env)?.value ?? profiles.inUse;
    const baseUrl = await chosenAddress(profiles.logins.get(name), options.key, context);
    await checkAddress(baseUrl, env);
    const apiKey = await chosenKey(
      options.key,
      context,
      `login${profileArgument(context)}${addressArgument(context)}`,
    );
    const fromEnv = readClientEnv(env);
    const client = await clientFor({
      apiKey: { value: apiKey, source: { kind: 'flag', name: '--key' } },
      baseUrl: { value: baseUrl, source: { kind: 'flag', name: '--base-url' } },
      allowHttp: { value: fromEnv.allowHttp ?? false, source: { kind: 'default' } },
    });
    const me = await client.me.get().finally(() => client.close());

    const before = await storeLogin(folders, name, { apiKey, baseUrl });
    const file = loginFileOf(folders);
    const inUse = profiles.logins.size === 0 || profiles.inUse === name;
    context.output.result({
      data: { ...me, profile: name, inUse, baseUrl, file },
      brief: [me.key.id],
      text: ({ style }) =>
        [
          `${style('green', '✓')} "${me.key.label}" (${me.key.prefix}…) for ${me.workspace.name} at ${baseUrl}`,
          `Stored as profile ${style('bold', name)} in ${file}`,
          ...(before === undefined || before.apiKey === apiKey
            ? []
            : ['It replaces the previously stored key.']),
          `Next: ${style('cyan', typed(inUse ? 'accounts' : `accounts --profile ${name}`))}`,
        ].join('\n'),
    });
    if (fromEnv.apiKey !== undefined)
      context.output.note('POSTRIDER_API_KEY is also set and overrides the stored key.');
    if (!inUse) context.output.note(`To make it the active profile: ${typed(`profiles use ${name}`)}`);
  },
});

/** Reports an invalid URL before the key is asked for. @throws ConfigurationError */
async function checkAddress(baseUrl: string, env: Context['env']): Promise<void> {
  const client = await clientFor({
    apiKey: null,
    baseUrl: { value: baseUrl, source: { kind: 'flag', name: '--base-url' } },
    allowHttp: { value: readClientEnv(env).allowHttp ?? false, source: { kind: 'default' } },
  });
  const { configurationError } = client;
  await client.close();
  if (configurationError?.reason === 'base_url_invalid') throw configurationError;
}

async function chosenAddress(
  stored: StoredLogin | undefined,
  key: string | undefined,
  context: Context,
): Promise<string> {
  const flag = context.globals.baseUrl;
  if (flag !== undefined && settingOf(flag) === undefined)
    throw usageFailure('--base-url has no value.', 'Give it a value, or remove it.');
  const named = settingOf(flag) ?? readClientEnv(context.env).baseUrl;
  if (named !== undefined) return named;
  const suggested = stored?.baseUrl ?? DEFAULT_BASE_URL;
  if (key !== undefined || !canAsk(context)) return suggested;
  const answer = (await ask(context, `Backend URL [${suggested}]: `)).trim();
  return answer === '' ? suggested : answer;
}

/** ` --base-url <url>` for a printed command if this one was given it. */
function addressArgument({ globals }: Context): string {
  const given = settingOf(globals.baseUrl);
  return given === undefined ? '' : ` --base-url ${given}`;
}

/** ` --profile <name>` for a printed command if this one was given it. */
function profileArgument({ globals }: Context): string {
  const given = settingOf(globals.profile);
  return given === undefined ? '' : ` --profile ${JSON.stringify(given)}`;
}

/** @param command this command with the options that decide where the key is stored */
async function chosenKey(option: string | undefined, context: Context, command: string): Promise<string> {
  const given = option ?? context.globals.apiKey;
  if (given === undefined && !canAsk(context)) {
    throw usageFailure(
      'There is no terminal to ask for the API key.',
      `${typed(`${command} --key -`)} < key.txt`,
    );
  }
  const key = (
    given === undefined
      ? await askHidden(context, 'API key (not shown): ')
      : given === '-'
        ? await readStdin(context)
        : given
  ).trim();
  if (key !== '') return key;
  throw new CliFailure('usage', 'No API key was given.', {
    changed: 'nothing',
    next: [
      `Create one on the backend’s machine: ${typed('keys create --label "my terminal" --preset full')}`,
    ],
  });
}
