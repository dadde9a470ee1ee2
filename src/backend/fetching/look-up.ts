import { Resolver } from 'node:dns/promises';
import { errnoOf } from '../../base/errno.js';
import { HostsFile } from './hosts-file.js';
import type { LookUp, NameAnswer } from './name-resolver.js';

/** How long a name server may take to answer one try, in milliseconds. */
const TRY_MS = 2_500;
const MAX_TRIES = 3;

/** How long to wait for the other family once one has answered: some name servers drop one of the two questions. */
const OTHER_FAMILY_MS = 1_000;

/** How long what the hosts file says is kept, in milliseconds. */
const HOSTS_TTL_MS = 5_000;

const LOCAL_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

/** The name servers’ answers that a name has no address of this family. */
const NO_ADDRESS: readonly string[] = ['ENODATA', 'ENOTFOUND'];

interface LookUpOptions {
  readonly hosts: Pick<HostsFile, 'addressesOf'>;
  /** `address:port`; absent: those of the system. */
  readonly servers?: readonly string[];
}

/** Looks a name up as the system is configured: in its hosts file, and then at its name servers. */
export const systemLookUp: LookUp = lookUpWith({ hosts: new HostsFile() });

/**
 * Looks names up without `dns.lookup`, whose calls run two at a time, cannot be abandoned, and keep the process from
 * ending.
 */
export function lookUpWith({ hosts, servers }: LookUpOptions): LookUp {
  return async (name, signal) => {
    const listed = await hosts.addressesOf(name);
    if (listed.length > 0) return { addresses: listed, ttlMs: HOSTS_TTL_MS };
    if (name === 'localhost' || name.endsWith('.localhost')) {
      return { addresses: LOCAL_ADDRESSES, ttlMs: HOSTS_TTL_MS };
    }
    signal.throwIfAborted();
    // A resolver for each name, because cancelling ends all questions of a resolver. It reads the system’s settings,
    // which may have changed since the last one.
    const resolver = new Resolver({ timeout: TRY_MS, tries: MAX_TRIES });
    if (servers) resolver.setServers(servers);
    return ask(resolver, name, signal);
  };
}

async function ask(resolver: Resolver, name: string, signal: AbortSignal): Promise<NameAnswer> {
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let patience: NodeJS.Timeout | undefined;
  const impatient = <Answer>(answer: Answer): Answer => {
    patience ??= setTimeout(cancel, OTHER_FAMILY_MS);
    return answer;
  };
  try {
    // IPv4 first: a machine without it fails at once, whereas a broken IPv6 costs each connection a pause.
    const answers = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }).then(impatient),
      resolver.resolve6(name, { ttl: true }).then(impatient),
    ]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw reasonOf(answers);
    return {
      addresses: found.map(({ address }) => address),
      ttlMs: Math.min(...found.map(({ ttl }) => ttl)) * 1_000,
    };
  } finally {
    clearTimeout(patience);
    signal.removeEventListener('abort', cancel);
  }
}

/** Why there is no address: an answer that is missing says more than one that is empty. */
function reasonOf(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  return reasons.find((reason) => !saysNoAddress(reason)) ?? reasons[0];
}

/** Whether the name servers have answered that a name has no address. */
export function saysNoAddress(error: unknown): boolean {
  return NO_ADDRESS.includes(errnoOf(error) ?? '');
}
