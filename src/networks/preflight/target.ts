import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import { overrideTerm } from '../../contract/api-terms.js';
import type { Issue } from '../../contract/errors.js';
import { PLATFORM_NAMES } from '../../contract/platforms.js';
import type { PostType, ScheduleMode } from '../../contract/posts/content.js';
import type { OwnBoards } from '../boards.js';
import type { TargetAccount, TracedContent } from '../content.js';
import type { TextCounts } from '../count/text-counts.js';
import type { Figure } from '../figure.js';
import type { LinkTags, SentTexts } from '../link-tags.js';
import type { MediaFacts } from '../media-facts.js';
import type { FormRules, NetworkRules } from '../network-rules.js';
import type { OwnLimits } from '../own-limits.js';
import { sourceOf } from '../rules.js';
import { isInboxDraft } from '../who-sees.js';

/** The facts about an account that the checks need. */
export interface PreflightAccount extends TargetAccount {
  readonly handle: string;
  readonly healthStatus: AccountHealthStatus;
  /** Why the account is not healthy, in one sentence. */
  readonly healthReason?: string | null;
  /** The page on which a person can connect it again; null or absent: the account is simulated. */
  readonly reconnectUrl?: string | null;
  /** When access to the account expires: ISO 8601. */
  readonly expiresAt?: string | null;
  /** Whether the account has its network's paid plan, which raises some limits. */
  readonly premium?: boolean;
  /** How far its network has reviewed the app of a real account; absent: the account is simulated. */
  readonly appReview?: string | null;
  /** What the account's own server accepts; null or absent: its network's defaults. */
  readonly limits?: OwnLimits | null;
  /** Its boards; null or absent: none are known. */
  readonly boards?: OwnBoards | null;
  /** The tags that its links get; null or absent: none. */
  readonly linkTags?: LinkTags | null;
  /** Its target in a stored post; absent: there is none yet. */
  readonly written?: WrittenTarget | undefined;
}

/** A target of a stored post. */
export interface WrittenTarget {
  readonly targetId: string;
  /** Its texts as they are stored, with the tags of then; null: an edit has replaced them. */
  readonly texts: SentTexts | null;
  /** The id of its board as it is stored; null: it has none, or an edit names another. */
  readonly boardId: string | null;
}

/** What one account would publish, with the rules that apply to it. */
export interface PreflightTarget extends TracedContent {
  readonly account: PreflightAccount;
  readonly rules: NetworkRules;
  /** The post type that is published, and its rules. */
  readonly form: PostType;
  readonly formRules: FormRules;
  /** The files of `content.mediaUrls`; undefined for an unknown key. */
  readonly files: readonly (MediaFacts | undefined)[];
  /** The file of `content.cover`; undefined without a cover or for an unknown key. */
  readonly cover: MediaFacts | undefined;
  /** Whether images can be converted when they are published. */
  readonly canConvert: boolean;
  /** The address of the backend, if networks cannot fetch files from it; null: they can. */
  readonly unreachableUrl: string | null;
  readonly mode: ScheduleMode;
  readonly now: Date;
  /** The counts of the post's texts, shared by its targets. */
  readonly texts: TextCounts;
}

/** A field in the override for this target's network, as messages name it. */
export const ownField = ({ account }: PreflightTarget, field: string): string =>
  overrideTerm(account.platform, field);

/** A broken rule, not yet assigned to a target. */
export interface Finding extends Omit<Issue, 'severity' | 'accountId' | 'platform' | 'source' | 'pointer'> {
  readonly severity?: Issue['severity'];
  /** The figure the rule is based on. */
  readonly figure?: Figure<unknown>;
}

/** Turns a finding into an issue of a target. The default severity is an error. */
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

/** The display name of the target's network. */
export function nameOf(target: PreflightTarget): string {
  return PLATFORM_NAMES[target.account.platform];
}

/** The kind of media a target has. Files with unknown keys count as images. */
export function carries(target: PreflightTarget): 'none' | 'images' | 'videos' {
  if (target.content.mediaUrls.length === 0) return 'none';
  return target.files.some((file) => file?.kind === 'video') ? 'videos' : 'images';
}

/** Whether the post becomes a draft in the network's app, where a person finishes it. */
export function goesToInbox({ account, content }: PreflightTarget): boolean {
  return isInboxDraft(account.platform, content.options);
}

/** Whether a draft in the network's app gets the text and the title. */
export function inboxKeepsText(target: PreflightTarget): boolean {
  const kind = carries(target);
  return kind !== 'none' && target.rules.inboxDraft?.keepsText.value.includes(kind) === true;
}

/** A warning for something that a draft in the network's app does not keep. */
export function lostInInbox(target: PreflightTarget, what: string, field?: string): Finding {
  return {
    code: 'option_ignored',
    severity: 'warning',
    message: `${what} is ignored: the inbox of ${nameOf(target)} does not take it. Set it in the app when you finish the post.`,
    ...(field !== undefined && { field }),
  };
}
