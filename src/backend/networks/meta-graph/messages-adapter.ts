import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type {
  MessagesAdapter,
  NetworkConversation,
  NetworkMessage,
  OutgoingMessage,
} from '../inbox-adapter.js';
import { notSent, required } from '../requests/exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { type ListedPost, listedAt, notReadable, searchPages } from '../requests/lookup.js';
import { formWith, isVideo } from '../requests/media-bytes.js';
import { type GraphApi, graphGet, graphPost, graphPublish } from './graph-call.js';
import { listedPage } from './listed-page.js';

/** The field names of conversations on one Graph API network. */
export interface MessageNames {
  /** The `platform` parameter of the conversations edge. */
  readonly platform: 'instagram' | 'messenger';
  /** The field with a participant's handle; absent: the network has no handles. */
  readonly handle?: string;
  /** Sent with every message, if the network requires it. */
  readonly type: Readonly<Record<string, string>>;
}

const PAGE = 50;
const GONE = '100/33';
const ATTACHMENT = 'attachment';

function conversationOf(
  names: MessageNames,
  { account }: Connection,
  one: unknown,
): NetworkConversation | null {
  const id = textAt(one, 'id');
  const person = listAt(one, 'participants', 'data').find(
    (participant) => textAt(participant, 'id') !== account.networkUserId,
  );
  const networkUserId = textAt(person, 'id');
  if (id === null || networkUserId === null) return null;
  const handle = names.handle ? textAt(person, names.handle) : null;
  return {
    networkConversationId: id,
    person: { networkUserId, handle, displayName: textAt(person, 'name') ?? handle ?? 'Somebody' },
    updatedAt: timeAt(one, 'updated_time') ?? 0,
  };
}

const KINDS = ['image', 'video', 'audio'] as const;

function messageOf({ account }: Connection, one: unknown): NetworkMessage {
  return {
    networkMessageId: textAt(one, 'id') ?? '',
    fromUs: textAt(one, 'from', 'id') === account.networkUserId,
    text: textAt(one, 'message') ?? '',
    media: listAt(one, 'attachments', 'data').map((attachment) => ({
      kind: KINDS.find((kind) => textAt(attachment, 'mime_type')?.startsWith(`${kind}/`)) ?? 'file',
      url: textAt(attachment, 'file_url'),
    })),
    fromAd: textAt(one, 'referral', 'source') === 'ADS',
    createdAt: timeAt(one, 'created_time') ?? 0,
  };
}

/** Direct messages on Instagram and Messenger. */
export function graphMessages(api: GraphApi, names: MessageNames): MessagesAdapter {
  const asked = { platform: names.platform, fields: 'id,updated_time,participants' };

  async function listed(connection: Connection, path: string, query: Readonly<Record<string, string>>) {
    const { body } = await graphGet(api, connection, path, { ...query, limit: String(PAGE) });
    return body;
  }

  function messagesIn(connection: Connection, id: string, page: string | null) {
    const fields = 'id,created_time,from,to,message,attachments,referral';
    const query = { fields, ...(page !== null && { after: page }) };
    return listed(connection, `/${id}/messages`, query);
  }

  /**
   * The conversation with the person; null: there is none.
   * @throws OutcomeInDoubt the response does not say
   */
  async function conversationWith(connection: Connection, personId: string): Promise<string | null> {
    const path = `/${connection.account.networkUserId}/conversations`;
    const found = listedAt(await listed(connection, path, { ...asked, user_id: personId }), 'data');
    if (found.length === 0) return null;
    const id = textAt(found[0], 'id');
    if (id === null) throw notReadable('The network lists the conversation without its id.');
    return id;
  }

  return {
    conversationWith,

    async conversation(connection, networkConversationId) {
      try {
        const { body } = await graphGet(api, connection, `/${networkConversationId}`, {
          fields: asked.fields,
        });
        return conversationOf(names, connection, body);
      } catch (cause) {
        if (cause instanceof NetworkRefusal && cause.answer.code === GONE) return null;
        throw cause;
      }
    },

    async list(connection, networkConversationId, page) {
      const body = await messagesIn(connection, networkConversationId, page);
      const next =
        textAt(body, 'paging', 'next') === null ? null : textAt(body, 'paging', 'cursors', 'after');
      return { items: listAt(body, 'data').map((one) => messageOf(connection, one)), next };
    },

    async prepare(connection, { media }) {
      const [file] = media;
      if (!file) return {};
      const type = isVideo(file) ? 'video' : 'image';
      const form = formWith('filedata', file, {
        platform: names.platform,
        message: JSON.stringify({ attachment: { type, payload: { is_reusable: false } } }),
      });
      const path = `/${connection.account.networkUserId}/message_attachments`;
      const { body } = await graphPost(api, connection, path, form);
      const id = textAt(body, 'attachment_id');
      if (id === null)
        throw notSent('media_processing_failed', 'The network did not return an id for the uploaded file.');
      return { [ATTACHMENT]: id };
    },

    async send(connection, { personId, answersComment, text, media, humanAgent }, prepared) {
      const [file] = media;
      const type = file && isVideo(file) ? 'video' : 'image';
      const message = file
        ? { attachment: { type, payload: { attachment_id: prepared[ATTACHMENT] ?? '' } } }
        : { text };
      const response = await graphPublish(api, connection, `/${connection.account.networkUserId}/messages`, {
        recipient: JSON.stringify(
          answersComment === null ? { id: personId } : { comment_id: answersComment },
        ),
        message: JSON.stringify(message),
        ...(humanAgent ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : names.type),
      });
      return {
        networkPostId: required(textAt(response.body, 'message_id'), response),
        url: '',
        adopted: false,
      };
    },

    async find(connection, message) {
      const { networkConversationId, personId } = message;
      const id = networkConversationId ?? (await conversationWith(connection, personId));
      if (id === null) return null;
      const sought = { since: message.since, knownPostIds: message.knownIds };
      return searchPages(sought, message.text, true, async (cursor) => {
        const body = await messagesIn(connection, id, cursor);
        return listedPage(body, PAGE, (one) => listedMessage(connection, message, one));
      });
    },
  };
}

/** A listed message, for a lookup. */
function listedMessage({ account }: Connection, { media }: OutgoingMessage, one: unknown): ListedPost {
  const from = textAt(one, 'from', 'id') || null;
  const attached = valueAt(one, 'attachments', 'data');
  // The Graph API leaves attachments out of a message that has none.
  const hasOther = Array.isArray(attached) && attached.length > 0 !== media.length > 0;
  const text = textAt(one, 'message');
  return {
    networkPostId: textAt(one, 'id'),
    url: '',
    text: text === null && Array.isArray(attached) ? '' : text,
    createdAt: timeAt(one, 'created_time'),
    answers: null,
    isOwn: hasOther ? false : from === null ? null : from === account.networkUserId,
  };
}
