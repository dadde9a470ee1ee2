import type { Source } from '../../networks/sources.js';
import type { NetworkAdapter } from './adapter.js';
import type { Connector } from './connecting/connector.js';
import type { NoticeProtocol } from './notices.js';
import type { NetworkErrors } from './refusals/read-refusal.js';
import type { Renewal } from './renewal/token-renewal.js';

/** Keys and list indexes that lead to a field of a JSON body. */
export type FieldPath = readonly (string | number)[];

/** Where a network is. Addresses are origins, such as `https://api.x.com`; `account`: each account has its own server. */
interface NetworkHosts {
  /** Where its API is. */
  readonly api: 'account' | `https://${string}`;
  /** Where its pages are. */
  readonly web: 'account' | `https://${string}`;
  /** Other hosts that get the account's token: exact names, or `.example.org` for all names below it. */
  readonly trusted: readonly string[];
  /** Where the network says so. */
  readonly source: Source;
}

/** Everything that the backend knows about one network. Its posting rules are in `src/networks/rules`. */
export interface Network {
  readonly adapter: NetworkAdapter;
  readonly errors: NetworkErrors;
  readonly hosts: NetworkHosts;
  /** How access is renewed; absent: the network's tokens do not expire. */
  readonly renewal?: Renewal;
  /** How accounts are connected; absent: only simulated ones can be. */
  readonly connector?: Connector;
  /** How it announces what is new to a backend at a public address; absent: it is asked. */
  readonly notices?: NoticeProtocol;
  /** Its servers number their accounts themselves, so that an id is only unique at one server. */
  readonly idsPerServer?: true;
  /** Where a request that creates a post names the post it replies to; absent: the network has no threads. */
  readonly replyField?: FieldPath;
  /** Where it holds a content warning; absent: the network has none. */
  readonly warningField?: FieldPath;
  /** How pages mark the network where its name is too long. */
  readonly badge: {
    /** One or two letters. */
    readonly letters: string;
    /** CSS colour of the background. The letters on it are white. */
    readonly color: string;
  };
}
