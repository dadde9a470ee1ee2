import type { PostriderClient } from '../../client/client.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

interface Range {
  readonly from?: string;
  readonly to?: string;
}

/**
 * Reads a time range in the workspace's zone, by the server's clock.
 *
 * @throws CliFailure if an end cannot be read
 */
export async function readRange(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  client: PostriderClient,
  { signal }: Context,
): Promise<Range> {
  if (from === undefined && to === undefined) return {};
  const [{ listRange }, { time, workspace }] = await Promise.all([
    import('../../mcp/tools/shared/list-range.js'),
    client.me.get({ signal }),
  ]);
  const present = { utc: time.utc, timezone: workspace.timezone };
  const range = await listRange({ from, to }, { present: () => Promise.resolve(present) });
  if (range.ok) return range.query;
  const { message, next } = range.refused;
  throw new CliFailure('refused', message, {
    changed: 'nothing',
    next: next === undefined ? [] : [next],
    data: { serverTime: time.utc },
  });
}
