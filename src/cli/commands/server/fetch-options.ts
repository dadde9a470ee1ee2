import type { FetchPolicy } from '../../../backend/fetching/fetch-policy.js';
import { settingOf } from '../../../client/settings.js';
import { list, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';

/** The fetch options of commands that start a backend. */
export const FETCH_OPTIONS = {
  allowFetchOrigin: list(
    '--allow-fetch-origin <origins>',
    'Origins on this machine that sandbox workspaces may fetch and send events to, such as http://127.0.0.1:8080',
  ),
  fetchProxy: text('--fetch-proxy <url>', 'HTTP proxy for fetching pages and files'),
} as const;

/** The fetch settings; options override the environment. @throws CliFailure for invalid values */
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
