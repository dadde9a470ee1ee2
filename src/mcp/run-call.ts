import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { PostriderClient } from '../client/client.js';
import { PostriderError } from '../client/errors.js';
import type { CallOptions } from '../client/options.js';
import { redact } from '../client/redact.js';
import type { ResponseMeta } from '../client/response-meta.js';
import type { WorkspaceTime } from '../client/workspace-time.js';
import type { ConfirmPolicy } from '../contract/service/key-policy.js';
import type { KeyPolicy, Me } from '../contract/service/me.js';
import { type Answer, type ServerTime, writeAnswer } from './answers/answer.js';
import {
  type CallContext,
  type FormDialog,
  type FormRequest,
  type LocalMedia,
  serverTimeAt,
  serverTimeOf,
} from './call-context.js';
import type { ToolDefinition } from './definition/tool-definition.js';
import type { Launch } from './errors/configuration-help.js';
import { errorAnswer } from './errors/error-answer.js';
import type { CallHandler } from './handler.js';
import { effectivePolicy, switchedOffByKey } from './key-policy.js';
import { TOOLS, type ToolName } from './tools/definitions.js';
import { HANDLERS } from './tools/handlers.js';

/** No call takes longer, in ms: hosts give up at 60 s. */
const MAX_CALL_MS = 44_000;

/** The least time that a request is given, in ms. */
const MIN_REQUEST_MS = 1_000;

/** One tool call as the server hands it over. */
export interface ToolCall {
  readonly tool: ToolName;
  /** Looks at what the tool shows, where the tool itself does more than to look. */
  readonly look?: CallHandler | undefined;
  readonly args: unknown;
  readonly client: PostriderClient;
  /** What this server was told; undefined where nobody said. */
  readonly policy: ConfirmPolicy | undefined;
  /** What the key says of its use; asked for where it is not known. */
  readonly keyPolicy?: KeyPolicy | undefined;
  readonly secret: string;
  readonly launch: Launch;
  readonly form: FormDialog | null;
  /** Which files of this machine may be read; none unless told. */
  readonly localMedia?: LocalMedia | undefined;
  /** How long the call may take, in ms; what hosts wait for unless told. */
  readonly callMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly progress: CallContext['progress'];
  /** Told of failures that are this program's own. */
  readonly onUnexpectedError?: ((error: unknown) => void) | undefined;
}

/**
 * Carries out one call. Whatever fails becomes an answer that the model can act on.
 *
 * @throws only where the host gave the call up
 */
export async function runCall(call: ToolCall): Promise<CallToolResult | InputRequiredResult> {
  const context = new Context(call);
  try {
    const outcome = await (call.look ?? HANDLERS[call.tool])(call.args, context);
    return 'form' in outcome ? askWithForm(outcome) : writeAnswer(outcome, await context.moment());
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (!(error instanceof PostriderError)) call.onUnexpectedError?.(error);
    const acts =
      call.look === undefined && TOOLS.some(({ name, readOnly }) => name === call.tool && !readOnly);
    return writeAnswer(errorAnswer(error, { launch: call.launch, acts }), await context.moment());
  }
}

/** What each client's key says of its use: fixed when the key was made, and so asked for once. */
const keyPolicies = new WeakMap<PostriderClient, KeyPolicy>();

class Context implements CallContext {
  readonly client: PostriderClient;
  policy: ConfirmPolicy;
  readonly secret: string;
  readonly form: FormDialog | null;
  readonly progress: CallContext['progress'];
  readonly #policy: ConfirmPolicy | undefined;
  readonly #keyPolicy: KeyPolicy | undefined;
  readonly #tool: ToolName;
  readonly #signal: AbortSignal;
  readonly localMedia: LocalMedia | null;
  readonly #deadline: number;
  #me: Promise<Me> | undefined;
  /** The workspace's time, as the last answer told it. */
  #told: WorkspaceTime | undefined;
  /** Whether the service has answered with this key known to it. */
  #known = false;

  constructor(call: ToolCall) {
    const { tool, client, policy, keyPolicy, secret, form, progress, signal, localMedia, callMs } = call;
    this.#tool = tool;
    this.localMedia = localMedia ?? null;
    this.#deadline = performance.now() + (callMs ?? MAX_CALL_MS);
    this.client = client;
    this.#policy = policy;
    this.#keyPolicy = keyPolicy;
    this.policy = effectivePolicy(policy, null);
    this.secret = secret;
    this.form = form;
    this.progress = progress;
    this.#signal = signal;
  }

  request(): CallOptions {
    const timeoutMs = Math.max(MIN_REQUEST_MS, this.remainingMs());
    const headers = { 'postrider-tool': this.#tool };
    return { signal: this.#signal, timeoutMs, headers, onAnswer: this.#hear };
  }

  readonly #hear = ({ status, workspaceTime }: ResponseMeta): void => {
    this.#told = workspaceTime ?? this.#told;
    this.#known ||= status !== 401;
  };

  remainingMs(): number {
    return this.#deadline - performance.now();
  }

  async refusedByKey(
    tool: Pick<ToolDefinition, 'name' | 'toolset' | 'readOnly'>,
  ): Promise<Answer | undefined> {
    const keyPolicy = this.#keyPolicy ?? keyPolicies.get(this.client) ?? (await this.me()).key.policy;
    keyPolicies.set(this.client, keyPolicy);
    this.policy = effectivePolicy(this.#policy, keyPolicy.confirm);
    return switchedOffByKey(tool, keyPolicy);
  }

  me(): Promise<Me> {
    this.#me ??= this.client.me.get(this.request());
    return this.#me;
  }

  async present(): Promise<WorkspaceTime> {
    if (this.#told) return this.#told;
    const { time, workspace } = await this.me();
    return { utc: time.utc, timezone: workspace.timezone };
  }

  /** The time that the answer carries; undefined where the service was not asked, or does not answer. */
  async moment(): Promise<ServerTime | undefined> {
    const told = this.#told && serverTimeAt(this.#told);
    if (told || !this.#known) return told;
    // What an older service leaves unsaid is asked for. The answer itself stands without it.
    return this.me().then(serverTimeOf, () => undefined);
  }
}

/**
 * A request for a form as the protocol has it. Written out and not made with the SDK's own function, so that
 * what a call loads does not hold the SDK a second time.
 */
export function askWithForm({ form: { message, agree }, state }: FormRequest): InputRequiredResult {
  return {
    resultType: 'input_required',
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: redact(message),
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: agree } },
            required: ['confirm'],
          },
        },
      },
    },
    requestState: state,
  };
}
