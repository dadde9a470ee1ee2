import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';

/** Who has to act so that the target can be published. */
const CAUSES = ['you', 'account', 'network', 'service'] as const;
export type Cause = (typeof CAUSES)[number];

interface DeliveryErrorKind {
  readonly cause: Cause;
  /** Whether publishing the same content again may succeed without any change. */
  readonly retryable: boolean;
  /** What to do next, in one sentence. */
  readonly action: string;
}

/**
 * Every error code of a target that was not published. The networks' own errors are mapped
 * to these.
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
    action:
      'Sign in to the network and follow its instructions. When the account works again, check it on the Channels page, then retry the post.',
  },
  permission_missing: {
    cause: 'account',
    retryable: false,
    action: 'Reconnect the account and grant permission to publish, then retry the post.',
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
    action: 'Upload the file again, add its key to the post, then retry.',
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
    action: 'The network considers this text a duplicate: change it, then retry.',
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
    action: 'Retry after the network’s limit has reset.',
  },
  network_unavailable: {
    cause: 'network',
    retryable: true,
    action: 'Retry once the network can be reached again, or choose a new time.',
  },
  outcome_unknown: {
    cause: 'network',
    retryable: false,
    action: 'Check the account. If the post is there, resolve it as published. If not, send it again.',
  },
  not_delivered: {
    cause: 'network',
    retryable: true,
    action: 'Retry to send it now, or cancel it. Its time has passed: check that it is still true.',
  },
  reply_window_closed: {
    cause: 'network',
    retryable: false,
    action: 'Wait until the person writes again. The network allows no reply before that.',
  },
  person_unreachable: {
    cause: 'network',
    retryable: false,
    action: 'Reply in public, or not at all.',
  },
  conversation_held: {
    cause: 'account',
    retryable: false,
    action: 'Reply in the app or inbox that controls the conversation, or take it over there.',
  },
  reply_not_possible: {
    cause: 'network',
    retryable: false,
    action: 'Reply in another way, or not at all.',
  },
  missed_window: {
    cause: 'service',
    retryable: true,
    action:
      'Postrider does not publish late posts automatically. Publish it now, choose a new time, or cancel it.',
  },
  network_refused: {
    cause: 'network',
    retryable: false,
    action: 'Read the network’s message, fix the post, then retry.',
  },
  service_error: { cause: 'service', retryable: true, action: 'Retry.' },
} as const satisfies Record<string, DeliveryErrorKind>;

/** The action for an error that Postrider is already handling. */
export const ACTION_MEANWHILE = {
  waiting: 'Wait. Postrider retries automatically.',
  reconciling: 'Wait. Postrider is checking with the network.',
} as const;

/** The action for the last error of a cancelled target. */
export const ACTION_AFTER_CANCELLING = {
  outcomeUnknown:
    'It was cancelled while its outcome was unknown, so it may be published. If it is on the network, delete it there.',
  notPublished: 'Nothing to do: it was cancelled and not published.',
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
    retryAt: Instant.nullable().meta({ description: 'When it is or can be retried.' }),
    givesUpAt: Instant.optional().meta({
      description: 'When Postrider stops retrying. Absent if it does not retry automatically.',
    }),
    action: z.string().meta({ description: 'What to do next, in one sentence.' }),
    actionUrl: z.string().optional().meta({
      description: 'The page on which a person reconnects the account. Absent if that is not needed.',
    }),
    network: z
      .object({
        status: z.number().int().nullable(),
        code: z.string().nullable(),
        message: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The network’s own error, verbatim.' }),
    occurredAt: Instant,
  })
  .meta({ id: 'Diagnosis', description: 'Why a target was not published, and how to fix it.' });

export type Diagnosis = z.infer<typeof Diagnosis>;
