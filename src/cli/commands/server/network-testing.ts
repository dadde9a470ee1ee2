import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { isLoopback } from '../../../base/loopback.js';
import { settingOf } from '../../../client/settings.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { LOOPBACK_NETWORKS } from '../../settings/environment.js';

/** Servers on this machine store a post within milliseconds of its request. */
const LATE_LOOKS = [2000];

/**
 * Lets tests connect accounts of servers on this machine: `1`, or also the origins that stand for others,
 * `https://plc.directory=http://127.0.0.1:2582 …`.
 *
 * @throws CliFailure it is neither
 */
export function networkTesting({ env, output }: Context): Pick<BackendOptions, 'networkTesting'> {
  const setting = settingOf(env[LOOPBACK_NETWORKS]);
  if (setting === undefined) return {};
  const pairs = setting === '1' ? [] : setting.split(/\s+/).map((pair) => pair.split('='));
  if (!pairs.every(isReroute)) {
    throw usageFailure(
      `${LOOPBACK_NETWORKS} is not 1, and not a list of origins on this machine.`,
      'Unset it. It is for tests only.',
    );
  }
  output.insist(
    () =>
      `Warning: ${LOOPBACK_NETWORKS} is set, so accounts can be connected at servers on this machine. It is for tests only.`,
  );
  const reroute = Object.fromEntries(pairs);
  return { networkTesting: { allowLoopback: true, reroute, lateLooks: LATE_LOOKS } };
}

/** Whether an origin of a network is replaced by one on this machine. */
function isReroute([from = '', to = '', ...more]: readonly string[]): boolean {
  const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
  return more.length === 0 && isOrigin(from) && isOrigin(to) && isLoopback(new URL(to).hostname);
}
