import type { PostriderClient } from '../../client/client.js';
import { toTimeOnly } from '../api-to-cli-words.js';
import type { Context } from '../context.js';
import { timeRefused } from './chosen-time.js';

interface Range {
  readonly from?: string;
  readonly to?: string;
}

/**
 * Reads a time range in the workspace's zone, by the server's clock.
 *
 * @param flags the flags that hold the ends
 * @throws CliFailure if an end cannot be read
 */
export async function readRange(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  client: PostriderClient,
  { signal }: Context,
  flags: Readonly<Record<'from' | 'to', string>> = { from: '--from', to: '--to' },
): Promise<Range> {
  if (from === undefined && to === undefined) return {};
  const [{ listRange }, { time, workspace }] = await Promise.all([
    import('../../mcp/tools/shared/list-range.js'),
    client.me.get({ signal }),
  ]);
  const present = { utc: time.utc, timezone: workspace.timezone };
  const range = await listRange({ from, to }, { present: () => Promise.resolve(present) });
  if (range.ok) return range.query;
  throw timeRefused(range.refusal, { flag: flags[range.field], reword: toTimeOnly }, time.utc);
}
