import { isSameText } from '../../base/same-text.js';
import type { Connection } from '../connection.js';
import {
  type AnnouncedSubject,
  type Announcement,
  type Announcements,
  idIn,
  type NoticeProtocol,
} from '../notices.js';
import { listAt, textAt, valueAt } from '../requests/json-answer.js';
import { type GraphApi, graphDelete, graphPost } from './graph-call.js';
import { personInSignedRequest } from './signed-request.js';

/** A challenge is a number; other text is not returned, because a browser could show it. */
const CHALLENGE = /^[\w-]{1,200}$/;

/**
 * How Meta checks an address and signs what it sends there (Graph API: Webhooks, Get started,
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started/, 2026): with a token that the app's owner has
 * entered, and with the secret of the app.
 */
export const META_PROTOCOL = {
  signature: { headers: ['x-hub-signature-256'], encoding: 'hex' },
  challenge(query, { verifyToken }) {
    const challenge = query.get('hub.challenge') ?? '';
    const isRight = isSameText(query.get('hub.verify_token') ?? '', verifyToken);
    if (!isRight || query.get('hub.mode') !== 'subscribe' || !CHALLENGE.test(challenge)) return null;
    return { type: 'text', body: challenge };
  },
  personIn: personInSignedRequest,
} as const satisfies Partial<NoticeProtocol>;

/** What one Graph API network announces. */
export interface NoticeNames {
  /** `object` of its notices. */
  readonly object: string;
  /** What is announced in `changes`: the subject by the field and its value; null: nothing to read. */
  change(field: string, value: unknown, account: string): AnnouncedSubject | null;
  /** What an account is subscribed to. */
  readonly fields: readonly string[];
  readonly alsoSignedFor?: NoticeProtocol['alsoSignedFor'];
}

/** Notices of Facebook and Instagram. Meta puts up to 1,000 changes into one request. */
export function graphNotices(api: GraphApi, names: NoticeNames): NoticeProtocol {
  const { object, change, fields, alsoSignedFor } = names;
  return {
    ...META_PROTOCOL,
    ...(alsoSignedFor && { alsoSignedFor }),
    read(body) {
      if (textAt(body, 'object') !== object) return { found: [], ignored: 1 };
      return together(listAt(body, 'entry').map((entry) => ofEntry(entry, change)));
    },
    async subscribe(connection) {
      await graphPost(api, connection, edgeOf(connection), { subscribed_fields: fields.join(',') });
    },
    async unsubscribe(connection) {
      await graphDelete(api, connection, edgeOf(connection));
    },
  };
}

const edgeOf = ({ account }: Connection): string => `/${account.networkUserId}/subscribed_apps`;

function ofEntry(entry: unknown, change: NoticeNames['change']): Announcements {
  const account = idIn(valueAt(entry, 'id'));
  if (account === null) return { found: [], ignored: 1 };
  const changes = listAt(entry, 'changes').map((one) => {
    const subject = change(textAt(one, 'field') ?? '', valueAt(one, 'value'), account);
    return announced(account, subject, one);
  });
  const messages = listAt(entry, 'messaging').map((one) =>
    announced(account, personIn(one, account), [valueAt(one, 'message', 'mid'), valueAt(one, 'timestamp')]),
  );
  return together([...changes, ...messages]);
}

/** The other side of a message. */
function personIn(one: unknown, account: string): AnnouncedSubject | null {
  if (textAt(one, 'message', 'mid') === null) return null;
  const sender = idIn(valueAt(one, 'sender', 'id'));
  const networkUserId = sender === account ? idIn(valueAt(one, 'recipient', 'id')) : sender;
  return networkUserId === null || networkUserId === account ? null : { kind: 'person', networkUserId };
}

/** @param told what tells the announcement from others */
export function announced(
  networkUserId: string,
  subject: AnnouncedSubject | null,
  told: unknown,
): Announcements {
  if (subject === null) return { found: [], ignored: 1 };
  const found: Announcement = { networkUserId, subject, fingerprint: JSON.stringify(told) };
  return { found: [found], ignored: 0 };
}

export function together(all: readonly Announcements[]): Announcements {
  return {
    found: all.flatMap(({ found }) => found),
    ignored: all.reduce((sum, { ignored }) => sum + ignored, 0),
  };
}
