import type { FetchPolicy } from '../../fetching/fetch-policy.js';
import type { Credentials } from '../connection.js';
import type { Connections } from './connections.js';
import type { ServerNotes } from './server-notes.js';

export interface HttpWireOptions {
  /** Where the account's API is, such as `https://mastodon.social`. */
  readonly origin: string;
  /** Where the network's web pages are, without a slash at the end. */
  readonly webUrl: string;
  /**
   * Other hosts that may get the account's token: exact names, or `.example.org` for all names below it. Requests to all
   * other hosts are sent without it.
   */
  readonly trustedHosts: readonly string[];
  /** The account's credentials as they are now, renewed ones included. */
  readonly credentials: () => Credentials;
  readonly policy: Pick<FetchPolicy, 'proxy'>;
  /** Lets tests use servers on this machine, with and without TLS. `only`: and no others. */
  readonly allowLoopback: boolean | 'only';
  /** Origins to replace by others, for tests: `https://video.bsky.app` by `http://127.0.0.1:1234`. */
  readonly reroute?: Readonly<Record<string, string>>;
  /** Open connections to reuse; those of the process by default. */
  readonly connections?: Connections;
  /** What servers have said about signatures; that of the process by default. */
  readonly notes?: ServerNotes;
}
