import type { PostriderClient } from '../../client/client.js';
import type { ConfirmPolicy } from '../../contract/service/key-policy.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import type { CallContext } from '../call-context.js';
import type { Launch } from '../errors/configuration-help.js';
import type { ToolSelection } from '../tools/definitions.js';

/** What a request for a resource, a prompt or a completion needs. */
export interface ResourceContext {
  /** The tools that this server lists. A resource is hidden together with its tool. */
  readonly selection: ToolSelection;
  readonly client: PostriderClient;
  readonly policy: ConfirmPolicy | undefined;
  readonly keyPolicy?: KeyPolicy | undefined;
  readonly secret: string;
  readonly launch: Launch;
  readonly signal: AbortSignal;
  readonly progress: CallContext['progress'];
  readonly onUnexpectedError?: ((error: unknown) => void) | undefined;
}
