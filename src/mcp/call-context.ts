import type { PostriderClient } from '../client/client.js';
import type { CallOptions } from '../client/options.js';
import type { WorkspaceTime } from '../client/workspace-time.js';
import type { ConfirmPolicy } from '../contract/service/key-policy.js';
import type { Me } from '../contract/service/me.js';
import { findZone } from '../time/find-zone.js';
import { localForm } from '../time/forms.js';
import type { Answer, ServerTime } from './answers/answer.js';
import type { ToolDefinition } from './definition/tool-definition.js';

/** Which files of this machine tools may read: images and videos in these folders. */
export interface LocalMedia {
  /** Folders set with `--media-root` or `POSTRIDER_MEDIA_ROOTS`; empty: the default folders. */
  readonly named: readonly string[];
}

/** A form that the host can show to the person, and what came of one that was shown. */
export interface FormDialog {
  /** What this server gave along with the form; undefined before one was shown. */
  readonly state: string | undefined;
  readonly reply: 'none' | 'yes' | 'no' | 'closed';
}

/** Asks the host to show a form, and to make the call again with the person's reply. */
export interface FormRequest {
  readonly form: {
    readonly message: string;
    /** What the person ticks to agree: "Publish now". */
    readonly agree: string;
  };
  readonly state: string;
}

export type Outcome = Answer | FormRequest;

/** What a handler has besides its input. */
export interface CallContext {
  readonly client: PostriderClient;
  /** When a person is asked: what this server was told and what the key says, whichever is stricter. */
  readonly policy: ConfirmPolicy;
  /** Signs what a person was shown. */
  readonly secret: string;
  /** Which files of this machine may be read; null: none, the server runs elsewhere. */
  readonly localMedia: LocalMedia | null;
  /** Null where the host shows no forms. */
  readonly form: FormDialog | null;
  /** Settings for one request: it ends with the call, and with the time that a call may take. */
  request(): CallOptions;
  /** Milliseconds that are left of the time that a call may take. */
  remainingMs(): number;
  /** The answer where the key's own policy keeps this tool from it; undefined where it may be used. */
  refusedByKey(tool: Pick<ToolDefinition, 'name' | 'toolset' | 'readOnly'>): Promise<Answer | undefined>;
  /** The key, its workspace and the server's time, asked for once per call. */
  me(): Promise<Me>;
  /** The workspace's present time and zone: as an answer to this call has told, else asked for. */
  present(): Promise<WorkspaceTime>;
  /** Tells the host how far the call is, where it wants to know. */
  progress(done: number, total: number, message: string): Promise<void>;
}

/** The time that answers carry. */
export function serverTimeOf({ time }: Me): ServerTime {
  return { now: { utc: time.utc, local: time.local }, timezone: time.timezone };
}

/** The same of a time that an answer of the API told; undefined in a zone that only a newer service knows. */
export function serverTimeAt({ utc, timezone }: WorkspaceTime): ServerTime | undefined {
  const found = findZone(timezone);
  if (!found.ok) return undefined;
  return { now: { utc, local: localForm(Date.parse(utc), found.zone) }, timezone: found.name };
}
