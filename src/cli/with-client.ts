import type { PostriderClient } from '../client/client.js';
import { type Context, connectionOf } from './context.js';
import { CliFailure } from './failure.js';
import type { ConnectionSettings } from './settings/settings.js';
import { typed } from './typed-name.js';

/** Runs `work` with a client for this command line's settings, then closes the client. */
export async function withClient<Result>(
  context: Context,
  work: (client: PostriderClient, settings: ConnectionSettings) => Promise<Result>,
): Promise<Result> {
  const settings = await connectionOf(context);
  const client = await clientFor(settings);
  // Report an invalid address first: with one, no key can be found either.
  if (client.configurationError?.reason === 'base_url_invalid') throw client.configurationError;
  if (settings.apiKey === null) throw keyMissing(settings);
  try {
    return await work(client, settings);
  } finally {
    await client.close();
  }
}

export async function clientFor(
  settings: Pick<ConnectionSettings, 'apiKey' | 'baseUrl' | 'allowHttp'>,
): Promise<PostriderClient> {
  const { PostriderClient } = await import('../client/client.js');
  return new PostriderClient({
    apiKey: settings.apiKey?.value,
    baseUrl: settings.baseUrl.value,
    allowHttp: settings.allowHttp.value,
    userAgent: 'postrider-cli',
  });
}

function keyMissing({ baseUrl, storedKeyIsFor, profiles }: ConnectionSettings): CliFailure {
  const others = storedKeyIsFor === null && profiles.length > 0;
  const stored =
    storedKeyIsFor === null
      ? []
      : [`The stored key is for ${storedKeyIsFor} and is not sent to ${baseUrl.value}.`];
  return new CliFailure('configuration', 'No API key is set.', {
    lines: stored,
    changed: 'nothing',
    next: [
      ...(others
        ? [`Use a stored profile (${profiles.join(', ')}): ${typed(`profiles use ${profiles[0]}`)}`]
        : []),
      `Create one on the backend’s machine: ${typed('keys create --label "my terminal" --preset full')}`,
      `Then store it: ${typed('login')} (or set POSTRIDER_API_KEY, or pass --api-key)`,
    ],
  });
}
