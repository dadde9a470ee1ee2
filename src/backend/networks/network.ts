import type { NetworkAdapter } from './adapter.js';
import type { NetworkErrors } from './refusals/read-refusal.js';
import type { Renewal } from './renewal/token-renewal.js';

/** Keys and list indexes that lead to a field of a JSON body. */
export type FieldPath = readonly (string | number)[];

/** Everything that the backend knows about one network. Its posting rules are in `src/networks/rules`. */
export interface Network {
  readonly adapter: NetworkAdapter;
  readonly errors: NetworkErrors;
  /** How access is renewed; absent: the network's tokens do not expire. */
  readonly renewal?: Renewal;
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
