import { randomIds } from '../../../src/backend/base/ids.js';
import type { SendContent } from '../../../src/backend/domain/inbox/sending/send-content.js';
import { insertSend } from '../../../src/backend/domain/inbox/sending/send-records.js';
import { commentIdOn } from '../../../src/backend/simulators/over-http/written-comments.js';
import { personAt, personOf } from '../../../src/backend/simulators/shared/people.js';
import type { Write } from '../../../src/backend/store/store.js';
import { publishAt } from '../../support/networks/network-scene.js';
import type { PublishingHarness } from '../../support/publishing-harness.js';
import type { BreakingNetwork } from './breaking-network.js';
import { connectReal } from './http-delivery.js';

const DAY = 24 * 60 * 60_000;
const ACCOUNT = 'acc_real';
const CONVERSATION = 't_10158765432109876';

const QUESTION = 'Do you have oat milk?';
export const ANSWER = 'We do, of course.';

/** What is sent: a reply below a comment, a direct message, or a private reply to a comment. */
export type AnswerKind = 'reply' | 'message' | 'private reply';

/** Somebody's question at the network, and the account that answers it. */
class Asked {
  readonly #harness: PublishingHarness;
  readonly #network: BreakingNetwork;

  constructor(harness: PublishingHarness, network: BreakingNetwork) {
    this.#harness = harness;
    this.#network = network;
  }

  get scene() {
    return this.#network.served.scene;
  }

  get now(): number {
    return this.#harness.clock.now();
  }

  get author() {
    return personAt(this.scene.platform, personOf('mia.b', 'Mia'));
  }

  newId(kind: 'comment' | 'message' | 'conversation'): string {
    return randomIds.next(kind, this.now);
  }

  /** A post of the account with a comment. @returns the ids of both at the network, and of the post here */
  async comment() {
    const { scene, author, now } = this;
    const { platform } = scene;
    const targetId = await this.#harness.schedule(DAY, [], { accountId: ACCOUNT, platform });
    const { post_id: postId } = await this.#harness.target(targetId);
    await connectReal(this.#harness, this.#network, ACCOUNT);
    const { networkPostId } = await publishAt(scene, 'Good morning');
    const authorId = author.networkUserId;
    const commentId = commentIdOn(platform, { networkPostId, parentId: null, authorId, at: now });
    const by = { networkPostId, parentId: null, networkUserId: authorId, author };
    await scene.memory.addComment({ ...by, commentId, text: QUESTION, createdAt: now });
    return { postId, networkPostId, commentId };
  }

  /** A direct message to the account. */
  async message(): Promise<void> {
    const { scene, author, now } = this;
    await connectReal(this.#harness, this.#network, ACCOUNT);
    const { networkUserId } = scene.account;
    const conversationId = CONVERSATION;
    await scene.memory.conversationWith({ conversationId, networkUserId, person: author, updatedAt: now });
    const said = { messageId: 'm_1', conversationId, text: QUESTION, attachments: [], answersComment: null };
    await scene.memory.addMessage({ ...said, fromBusiness: false, fromAd: false, createdAt: now });
  }

  /** Stores rows, and the answer as one that is due. */
  async store(id: string, content: SendContent, rows: (trx: Write) => Promise<unknown>): Promise<void> {
    const { now } = this;
    await this.#harness.store.write(async (trx) => {
      await rows(trx);
      const workspace = await trx.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
      await insertSend(trx, { id, accountId: ACCOUNT, content }, { workspace, now, systemNow: now });
    });
  }
}

/** A question on a real account, and the answer to it, which is due. @returns the answer's id */
export async function queueAnswer(
  kind: AnswerKind,
  harness: PublishingHarness,
  network: BreakingNetwork,
): Promise<string> {
  const { scene } = network.served;
  network.served.now = () => harness.clock.now();
  scene.now = harness.clock.now();
  scene.unlimited = true;
  await harness.addAccount(ACCOUNT, scene.platform);
  const asked = new Asked(harness, network);
  return kind === 'reply' ? queueReply(asked) : queueMessage(asked, kind);
}

const commentRow = (asked: Asked, { postId, networkPostId }: Awaited<ReturnType<Asked['comment']>>) =>
  ({
    ...{ workspace_id: 'ws_1', account_id: ACCOUNT, platform: asked.scene.platform, post_id: postId },
    ...{ network_post_id: networkPostId, author_handle: 'mia.b', author_name: 'Mia' },
    ...({ live: 0, listed: 1, unread: 0, state: 'visible' } as const),
    ...{ error_json: null, url: null, private_message_id: null, created_at: asked.now },
  }) as const;

async function queueReply(asked: Asked): Promise<string> {
  const comment = await asked.comment();
  const { networkPostId, commentId } = comment;
  const shared = commentRow(asked, comment);
  const [question, id] = [asked.newId('comment'), asked.newId('comment')];
  const place = { networkPostId, parentId: commentId, attachesTo: commentId };
  await asked.store(id, { kind: 'comment', ...place, text: ANSWER }, (trx) =>
    trx
      .insertInto('comments')
      .values([
        {
          ...{ ...shared, id: question, thread_id: question, parent_id: null, network_comment_id: commentId },
          ...{ author_id: asked.author.networkUserId, text: QUESTION, status: null },
          ...({ is_own: 0, awaiting: 1 } as const),
        },
        {
          ...{ ...shared, id, thread_id: question, parent_id: question, network_comment_id: null },
          ...{ author_id: 'own', text: ANSWER },
          ...({ listed: 0, is_own: 1, status: 'sending', awaiting: 0 } as const),
        },
      ])
      .execute(),
  );
  return id;
}

/** A private reply begins the conversation; the network says which one it is. */
async function queueMessage(asked: Asked, kind: 'message' | 'private reply'): Promise<string> {
  const isPrivate = kind === 'private reply';
  const comment = isPrivate ? await asked.comment() : null;
  if (!isPrivate) await asked.message();
  const { now } = asked;
  const personId = asked.author.networkUserId;
  const networkConversationId = isPrivate ? null : CONVERSATION;
  const [question, conversationId, id] = [
    asked.newId('comment'),
    asked.newId('conversation'),
    asked.newId('message'),
  ];
  const closesAt = now + DAY;
  const answersComment = comment?.commentId ?? null;
  const of = { conversationId, networkConversationId, personId, answersComment };
  const content = {
    kind: 'message',
    ...of,
    text: ANSWER,
    mediaKeys: [],
    humanAgent: false,
    closesAt,
  } as const;
  await asked.store(id, content, async (trx) => {
    if (comment !== null) {
      const shared = { ...commentRow(asked, comment), private_message_id: id };
      await trx
        .insertInto('comments')
        .values({
          ...{ ...shared, id: question, thread_id: question, parent_id: null },
          ...{ network_comment_id: comment.commentId, author_id: personId, text: QUESTION, status: null },
          ...({ is_own: 0, awaiting: 0 } as const),
        })
        .execute();
    }
    await trx
      .insertInto('conversations')
      .values({
        ...{ id: conversationId, workspace_id: 'ws_1', account_id: ACCOUNT, platform: asked.scene.platform },
        ...{ network_conversation_id: networkConversationId, participant_id: personId },
        ...{ participant_handle: 'mia.b', participant_name: 'Mia', closes_at: isPrivate ? null : closesAt },
        ...{
          basis: null,
          last_inbound_at: isPrivate ? null : now,
          last_message_id: id,
          last_message_at: now,
        },
        ...({ awaiting: 0, unread: 0, created_at: now } as const),
      })
      .execute();
    await trx
      .insertInto('messages')
      .values({
        ...{ id, workspace_id: 'ws_1', conversation_id: conversationId, account_id: ACCOUNT },
        ...({ network_message_id: null, direction: 'outbound', text: ANSWER, media_json: '[]' } as const),
        ...({ fingerprint: null, status: 'sending', error_json: null, created_at: now } as const),
        answers_comment_id: isPrivate ? question : null,
      })
      .execute();
  });
  return id;
}
