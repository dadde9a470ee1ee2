import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Connection, NetworkAdapter, OutgoingMedia, Prepared } from '../../networks/adapter.js';
import { notSent } from '../../networks/exchange.js';
import { deliverOnce, type OneDelivery, type OneDeliveryPorts } from '../../work/deliver-once.js';
import { diagnosisOf, type Verdict } from '../../work/verdict.js';
import { accountUnusable } from '../publishing/hindrance.js';
import { holding } from '../publishing/prepare.js';
import type { CommentContent, MessageContent } from './send-content.js';
import type { SendClaim } from './send-records.js';

export interface SendPorts extends OneDeliveryPorts {
  readonly adapter: NetworkAdapter;
  /** Ids of what else the account has written there since the first attempt. */
  knownIds(): Promise<readonly string[]>;
  mediaOf(content: MessageContent): Promise<readonly OutgoingMedia[]>;
  /** In [0, 1). */
  random(): number;
}

/** One attempt at one reply or message. */
export async function deliverSend(claim: SendClaim, ports: SendPorts): Promise<Verdict> {
  await ports.reached('claimed');
  const { content } = claim;
  // Whoever may have to recognise it among others must know which of them are not it.
  const knownIds = claim.send.in_doubt === 1 ? await ports.knownIds() : [];
  const steps =
    content.kind === 'comment'
      ? commentSteps(claim, content, ports, knownIds)
      : await messageSteps(claim, content, ports, knownIds);
  return deliverOnce(
    {
      ...steps,
      inDoubt: claim.send.in_doubt === 1,
      replays: false,
      notBefore: 0,
      canReconcile: true,
      facts: (canReconcile) => ({
        attempt: claim.send.attempt - claim.send.attempt_base,
        now: ports.now(),
        latest: claim.send.latest_at ?? ports.now(),
        random: ports.random(),
        canReconcile,
        timings: ports.timings,
      }),
      hindrance: (now) => tooLate(claim, now) ?? accountUnusable(claim, now),
    },
    ports,
  );
}

type Steps = Pick<OneDelivery<Prepared>, 'prepare' | 'preparesThere' | 'create' | 'forget' | 'find'>;

/** There is nothing to prepare. */
const UNPREPARED: Pick<Steps, 'prepare' | 'preparesThere' | 'forget'> = {
  prepare: async () => ({}),
  preparesThere: false,
  forget: async () => true,
};

function sinceOf({ send }: SendClaim): number {
  return send.first_attempt_at ?? send.updated_at;
}

function commentSteps(
  claim: SendClaim,
  content: CommentContent,
  { adapter }: SendPorts,
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
  ports: SendPorts,
  knownIds: readonly string[],
): Promise<Steps> {
  const { messages } = ports.adapter;
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
    media: await ports.mediaOf(content),
  };
  const { hold, timings } = ports;
  return {
    ...UNPREPARED,
    // What was uploaded for a call that came to nothing may have been used up by it.
    ...(content.mediaKeys.length > 0 && {
      preparesThere: true,
      prepare: () => {
        if (message.media.length < content.mediaKeys.length)
          throw notSent('media_not_found', 'The file that was to be sent has been deleted.');
        return holding(hold, timings.lease, () =>
          messages.prepare(ports.connect(timings.prepareLimit), message),
        );
      },
    }),
    create: (connection, prepared) => messages.send(connection, message, prepared),
    find: (connection) => messages.find(connection, message),
  };
}

/** An account whose network has neither: rules and adapters agree, so that nothing is ever put on its way. */
function notOffered({ account }: SendClaim): Steps {
  const refuse = (_connection: Connection) =>
    Promise.reject(
      notSent('service_error', `${PLATFORM_NAMES[account.platform]} is not answered from here.`),
    );
  return { ...UNPREPARED, create: refuse, find: null };
}

/** The window closed, or nobody expects it any more. */
function tooLate({ send, content }: SendClaim, now: number): Extract<Verdict, { kind: 'failed' }> | null {
  if (send.latest_at === null || now <= send.latest_at) return null;
  if (content.kind === 'message' && content.closesAt !== null && now > content.closesAt) {
    const closedAt = new Date(content.closesAt).toISOString();
    const message = `Nothing was sent: the time for an answer was over at ${closedAt}.`;
    return { kind: 'failed', diagnosis: diagnosisOf('reply_window_closed', message, now) };
  }
  const message = 'It could not be sent within the time allowed; it was not sent late.';
  return { kind: 'failed', diagnosis: diagnosisOf('missed_window', message, now) };
}
