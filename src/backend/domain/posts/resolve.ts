import { shownHandle } from '../../../contract/handles.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { ResolveOutcome } from '../../../contract/posts/changes.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import { DELIVERY_ERRORS } from '../../../contract/posts/delivery-errors.js';
import type { Post } from '../../../contract/posts/posts.js';
import { canLookUpOn } from '../../../networks/looks-up-posts.js';
import type { Call } from '../../operations/call.js';
import { type RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import { CHECK_REQUESTED } from '../../store/doubt.js';
import { recordEvent } from '../../store/events.js';
import type { Write } from '../../store/store.js';
import { diagnosisOf } from '../../work/verdict.js';
import { announceChange, dueClockOf, finishChange, readForChange } from './change.js';
import type { StoredPost, StoredTarget } from './repository.js';
import { notATarget } from './retry.js';
import { stateConflict } from './state-conflict.js';
import { wakeColumns } from './targets/rows.js';
import { acceptsParts } from './targets/state.js';
import { type Moment, makePartsDue, resendTarget, resetParts, writeTarget } from './targets/writes.js';
import { viewPost } from './view.js';

type ResolveCall = Call<'posts.resolve'>;

/** Settles a target, or its parts, whose outcome is unknown. */
export async function resolvePost(call: ResolveCall): Promise<Post> {
  const { body, now, services } = call;
  if (body.url !== undefined && body.outcome !== 'published') throw urlWithoutPost();
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'resolve', body.version);
    const target = targetOf(stored, body.accountId);
    const subject = isWhole(target) ? 'target' : 'parts';
    if (body.outcome === 'check' && !canLookUpOn(target.platform)) throw cannotLook(stored, target);
    if (subject === 'target') await TARGET_OUTCOMES[body.outcome](trx, call, target);
    else if (body.outcome !== 'published' && !acceptsParts(target)) throw partsByHand(stored);
    else await PARTS_OUTCOMES[body.outcome](trx, call, target);
    const resolved = await finishChange(trx, call, stored, {
      action: 'resolve',
      history: 'resolved',
      changes: [
        {
          field: `${subject} on ${target.account_id}`,
          from: target.status === 'in_inbox' ? 'in_inbox' : 'unknown',
          to: body.outcome,
        },
      ],
      summary: `resolved ${shownHandle(target.handle)} on ${target.platform}: ${body.outcome}`,
    });
    return viewPost(resolved, { now, services });
  });
  announceChange(call);
  return answer;
}

/** Whether the main post is what is resolved, not the parts after it. */
function isWhole({ status }: StoredTarget): boolean {
  return status === 'unknown' || status === 'in_inbox';
}

function targetOf(stored: StoredPost, accountId: string): StoredTarget {
  const target = stored.targets.find((one) => one.account_id === accountId);
  if (!target) throw notATarget([accountId], stored);
  const partsUnknown =
    target.status === 'published' && target.parts.some(({ status }) => status === 'unknown');
  if (isWhole(target) || partsUnknown) return target;
  throw stateConflict(
    target.phase === 'reconciling'
      ? `Postrider is still checking with the network whether it is on ${accountId}. Read the post again, and resolve the outcome if it stays unknown.`
      : `The outcome on ${accountId} is known (${target.status}), so there is nothing to resolve.`,
    stored.post,
  );
}

function partsByHand({ post }: StoredPost): RequestRefused {
  return stateConflict(
    'These parts reply to a post that was resolved by hand, so its id at the network is unknown and nothing can be sent after it. Add the parts at the network yourself, then resolve them as `published`.',
    post,
  );
}

function cannotLook({ post }: StoredPost, { platform }: StoredTarget): RequestRefused {
  return stateConflict(
    `${PLATFORM_NAMES[platform]} does not let Postrider look for a post. Look at the account, then resolve it as \`published\` if it is there, or \`send_again\` if it is not.`,
    post,
  );
}

type Act = (trx: Write, call: ResolveCall, target: StoredTarget) => Promise<void>;

/** What each outcome does to a target whose main post may be published. */
const TARGET_OUTCOMES: Readonly<Record<ResolveOutcome, Act>> = {
  /** Looks it up. If the network surely does not have it, it has failed: nothing is sent. */
  check: async (trx, call, target) => {
    await setParts(trx, target, 'pending', {
      status: 'failed',
      error_json: JSON.stringify(notAsked(call.now)),
    });
    await writeTarget(trx, target, 'publishing', {
      ...wakeColumns(call.now, dueClockOf(call)),
      phase: 'reconciling',
      in_doubt: CHECK_REQUESTED,
      attempt_base: target.attempt,
      updated_at: call.now,
    });
  },
  published: markPublished,
  send_again: (trx, call, target) =>
    resendTarget(
      trx,
      target,
      { scheduledAt: target.scheduled_at ?? call.now, dueAt: call.now },
      momentOf(call),
    ),
};

/** What each outcome does to the unknown parts of a published target. */
const PARTS_OUTCOMES: Readonly<Record<ResolveOutcome, Act>> = {
  check: async (trx, call, target) => {
    await setParts(trx, target, 'unknown', { status: 'pending', in_doubt: CHECK_REQUESTED });
    await makePartsDue(trx, target, momentOf(call), 'reconciling');
  },
  published: (trx, _call, target) =>
    setParts(trx, target, 'unknown', { status: 'published', in_doubt: 0, error_json: null }),
  send_again: async (trx, call, target) => {
    await resetParts(trx, target.id, 'unknown');
    await makePartsDue(trx, target, momentOf(call));
  },
};

function momentOf(call: ResolveCall): Moment {
  return { clock: dueClockOf(call), now: call.now };
}

async function markPublished(
  trx: Write,
  { body, now, services }: ResolveCall,
  target: StoredTarget,
): Promise<void> {
  await writeTarget(trx, target, 'published', {
    in_doubt: 0,
    due_at: null,
    wake_at: null,
    latest_at: null,
    phase: null,
    error_json: null,
    url: body.url ?? target.url,
    published_at: now,
    updated_at: now,
  });
  await setParts(trx, target, 'pending', { status: 'failed', error_json: JSON.stringify(notSent(now)) });
  await recordEvent(trx, services.ids, {
    workspaceId: target.workspace_id,
    type: 'target.published',
    objectId: target.post_id,
    data: {
      postId: target.post_id,
      targetId: target.id,
      accountId: target.account_id,
      platform: target.platform,
      url: body.url ?? target.url,
    },
    now,
  });
}

/** The error of pending parts that cannot be sent, because the post they reply to has no known id. */
function notSent(now: number): Diagnosis {
  return {
    code: 'service_error',
    message:
      'This part was not sent. The post before it was resolved by hand, so its id at the network is unknown.',
    cause: DELIVERY_ERRORS.service_error.cause,
    retryable: false,
    retryAt: null,
    action: 'Add it at the network yourself.',
    network: null,
    occurredAt: new Date(now).toISOString(),
  };
}

/** The error of pending parts after a check: it sends nothing, not even what follows the post. */
function notAsked(now: number): Diagnosis {
  const message = 'This part was not sent: the check only looked for the post before it.';
  return diagnosisOf('not_delivered', message, now);
}

async function setParts(
  trx: Write,
  target: StoredTarget,
  from: 'pending' | 'unknown',
  set: {
    readonly status: 'pending' | 'published' | 'failed';
    readonly in_doubt?: 0 | typeof CHECK_REQUESTED;
    readonly error_json?: string | null;
  },
): Promise<void> {
  await trx
    .updateTable('target_parts')
    .set(set)
    .where('target_id', '=', target.id)
    .where('status', '=', from)
    .execute();
}

function urlWithoutPost(): RequestRefused {
  const message = '`url` is only allowed with `outcome: published`.';
  const fix = 'Remove `url`, or use `outcome: published`.';
  return refusalOfIssue('validation_failed', { message, pointer: '/url', fix });
}
