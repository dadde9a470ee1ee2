import { DEFAULT_BASE_URL } from '../../../client/base-url.js';
import { redact } from '../../../client/redact.js';
import { type Context, connectionOf } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { askHidden, canAsk } from '../../input/prompt.js';
import { readStdin } from '../../input/read-text.js';
import { keyStart } from '../../output/key-start.js';
import type { ConnectionSettings } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { KeyChecks } from '../doctor/key-checks.js';
import { keyFault } from '../doctor/settings-checks.js';
import type { Start } from './entry.js';

/** Reads the key from standard input, or asks for it in a terminal. */
const FROM_INPUT = '-';

/**
 * The key and address for an entry: from the flags, the environment or the stored login.
 *
 * @param asks ask for a key in a terminal if there is none
 * @throws CliFailure
 */
export async function entryConnection(asks: boolean, context: Context): Promise<ConnectionSettings> {
  const { globals } = context;
  if (globals.apiKey === FROM_INPUT) {
    const apiKey = (
      canAsk(context) ? await askHidden(context, 'API key (not shown): ') : await readStdin(context)
    ).trim();
    if (apiKey === '')
      throw usageFailure(
        '--api-key -: standard input contains no API key.',
        `${typed('install cursor --api-key - --yes')} < key.txt`,
      );
    return connectionOf({ ...context, globals: { ...globals, apiKey } });
  }
  if (globals.apiKey !== undefined)
    context.output.note(
      'Shells keep --api-key in their history. To enter a key unseen, use --api-key - instead.',
    );
  const connection = await connectionOf(context);
  if (connection.apiKey !== null || !asks || !canAsk(context)) return connection;
  const apiKey = (
    await askHidden(context, 'API key for this entry (not shown; Enter to leave it out): ')
  ).trim();
  return apiKey === '' ? connection : connectionOf({ ...context, globals: { ...globals, apiKey } });
}

/**
 * Tests the key of an entry before it is written. If the backend cannot be reached, says that the key was not tested.
 *
 * @throws CliFailure `configuration` if the key does not work
 */
export async function testEntryKey({ env }: Start, { output, signal }: Context): Promise<void> {
  const key = env['POSTRIDER_API_KEY'];
  if (key === undefined) return;
  const baseUrl = env['POSTRIDER_BASE_URL'] ?? DEFAULT_BASE_URL;
  const fault = await keyFault(key);
  if (fault !== null) throw keyRefused(`The API key ${keyStart(key)}… ${fault}`);
  const refused = await new KeyChecks(signal).try(key, baseUrl);
  if (refused === null) return;
  if (refused.sure) throw keyRefused(`The entry would not work at ${redact(baseUrl)}: ${refused.why}`);
  output.note(
    `The API key was not tested: no answer from ${redact(baseUrl)}. Check it later with: ${typed('doctor')}`,
  );
}

function keyRefused(message: string): CliFailure {
  return new CliFailure('configuration', message, {
    changed: 'nothing',
    next: [
      `Create a key on the backend’s machine: ${typed('keys create --label "my agent" --preset full')}`,
      'Then install again with --api-key -, and paste the key when asked.',
    ],
  });
}
