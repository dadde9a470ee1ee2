import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import type { DemoAccount } from './demo-accounts.js';
import { SIMULATED_NETWORKS } from './registry.js';
import { FAILURE_NAMES, type FailureName } from './shared/named-failures.js';

/** An account of a simulated network that always fails in one way, ready to be connected. */
export function failingAccount(failure: FailureName, platform: Platform): DemoAccount {
  const { handleOf, networkUserIdOf } = SIMULATED_NETWORKS[platform];
  const number = FAILURE_NAMES.indexOf(failure) * PLATFORMS.length + PLATFORMS.indexOf(platform);
  const digits = String(1_000_000_000_000_000 + number);
  const name = failure.replaceAll('_', '-');
  return {
    platform,
    handle: handleOf?.(name) ?? failure,
    displayName: sentenceCase(failure),
    networkUserId: networkUserIdOf?.(name, digits) ?? digits,
    credentials: { accessToken: `simulated-${platform}-${failure}` },
  };
}

/** `published_but_response_lost` as a name: `Published but response lost`. */
function sentenceCase(failure: FailureName): string {
  const words = failure.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
