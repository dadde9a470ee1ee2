/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

import { POST_STATUSES } from './status.js';

export const SCHEDULE_MODES = ['now', 'schedule', 'queue', 'draft'] as const;
export type ScheduleMode = (typeof SCHEDULE_MODES)[number];

export const PRIVACIES = ['public', 'unlisted', 'private', 'followers', 'friends'] as const;
export type Privacy = (typeof PRIVACIES)[number];

export const POST_TYPES = ['feed', 'reel', 'short', 'story'] as const;
export type PostType = (typeof POST_TYPES)[number];

export const DISCLOSURES = ['own_brand', 'paid_partnership', 'ai_generated'] as const;
export type Disclosure = (typeof DISCLOSURES)[number];

/** The ways that a draft may propose to be published. */
export const PROPOSED_MODES = ['now', 'schedule', 'queue'] as const satisfies readonly ScheduleMode[];
export type ProposedMode = (typeof PROPOSED_MODES)[number];

/**
 * `attention` matches every status that needs attention, and incomplete posts. `approval` matches drafts that propose a
 * time and wait for somebody to approve them.
 */
export const STATUS_FILTERS = [...POST_STATUSES, 'attention', 'approval'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const POST_KINDS = ['text', 'image', 'video'] as const;
export type PostKind = (typeof POST_KINDS)[number];

/** How long a read may wait for a change, in seconds. */
export const MAX_WAIT_SECONDS = 40;

/** UTF-16 units of a remark. */
export const MAX_REMARK = 2_000;

/** Remarks of a post. */
export const MAX_REMARKS = 200;

export const RESOLVE_OUTCOMES = ['check', 'published', 'send_again'] as const;
export type ResolveOutcome = (typeof RESOLVE_OUTCOMES)[number];
