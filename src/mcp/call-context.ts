import type { WorkspaceTime } from '../client/calls/workspace-time.js';
import type { PostriderClient } from '../client/client.js';
import type { CallOptions } from '../client/options.js';
import type { ConfirmPolicy } from '../contract/service/key-policy.js';
import type { Me } from '../contract/service/me.js';
import { findZone } from '../time/find-zone.js';
import { localForm } from '../time/forms.js';
import type { Answer, ServerTime } from './answers/answer.js';
import type { ShownCall } from './confirmation/shown-calls.js';
import type { ToolDefinition } from './definition/tool-definition.js';

/** Which files of this machine tools may read: images and videos in these folders. */
export interface LocalMedia {
  /** Folders set with `--media-root` or `POSTRIDER_MEDIA_ROOTS`; empty: the default folders. */
  readonly named: readonly string[];
}

/** A form that the host can show to the person, and the reply to one that was shown. */
export interface FormDialog {
  /** The state that this server sent with the form; undefined before one was shown. */
  readonly state: string | undefined;
  /** `unticked`: the form was accepted with a field that says no. */
  readonly reply: 'none' | 'yes' | 'no' | 'closed' | 'unticked';
}

/** Asks the host to show a form, and to repeat the call with the person's reply. */
export interface FormRequest {
  readonly form: {
    readonly message: string;
    /** What accepting the form does: "publish it now". */
    readonly agree: string;
  };
  readonly state: string;
}

export type Outcome = Answer | FormRequest;

/** What a handler receives besides its input. */
export interface CallContext {
  readonly client: PostriderClient;
  /** When a person is asked: the stricter of the server's and the key's policy. */
  readonly policy: ConfirmPolicy;
  /** Signs previews. */
  readonly secret: string;
  /** Which local files may be read; null if this server runs on another machine. */
  readonly localMedia: LocalMedia | null;
  /** Null if the host does not support forms. */
  readonly form: FormDialog | null;
  /**
   * Keeps this call with its preview's confirmToken.
   *
   * @returns the arguments that a call with the token still needs; undefined if it needs all of them again
   */
  keepShown(
    token: string,
    shown: Pick<ShownCall, 'parts' | 'shownAt'>,
  ): Readonly<Record<string, unknown>> | undefined;
  /** The call that this process returned this confirmToken for; undefined if it is not kept. */
  shown(token: string): ShownCall | undefined;
  /** Options for one request: it is aborted with the call and at the call's deadline. */
  request(): CallOptions;
  /** Milliseconds until the call's deadline. */
  remainingMs(): number;
  /** The refusal if the key's policy does not allow this tool; undefined if it does. */
  refusedByKey(tool: Pick<ToolDefinition, 'name' | 'toolset' | 'readOnly'>): Promise<Answer | undefined>;
  /** The key, its workspace and the server's time, fetched once per call. */
  me(): Promise<Me>;
  /** The workspace's current time and zone: from a response to this call, otherwise fetched. */
  present(): Promise<WorkspaceTime>;
  /** Reports progress to the host, if it asked for it. */
  progress(done: number, total: number, message: string): Promise<void>;
}

/** The time that answers state. */
export function serverTimeOf({ time }: Me): ServerTime {
  return { now: { utc: time.utc, local: time.local }, timezone: time.timezone };
}

/** The same for a time from an API response; undefined if this version does not know the zone. */
export function serverTimeAt({ utc, timezone }: WorkspaceTime): ServerTime | undefined {
  const found = findZone(timezone);
  if (!found.ok) return undefined;
  return { now: { utc, local: localForm(Date.parse(utc), found.zone) }, timezone: found.name };
}
