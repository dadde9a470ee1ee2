import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';

/** What an alert can be about. */
export const ALERT_TOPICS = {
  posts: {
    name: 'Posts',
    says: 'A post failed, was published on some accounts only, missed its time, or nobody knows its outcome.',
  },
  accounts: {
    name: 'Accounts',
    says: 'An account has to be reconnected, its access ends soon, or it is restricted.',
  },
  webhooks: {
    name: 'Webhooks',
    says: 'The receiver of a webhook has failed for an hour, or the webhook was disabled because of it.',
  },
  keys: {
    name: 'API keys',
    says: 'An API key stops working within a week, because it was created with an expiry date.',
  },
  server: {
    name: 'Server',
    says: 'The disk of the data folder is nearly full, or the database does not answer.',
  },
} as const;
export type AlertTopic = keyof typeof ALERT_TOPICS;

export const ALERT_TOPIC_NAMES = Object.keys(ALERT_TOPICS) as [AlertTopic, ...AlertTopic[]];

export const isAlertTopic = (text: string): text is AlertTopic => Object.hasOwn(ALERT_TOPICS, text);

/** Where alerts can be sent. */
export const ALERT_KINDS = {
  email: { name: 'Email', address: 'Email address' },
  slack: { name: 'Slack', address: 'Incoming webhook URL of Slack or Mattermost' },
  discord: { name: 'Discord', address: 'Webhook URL of a Discord channel' },
} as const;
export type AlertKind = keyof typeof ALERT_KINDS;

export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as [AlertKind, ...AlertKind[]];

export const isAlertKind = (text: string): text is AlertKind => Object.hasOwn(ALERT_KINDS, text);

/** Characters of an address for alerts. */
export const MAX_ALERT_ADDRESS_LENGTH = 500;

const id = idOf('alertChannel', 'Id of the address.');

const kind = z.enum(ALERT_KIND_NAMES).meta({
  description: `What \`address\` is: ${ALERT_KIND_NAMES.map((name) => `\`${name}\`: ${ALERT_KINDS[name].address}`).join('; ')}.`,
});

const topics = z.array(z.enum(ALERT_TOPIC_NAMES)).meta({
  description: `What to be told about. ${ALERT_TOPIC_NAMES.map((name) => `\`${name}\`: ${ALERT_TOPICS[name].says}`).join(' ')}`,
});

const quotesPosts = z.boolean().meta({
  description: 'Whether alerts quote the first words of posts. Otherwise they only link them.',
});

export const AlertAddress = z
  .object({
    id,
    kind,
    address: z.string().meta({
      description:
        'The email address. Of a chat the host, and the last four characters of a long URL: the rest is a secret.',
    }),
    topics,
    quotesPosts,
    createdAt: Instant,
    lastSentAt: Instant.nullable().meta({ description: 'When the last alert arrived; null: none has.' }),
    failingSince: Instant.nullable().meta({
      description: 'Since when alerts have not arrived; null: the last one did, or there was none.',
    }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed; null: it did not.' }),
  })
  .meta({ id: 'AlertAddress', description: 'Where the workspace is told of failures.' });
export type AlertAddress = z.infer<typeof AlertAddress>;

export const AlertAddressList = z
  .object({ data: z.array(AlertAddress) })
  .meta({ id: 'AlertAddressList', description: 'The addresses for alerts, oldest first.' });

export const CreateAlertAddress = z
  .strictObject({
    kind,
    address: z.string().min(1).max(MAX_ALERT_ADDRESS_LENGTH).meta({
      description:
        'An email address, or the URL that the chat shows for its incoming webhook. It is stored sealed, and no answer has it.',
    }),
    topics: topics.min(1).max(ALERT_TOPIC_NAMES.length).optional(),
    quotesPosts: quotesPosts.optional(),
  })
  .meta({
    id: 'CreateAlertAddress',
    description: 'Without `topics`, alerts are about all of them; without `quotesPosts`, they quote nothing.',
  });

export const AlertAddressParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the address.' }),
});

export const DeletedAlertAddress = z
  .object({ id, deleted: z.literal(true) })
  .meta({ id: 'DeletedAlertAddress' });

export const AlertTest = z
  .object({
    id,
    sent: z.boolean().meta({ description: 'Whether the mail server or the chat accepted it.' }),
    error: z.string().nullable().meta({ description: 'Why it could not be sent; null: it was.' }),
  })
  .meta({ id: 'AlertTest', description: 'How the test of an address ended.' });
