import * as z from '../lazy-zod.js';

interface DeliveryWarningKind {
  readonly meaning: string;
  /** What to do about it, in one sentence. */
  readonly action: string;
}

/** Every code of a warning on a published target. */
export const DELIVERY_WARNINGS = {
  link_unread: {
    meaning: 'The linked page could not be read, so the link card shows only its host.',
    action: 'To publish a full card, delete the post at the network and create a new one.',
  },
  link_picture_left_out: {
    meaning: 'The picture of the linked page could not be used, so the link card has none.',
    action:
      'To publish a card with a picture, delete the post at the network and attach an image to a new one.',
  },
  media_missing: {
    meaning: 'The network shows fewer files than were sent.',
    action: 'Look at the post; to publish all files, delete it at the network and create a new post.',
  },
} as const satisfies Readonly<Record<string, DeliveryWarningKind>>;

export type DeliveryWarningCode = keyof typeof DELIVERY_WARNINGS;

const DELIVERY_WARNING_CODES = Object.keys(DELIVERY_WARNINGS) as [
  DeliveryWarningCode,
  ...DeliveryWarningCode[],
];

const meanings = Object.entries(DELIVERY_WARNINGS).map(([code, { meaning }]) => `\`${code}\`: ${meaning}`);

export const DeliveryWarning = z
  .object({
    code: z.enum(DELIVERY_WARNING_CODES).meta({ description: meanings.join(' ') }),
    message: z.string().meta({ description: 'What is different, in one sentence.' }),
    action: z.string().meta({ description: 'What to do about it, in one sentence.' }),
  })
  .meta({ id: 'DeliveryWarning', description: 'What differs between a published target and what was sent.' });

export type DeliveryWarning = z.infer<typeof DeliveryWarning>;
