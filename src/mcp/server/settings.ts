import type { TraceContext } from '../../base/trace-context.js';
import type { PostriderClient } from '../../client/client.js';
import type { ConfirmPolicy } from '../../contract/service/key-policy.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import type { LocalMedia } from '../call-context.js';
import type { Launch } from '../errors/configuration-help.js';
import type { ToolSelection } from '../tools/definitions.js';

/**
 * @param caller the client's place in its trace, from the request's `_meta`; null: it names none
 */
export type AroundCall = <Result>(
  call: { readonly tool: string; readonly caller: TraceContext | null },
  run: () => Promise<Result>,
) => Promise<Result>;

/** The settings of a tool server; the same for stdio and HTTP. */
export interface ServerSettings extends ToolSelection {
  /** Opens the client on the first call. */
  readonly openClient: () => Promise<PostriderClient>;
  /** Undefined if not set: the key then decides. */
  readonly confirm: ConfirmPolicy | undefined;
  /** The key's policy, if the HTTP endpoint has already read it; otherwise it is fetched. */
  readonly keyPolicy?: KeyPolicy | undefined;
  /** Signs previews. Shared by every process that may receive the confirmation, and never shown to a model. */
  readonly secret: string;
  /** Which local files tools may read; none when served over HTTP. */
  readonly localMedia?: LocalMedia | undefined;
  /** How this server was started, for configuration advice. */
  readonly launch: Launch;
  /** Called with unexpected errors: faults of this program that a model cannot fix. */
  readonly onUnexpectedError?: (error: unknown) => void;
  /** Runs each call: a server records it as a part of the trace that the client names. */
  readonly aroundCall?: AroundCall | undefined;
  /** Called with every call in progress, so that the process can wait for it before it ends. */
  readonly onCall?: (call: Promise<unknown>) => void;
}
