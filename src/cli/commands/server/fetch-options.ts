import type { FetchPolicy } from '../../../backend/fetching/fetch-policy.js';
import { settingOf } from '../../../client/settings.js';
import { list, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';

/** What commands that start a backend take about fetching. */
export const FETCH_OPTIONS = {
  allowFetchOrigin: list(
    '--allow-fetch-origin <origins>',
    'Origins of this machine that sandbox workspaces may fetch and tell of events, such as http://127.0.0.1:8080',
  ),
  fetchProxy: text('--fetch-proxy <url>', 'HTTP proxy through which pages and files are fetched'),
} as const;

/** Settings of fetching: options win over the environment. @throws CliFailure for what cannot be used */
export async function fetchPolicy(
  options: { readonly allowFetchOrigin: readonly string[]; readonly fetchProxy: string | undefined },
  env: Context['env'],
): Promise<FetchPolicy> {
  const { readFetchPolicy } = await import('../../../backend/fetching/fetch-policy.js');
  const named = (settingOf(env['POSTRIDER_ALLOW_FETCH_ORIGIN']) ?? '').split(',').map((part) => part.trim());
  const origins = options.allowFetchOrigin.length > 0 ? options.allowFetchOrigin : named.filter(Boolean);
  try {
    return readFetchPolicy(origins, options.fetchProxy ?? settingOf(env['POSTRIDER_FETCH_PROXY']));
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'FetchPolicyInvalid') throw cause;
    throw new CliFailure('usage', cause.message, { changed: 'nothing', cause });
  }
}
