import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { type TraceContext, traceHeadersOf } from '../base/trace-context.js';
import type { ResponseMeta } from '../client/calls/response-meta.js';
import type { WorkspaceTime } from '../client/calls/workspace-time.js';
import type { PostriderClient } from '../client/client.js';
import { OutcomeUnknownError, PostriderError } from '../client/errors/errors.js';
import type { CallOptions } from '../client/options.js';
import { redact } from '../client/redact.js';
import type { Scope } from '../contract/scopes.js';
import type { ConfirmPolicy } from '../contract/service/key-policy.js';
import type { KeyPolicy, Me } from '../contract/service/me.js';
import { MAX_INGEST_MS } from '../contract/time-limits.js';
import { withAllowedNext } from './answers/allowed-next.js';
import { type Answer, type ServerTime, writeAnswer } from './answers/answer.js';
import type { Facts } from './answers/render-text.js';
import {
  type CallContext,
  type FormDialog,
  type FormRequest,
  type LocalMedia,
  type Outcome,
  serverTimeAt,
  serverTimeOf,
} from './call-context.js';
import { tokenWithoutCall } from './confirmation/confirmation.js';
import { formText } from './confirmation/form-words.js';
import { hasOnlyToken, type ShownCall, ShownCalls, tokenIn } from './confirmation/shown-calls.js';
import type { Fields, ToolDefinition } from './definition/tool-definition.js';
import type { Launch } from './errors/configuration-help.js';
import { errorAnswer } from './errors/error-answer.js';
import type { CallHandler } from './handler.js';
import { defaultPolicy, setPolicy, switchedOffByKey } from './key-policy.js';
import { readInput } from './lenient-input/lenient-input.js';
import { TOOLS, type ToolName } from './tools/definitions.js';
import { HANDLERS } from './tools/handlers.js';
import { UnsettledCalls } from './unsettled-calls.js';

/** Deadline of a call, in ms: longer than the slowest request, and hosts give up at 60 s. */
const MAX_CALL_MS = MAX_INGEST_MS + 4_000;

/** Minimum timeout of a request, in ms. */
const MIN_REQUEST_MS = 1_000;

/** One tool call. */
export interface ToolCall {
  readonly tool: ToolName;
  /** A read-only handler to use instead of the tool's own. */
  readonly reader?: CallHandler | undefined;
  readonly args: unknown;
  readonly client: PostriderClient;
  /** The client's place in its trace, which the requests to the API continue. */
  readonly caller?: TraceContext | null | undefined;
  /** The server's policy; undefined if not set. */
  readonly policy: ConfirmPolicy | undefined;
  /** The key's policy, if known; otherwise it is fetched. */
  readonly keyPolicy?: KeyPolicy | undefined;
  /** What the key may do, if known. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly secret: string;
  readonly launch: Launch;
  readonly form: FormDialog | null;
  /** Which local files may be read; none by default. */
  readonly localMedia?: LocalMedia | undefined;
  /** The process ends after this call, so that the next one cannot continue it. */
  readonly isLast?: boolean | undefined;
  /** Deadline of the call, in ms. */
  readonly callMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly progress: CallContext['progress'];
  /** Called with unexpected errors: faults of this program. */
  readonly onUnexpectedError?: ((error: unknown) => void) | undefined;
}

/**
 * Runs one call. Every error becomes an answer that the model can act on.
 *
 * @throws only if the host aborted the call
 */
export async function runCall(given: ToolCall): Promise<CallToolResult | InputRequiredResult> {
  const call = { ...given, args: shownCalls.completed(given) };
  const context = new Context(call);
  try {
    const outcome = await outcomeOf(call, context);
    keepOrSettle(call, outcome);
    if ('form' in outcome) return askWithForm(outcome);
    const scopes = call.scopes ?? knownKey(call.client)?.scopes;
    const answer = scopes === undefined ? outcome : withAllowedNext(outcome, TOOLS, scopes);
    return writeAnswer(answer, await context.moment());
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (!(error instanceof PostriderError)) call.onUnexpectedError?.(error);
    if (error instanceof OutcomeUnknownError && error.idempotencyKey !== null)
      unsettled.keep(call, error.idempotencyKey);
    const acts =
      call.reader === undefined && TOOLS.some(({ name, readOnly }) => name === call.tool && !readOnly);
    return writeAnswer(errorAnswer(error, { launch: call.launch, acts }), await context.moment());
  }
}

async function outcomeOf(call: ToolCall, context: Context): Promise<Outcome> {
  const token = call.form === null ? tokenIn(call.args) : undefined;
  const kept = token === undefined ? undefined : context.shown(token);
  const lost = token === undefined || kept?.tool === call.tool ? undefined : { token, kept };
  if (lost !== undefined && hasOnlyToken(call.args))
    return tokenWithoutCall(call.tool, lost.token, lost.kept);
  const outcome = await (call.reader ?? HANDLERS[call.tool])(continued(call), context);
  // A call that was to be completed from the kept one lacks arguments. That is not what is wrong with it.
  const lacks = !('form' in outcome) && LACKING.includes(outcome.facts?.['error']);
  return lost !== undefined && lacks ? tokenWithoutCall(call.tool, lost.token, lost.kept) : outcome;
}

/** The errors of calls that lack arguments. */
const LACKING: readonly unknown[] = ['arguments_invalid', 'time_required'];

/** Of every server of this process. */
const unsettled = new UnsettledCalls();
const shownCalls = new ShownCalls();

/** What a client's key may do, once a call has found out. */
export function knownKey(client: PostriderClient): KnownKey | undefined {
  return keys.get(client);
}

function continued(call: ToolCall): unknown {
  const takesKey = TOOLS.some(
    ({ name, readOnly, input }) => name === call.tool && !readOnly && 'idempotencyKey' in input,
  );
  return takesKey ? unsettled.continued(call) : call.args;
}

/** An answer that is an error and names its key did not find out what became of its requests. */
function keepOrSettle(call: ToolCall, outcome: Outcome): void {
  if ('form' in outcome) return;
  const key = outcome.facts?.['idempotencyKey'];
  if (outcome.isError === true && typeof key === 'string') unsettled.keep(call, key);
  else if (outcome.isError !== true && outcome.facts?.['status'] !== 'needs_confirmation')
    unsettled.settle(call);
}

/** What decides what a key may do. */
export type KnownKey = Pick<Me['key'], 'policy' | 'scopes'>;

/** What is known of each client's key. It never changes, so it is fetched once. */
const keys = new WeakMap<PostriderClient, KnownKey>();

class Context implements CallContext {
  readonly client: PostriderClient;
  policy: ConfirmPolicy;
  readonly secret: string;
  readonly form: FormDialog | null;
  readonly progress: CallContext['progress'];
  readonly #policy: ConfirmPolicy | undefined;
  readonly #keyPolicy: KeyPolicy | undefined;
  readonly #call: ToolCall;
  readonly #tool: ToolName;
  readonly #signal: AbortSignal;
  readonly localMedia: LocalMedia | null;
  readonly #deadline: number;
  #me: Promise<Me> | undefined;
  /** The workspace's time, from the latest response. */
  #workspaceTime: WorkspaceTime | undefined;
  /** Whether the service has accepted the key. */
  #keyAccepted = false;

  constructor(call: ToolCall) {
    const { tool, client, policy, keyPolicy, secret, form, progress, signal, localMedia, callMs } = call;
    this.#call = call;
    this.#tool = tool;
    this.localMedia = localMedia ?? null;
    this.#deadline = performance.now() + (callMs ?? MAX_CALL_MS);
    this.client = client;
    this.#policy = policy;
    this.#keyPolicy = keyPolicy;
    this.policy = setPolicy(policy, null) ?? 'always';
    this.secret = secret;
    this.form = form;
    this.progress = progress;
    this.#signal = signal;
  }

  keepShown(token: string, shown: Parameters<CallContext['keepShown']>[1]): Facts | undefined {
    if (this.#call.isLast === true) return undefined;
    shownCalls.keep(this.#call, token, shown);
    return requiredOf(this.#call);
  }

  readonly shown = (token: string): ShownCall | undefined => shownCalls.find(this.secret, token);

  request(): CallOptions {
    const timeoutMs = Math.max(MIN_REQUEST_MS, this.remainingMs());
    const headers = { 'postrider-tool': this.#tool, ...traceHeadersOf(this.#call.caller) };
    return { signal: this.#signal, timeoutMs, headers, onAnswer: this.#onAnswer };
  }

  readonly #onAnswer = ({ status, workspaceTime }: ResponseMeta): void => {
    this.#workspaceTime = workspaceTime ?? this.#workspaceTime;
    this.#keyAccepted ||= status !== 401;
  };

  remainingMs(): number {
    return this.#deadline - performance.now();
  }

  async refusedByKey(
    tool: Pick<ToolDefinition, 'name' | 'toolset' | 'readOnly'>,
  ): Promise<Answer | undefined> {
    const keyPolicy = this.#keyPolicy ?? (keys.get(this.client) ?? (await this.me()).key).policy;
    const refused = switchedOffByKey(tool, keyPolicy);
    if (refused !== undefined || tool.readOnly) return refused;
    this.policy = setPolicy(this.#policy, keyPolicy.confirm) ?? defaultPolicy(await this.me());
    return undefined;
  }

  me(): Promise<Me> {
    this.#me ??= this.client.me.get(this.request()).then((me) => {
      keys.set(this.client, me.key);
      return me;
    });
    return this.#me;
  }

  async present(): Promise<WorkspaceTime> {
    if (this.#workspaceTime) return this.#workspaceTime;
    const { time, workspace } = await this.me();
    return { utc: time.utc, timezone: workspace.timezone };
  }

  /** The time that the answer states; undefined if the service was not asked or did not respond. */
  async moment(): Promise<ServerTime | undefined> {
    const known = this.#workspaceTime && serverTimeAt(this.#workspaceTime);
    if (known || !this.#keyAccepted) return known;
    // An older service does not send the time with responses, so it is fetched. The answer is valid without it.
    return this.me().then(serverTimeOf, () => undefined);
  }
}

/** The arguments that every call of the tool must have: some hosts send no call without them. */
function requiredOf({ tool, args }: ToolCall): Facts {
  const fields: Fields = TOOLS.find(({ name }) => name === tool)?.input ?? {};
  const reading = readInput(fields, args);
  if (!reading.ok) return {};
  return Object.fromEntries(
    Object.entries(reading.input).filter(([name]) => fields[name]?.required),
  ) as Facts;
}

/** A form request of the protocol. Written out, so that the calls bundle does not include the SDK a second time. */
export function askWithForm({ form: { message, agree }, state }: FormRequest): InputRequiredResult {
  return {
    resultType: 'input_required',
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: redact(formText(message, agree)),
          // No field: a person who accepts the form agrees, and a box that was left unticked is no answer.
          requestedSchema: { type: 'object', properties: {} },
        },
      },
    },
    requestState: state,
  };
}
