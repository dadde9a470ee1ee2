import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import type { NetworkAdapter } from '../../../networks/adapter.js';
import type { Connection } from '../../../networks/connection.js';
import type { OutgoingMedia, Prepared } from '../../../networks/outgoing-post.js';
import { notSent } from '../../../networks/requests/exchange.js';
import { lookUpOnly } from '../../../store/doubt.js';
import { type DeliverOnceDependencies, deliverOnce, type OnceDelivery } from '../../../work/deliver-once.js';
import { keepLease } from '../../../work/lease.js';
import { diagnosisOf, type Verdict } from '../../../work/verdict.js';
import type { DeliveryStep } from '../../publishing/delivery.js';
import { accountUnusable } from '../../publishing/preconditions.js';
import type { CommentContent, MessageContent } from './send-content.js';
import type { SendLease } from './send-lease.js';
import type { SendClaim } from './send-records.js';

export interface SendDependencies extends DeliverOnceDependencies {
  readonly lease: SendLease;
  reached(step: DeliveryStep): Promise<void>;
  readonly adapter: NetworkAdapter;
  /** Ids of what else the account has written there since the first attempt. */
  knownIds(): Promise<readonly string[]>;
  /** Workspace time at which the last call of an earlier attempt ended. */
  lostAt(): Promise<number>;
  mediaOf(content: MessageContent): Promise<readonly OutgoingMedia[]>;
  /** In [0, 1). */
  random(): number;
}

/** One attempt at one reply or message. */
export async function deliverSend(claim: SendClaim, dependencies: SendDependencies): Promise<Verdict> {
  const { adapter, lostAt, now: workspaceNow, random, reached, timings } = dependencies;
  await reached('claimed');
  const { content } = claim;
  // It can be recognized among others only if those that are not it are known.
  const inDoubt = claim.send.in_doubt > 0;
  const knownIds = inDoubt ? await dependencies.knownIds() : [];
  const steps =
    content.kind === 'comment'
      ? commentSteps(claim, content, dependencies, knownIds)
      : await messageSteps(claim, content, dependencies, knownIds);
  return deliverOnce(
    {
      ...steps,
      inDoubt,
      lookUpOnly: lookUpOnly(claim.send.in_doubt),
      replays: false,
      lostAt: adapter.storesLate ? lostAt : null,
      notBefore: 0,
      canReconcile: true,
      facts: (canReconcile) => ({
        attempt: claim.send.attempt - claim.send.attempt_base,
        now: workspaceNow(),
        latest: claim.send.latest_at ?? workspaceNow(),
        random: random(),
        canReconcile,
        timings,
      }),
      unmetPrecondition: (now) => tooLate(claim, now) ?? accountUnusable(claim, now),
    },
    dependencies,
  );
}

type Steps = Pick<OnceDelivery<Prepared>, 'prepare' | 'preparesAtNetwork' | 'create' | 'discard' | 'find'>;

/** For what needs no preparation. */
const UNPREPARED: Pick<Steps, 'prepare' | 'preparesAtNetwork' | 'discard'> = {
  prepare: async () => ({}),
  preparesAtNetwork: false,
  discard: async () => true,
};

function sinceOf({ send }: SendClaim): number {
  return send.first_attempt_at ?? send.updated_at;
}

function commentSteps(
  claim: SendClaim,
  content: CommentContent,
  { adapter }: SendDependencies,
  knownIds: readonly string[],
): Steps {
  const { networkPostId, parentId, attachesTo, text } = content;
  const { comments } = adapter;
  if (!comments) return notOffered(claim);
  const reply = { networkPostId, parentId, attachesTo, text, since: sinceOf(claim), knownIds };
  return {
    ...UNPREPARED,
    create: (connection) => comments.reply(connection, reply),
    find: (connection) => comments.findReply(connection, reply),
  };
}

async function messageSteps(
  claim: SendClaim,
  content: MessageContent,
  { adapter, connect, lease, mediaOf, timings }: SendDependencies,
  knownIds: readonly string[],
): Promise<Steps> {
  const { messages } = adapter;
  if (!messages) return notOffered(claim);
  const { networkConversationId, personId, answersComment, text, humanAgent } = content;
  const message = {
    networkConversationId,
    personId,
    answersComment,
    text,
    humanAgent,
    since: sinceOf(claim),
    knownIds,
    media: await mediaOf(content),
  };
  return {
    ...UNPREPARED,
    // A call that created nothing may have used up what was uploaded for it.
    ...(content.mediaKeys.length > 0 && {
      preparesAtNetwork: true,
      prepare: () => {
        if (message.media.length < content.mediaKeys.length)
          throw notSent('media_not_found', 'The file to send has been deleted.');
        return keepLease(lease, timings.lease, () =>
          messages.prepare(connect(timings.prepareLimit), message),
        );
      },
    }),
    create: (connection, prepared) => messages.send(connection, message, prepared),
    find: (connection) => messages.find(connection, message),
  };
}

/** For networks without replies or messages. Rules and adapters agree on those, so nothing is ever queued for them. */
function notOffered({ account }: SendClaim): Steps {
  const refuse = (_connection: Connection) =>
    Promise.reject(
      notSent('service_error', `Postrider cannot reply on ${PLATFORM_NAMES[account.platform]}.`),
    );
  return { ...UNPREPARED, create: refuse, find: null };
}

/** The reply window has closed, or it is later than its author expects. */
function tooLate({ send, content }: SendClaim, now: number): Extract<Verdict, { kind: 'failed' }> | null {
  if (send.latest_at === null || now <= send.latest_at) return null;
  if (content.kind === 'message' && content.closesAt !== null && now > content.closesAt) {
    const closedAt = new Date(content.closesAt).toISOString();
    const message = `Nothing was sent: the reply window closed at ${closedAt}.`;
    return { kind: 'failed', diagnosis: diagnosisOf('reply_window_closed', message, now) };
  }
  const message = 'It could not be sent in time, and late replies are not sent automatically.';
  return { kind: 'failed', diagnosis: diagnosisOf('missed_window', message, now) };
}
