import { DEFAULT_BASE_URL } from '../../client/base-url.js';
import { defineCommand, text } from '../command.js';
import { type Context, connectionOf } from '../context.js';
import { CliFailure, usageFailure } from '../failure.js';
import { ask, askHidden, canAsk } from '../input/prompt.js';
import { readStdin } from '../input/read-text.js';
import { foldersOf } from '../settings/folders.js';
import type { ConnectionSettings } from '../settings/settings.js';
import { loginFileOf, writeLogin } from '../settings/stored-login.js';
import { typed } from '../typed-name.js';
import { clientFor } from '../with-client.js';

export const login = defineCommand({
  name: 'login',
  group: 'Begin',
  summary: 'Store an API key and the address of its backend',
  details:
    'The key is tried before it is stored, in a file that only you can read. Flags and environment variables win over what is stored.',
  options: { key: text('--key <key>', 'The key; - reads it from standard input') },
  examples: [
    { type: 'login', does: 'Asks for address and key; the key is not shown' },
    { type: 'login --key - < key.txt', does: 'From a file or a password manager, without a question' },
    { type: 'login --base-url https://post.example.org', does: 'For a backend elsewhere' },
  ],
  run: async ({ options }, context) => {
    const settings = await connectionOf(context);
    const baseUrl = await chosenAddress(settings, options.key, context);
    const apiKey = await chosenKey(options.key, context);
    const client = await clientFor({
      apiKey: { value: apiKey, source: { kind: 'flag', name: '--key' } },
      baseUrl: { value: baseUrl, source: { kind: 'flag', name: '--base-url' } },
      allowHttp: settings.allowHttp,
    });
    const me = await client.me.get().finally(() => client.close());

    const folders = foldersOf(context.env);
    await writeLogin(folders, { apiKey, baseUrl });
    const file = loginFileOf(folders);
    context.output.result({
      data: { ...me, baseUrl, file },
      brief: [me.key.id],
      text: ({ style }) =>
        [
          `${style('green', '✓')} "${me.key.label}" (${me.key.prefix}…) for ${me.workspace.name} at ${baseUrl}`,
          `Stored in ${file}`,
          `Next: ${style('cyan', typed('accounts'))}`,
        ].join('\n'),
    });
    if (settings.apiKey?.source.kind === 'environment') {
      context.output.note('POSTRIDER_API_KEY is set too and wins over what is stored.');
    }
  },
});

async function chosenAddress(
  { baseUrl }: ConnectionSettings,
  key: string | undefined,
  context: Context,
): Promise<string> {
  const said = baseUrl.source.kind === 'flag' || baseUrl.source.kind === 'environment';
  if (said || key !== undefined || !canAsk(context)) return baseUrl.value;
  const suggested = baseUrl.source.kind === 'file' ? baseUrl.value : DEFAULT_BASE_URL;
  const answer = (await ask(context, `Backend [${suggested}]: `)).trim();
  return answer === '' ? suggested : answer;
}

async function chosenKey(option: string | undefined, context: Context): Promise<string> {
  const given = option ?? context.globals.apiKey;
  if (given === undefined && !canAsk(context)) {
    throw usageFailure('There is no terminal to ask for the key.', `${typed('login --key -')} < key.txt`);
  }
  const key = (
    given === undefined
      ? await askHidden(context, 'API key (not shown): ')
      : given === '-'
        ? await readStdin(context)
        : given
  ).trim();
  if (key !== '') return key;
  throw new CliFailure('usage', 'No key was given.', {
    changed: 'nothing',
    next: [
      `Make one on the backend’s own machine: ${typed('keys create --label "my terminal" --preset full')}`,
    ],
  });
}
