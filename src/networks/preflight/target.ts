import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import type { Issue } from '../../contract/errors.js';
import { PLATFORM_NAMES } from '../../contract/platforms.js';
import type { PostType, ScheduleMode } from '../../contract/posts/content.js';
import type { TargetAccount, TracedContent } from '../content.js';
import type { Figure } from '../figure.js';
import type { MediaFacts } from '../media-facts.js';
import type { FormRules, NetworkRules } from '../network-rules.js';
import { sourceOf } from '../rules.js';

/** What the check has to know of an account. */
export interface PreflightAccount extends TargetAccount {
  readonly handle: string;
  readonly healthStatus: AccountHealthStatus;
  /** Why it is not healthy, in one sentence. */
  readonly healthReason?: string | null;
  /** When the network's access ends: ISO 8601. */
  readonly expiresAt?: string | null;
  /** It pays at its network, which raises some limits. */
  readonly premium?: boolean;
}

/** One account's share of a post, with the rules that it meets. */
export interface PreflightTarget extends TracedContent {
  readonly account: PreflightAccount;
  readonly rules: NetworkRules;
  /** The form in which it is published, and its rules. */
  readonly form: PostType;
  readonly formRules: FormRules;
  /** The files of `content.mediaUrls`; undefined where a key is not known. */
  readonly files: readonly (MediaFacts | undefined)[];
  /** The file of `content.cover`; undefined where there is none, or its key is not known. */
  readonly cover: MediaFacts | undefined;
  /** Whether images can be converted when they are published. */
  readonly canConvert: boolean;
  readonly mode: ScheduleMode;
  readonly now: Date;
}

/** What a rule found, before it is said whose target it concerns. */
export interface Finding extends Omit<Issue, 'severity' | 'accountId' | 'platform' | 'source' | 'pointer'> {
  readonly severity?: Issue['severity'];
  /** The fact that the rule rests on. */
  readonly figure?: Figure<unknown>;
}

/** Makes an issue of a finding: an error, unless the finding says that it is a warning. */
export function issueOf(target: PreflightTarget, pointer: string | undefined, finding: Finding): Issue {
  const { figure, severity = 'error', code, message, ...details } = finding;
  const { id, platform } = target.account;
  return {
    code,
    severity,
    message,
    ...(pointer !== undefined && { pointer }),
    accountId: id,
    platform,
    ...details,
    ...(figure && { source: sourceOf(figure).where }),
  };
}

/** The network's name as people write it. */
export function nameOf(target: PreflightTarget): string {
  return PLATFORM_NAMES[target.account.platform];
}

/** Kinds of media that a target carries, as far as they are known. */
export function carries(target: PreflightTarget): 'none' | 'images' | 'videos' {
  if (target.content.mediaUrls.length === 0) return 'none';
  return target.files.some((file) => file?.kind === 'video') ? 'videos' : 'images';
}
