import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';

/** Who has to act for the target to be published. */
const CAUSES = ['you', 'account', 'network', 'service'] as const;
export type Cause = (typeof CAUSES)[number];

interface DeliveryErrorKind {
  readonly cause: Cause;
  /** Whether publishing the same content again may succeed without anybody changing anything. */
  readonly retryable: boolean;
  /** What to do next, in one sentence. */
  readonly action: string;
}

/**
 * The closed list of what can become of a target that was not published. Each network's own errors are
 * mapped onto these.
 */
export const DELIVERY_ERRORS = {
  account_reconnect_required: {
    cause: 'account',
    retryable: false,
    action: 'Reconnect the account, then retry the post.',
  },
  account_restricted: {
    cause: 'account',
    retryable: false,
    action: 'Sign in at the network and do what it asks of the account, then retry the post.',
  },
  permission_missing: {
    cause: 'account',
    retryable: false,
    action: 'Reconnect the account and grant the permission to publish, then retry the post.',
  },
  text_too_long: { cause: 'you', retryable: false, action: 'Shorten the text for this network, then retry.' },
  text_invalid: {
    cause: 'you',
    retryable: false,
    action: 'Change the text as the message says, then retry.',
  },
  option_invalid: { cause: 'you', retryable: false, action: 'Correct the named option, then retry.' },
  media_required: { cause: 'you', retryable: false, action: 'Add an image or a video, then retry.' },
  media_not_found: {
    cause: 'you',
    retryable: false,
    action: 'Upload the file again, put its key into the post, then retry.',
  },
  media_invalid: {
    cause: 'you',
    retryable: false,
    action: 'Replace the media as the message says, then retry.',
  },
  media_processing_failed: {
    cause: 'network',
    retryable: true,
    action: 'Retry; if it fails again, replace the media file.',
  },
  duplicate_content: {
    cause: 'you',
    retryable: false,
    action: 'The network holds this text for a repeat: change it, then retry.',
  },
  content_refused: {
    cause: 'you',
    retryable: false,
    action: 'The network refuses this content: change it, then retry.',
  },
  rate_limited: {
    cause: 'network',
    retryable: true,
    action: 'Retry after the time given.',
  },
  quota_exceeded: {
    cause: 'network',
    retryable: true,
    action: 'Retry after the network’s limit has been renewed.',
  },
  network_unavailable: {
    cause: 'network',
    retryable: true,
    action: 'Retry later: the network could not be reached.',
  },
  outcome_unknown: {
    cause: 'network',
    retryable: false,
    action: 'Look at the account: if the post is there, resolve it as published; if not, send it again.',
  },
  reply_window_closed: {
    cause: 'network',
    retryable: false,
    action: 'Wait until the person writes again: the network lets nobody answer before.',
  },
  person_unreachable: {
    cause: 'network',
    retryable: false,
    action: 'This person takes no messages: answer in public, or leave it.',
  },
  conversation_held: {
    cause: 'account',
    retryable: false,
    action: 'Answer in the app or inbox that holds the conversation, or take it over there.',
  },
  reply_not_possible: {
    cause: 'network',
    retryable: false,
    action: 'What it answers is hidden, gone or closed to replies: answer in another way, or leave it.',
  },
  missed_window: {
    cause: 'service',
    retryable: true,
    action: 'It was not sent late on its own: publish it now, choose a new time, or cancel it.',
  },
  network_refused: {
    cause: 'network',
    retryable: false,
    action: 'Read the network’s own message, mend the post, then retry.',
  },
  service_error: { cause: 'service', retryable: true, action: 'Nothing was sent: retry.' },
} as const satisfies Record<string, DeliveryErrorKind>;

/** What to do about a fault while the service itself is at it: nothing. */
export const ACTION_MEANWHILE = {
  waiting: 'Wait: it is tried again by itself.',
  reconciling: 'Wait: it is being looked into.',
} as const;

export type DeliveryErrorCode = keyof typeof DELIVERY_ERRORS;

export const DELIVERY_ERROR_CODES = Object.keys(DELIVERY_ERRORS) as [
  DeliveryErrorCode,
  ...DeliveryErrorCode[],
];

/** Error diagnostics of one target. */
export const Diagnosis = z
  .object({
    code: z.enum(DELIVERY_ERROR_CODES),
    message: z.string().meta({ description: 'What happened, in one sentence.' }),
    cause: z.enum(CAUSES).meta({ description: 'Who has to act.' }),
    retryable: z.boolean(),
    retryAt: Instant.nullable().meta({ description: 'When it is tried again, or may be.' }),
    action: z.string().meta({ description: 'What to do next, in one sentence.' }),
    network: z
      .object({
        status: z.number().int().nullable(),
        code: z.string().nullable(),
        message: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The network’s own answer: its words, not ours.' }),
    occurredAt: Instant,
  })
  .meta({ id: 'Diagnosis', description: 'Why a target was not published and what to do.' });

export type Diagnosis = z.infer<typeof Diagnosis>;
