import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import type { DemoAccount } from './demo-accounts.js';
import { SIMULATED_NETWORKS } from './registry.js';
import { FAILURE_NAMES, type FailureName, NAMED_FAILURES } from './shared/named-failures.js';

/** An account of a simulated network that always fails in one way, ready to be connected. */
export function failingAccount(failure: FailureName, platform: Platform): DemoAccount {
  const { handleOf, networkUserIdOf } = SIMULATED_NETWORKS[platform];
  const number = FAILURE_NAMES.indexOf(failure) * PLATFORMS.length + PLATFORMS.indexOf(platform);
  const digits = String(1_000_000_000_000_000 + number);
  const name = failure.replaceAll('_', '-');
  return {
    platform,
    handle: handleOf?.(name) ?? failure,
    displayName: NAMED_FAILURES[failure].description.split(/[.,;:]/)[0] ?? failure,
    networkUserId: networkUserIdOf?.(name, digits) ?? digits,
    credentials: { accessToken: `simulated-${platform}-${failure}` },
  };
}
