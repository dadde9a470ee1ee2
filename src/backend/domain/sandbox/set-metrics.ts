import { METRIC_NAMES, METRICS, type Metric } from '../../../contract/insights/values.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { SetCounts, TestMetrics } from '../../../contract/sandbox/counts.js';
import type { MeasuredForm } from '../../../networks/metric-rules.js';
import { givenMetrics } from '../../networks/metrics-adapter.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Call, Handlers } from '../../operations/call.js';
import { RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { Queries } from '../../store/store.js';
import { formOfTarget } from '../insights/target-form.js';
import { requireSandbox } from './require-sandbox.js';

type MetricsCall = Call<'testMetrics.set'>;

/** A post on a simulated network, with the target that it was published for. */
interface CountedPost extends MeasuredForm {
  /** Null: it is a later post of a thread. */
  readonly targetId: string | null;
  readonly platform: Platform;
  readonly networkPostId: string;
  /** Of the account that posted it. */
  readonly networkUserId: string;
}

/** Sets what a simulated network counts of a post, in place of what its simulator makes up. */
async function setMetrics(call: MetricsCall): Promise<TestMetrics> {
  const { body, caller, now, requestId, services } = call;
  requireSandbox(caller.workspace);
  const post = await findPost(call);
  requireCounted(post, body.counts);
  const { targetId, platform, networkPostId } = post;
  const rowOf = (db: Queries) =>
    db
      .selectFrom('network_posts')
      .select(['seq', 'counts_json'])
      .where('workspace_id', '=', caller.workspace.id)
      .where('platform', '=', platform)
      .where('network_post_id', '=', networkPostId);
  if (!(await rowOf(services.store.db).executeTakeFirst())) throw noPost(networkPostId);
  return call.commit(async (trx) => {
    const { seq, counts_json } = await rowOf(trx).executeTakeFirstOrThrow();
    const counts = changed(counts_json === null ? {} : JSON.parse(counts_json), body.counts);
    await trx
      .updateTable('network_posts')
      .set({ counts_json: Object.keys(counts).length === 0 ? null : JSON.stringify(counts) })
      .where('seq', '=', seq)
      .execute();
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'testMetrics.set',
      objectId: targetId,
      summary: `set ${Object.keys(body.counts).join(', ')}`,
      requestId,
      now,
    });
    return { targetId, platform, networkPostId, counts };
  });
}

function changed(before: SetCounts, changes: MetricsCall['body']['counts']): SetCounts {
  const all = { ...before, ...changes };
  return Object.fromEntries(
    METRICS.flatMap((metric) => {
      const count = all[metric] ?? null;
      return count === null ? [] : [[metric, count]];
    }),
  );
}

async function findPost({ body, caller, services }: MetricsCall): Promise<CountedPost> {
  const { targetId, networkPostId = '' } = body;
  const targets = services.store.db
    .selectFrom('targets')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .innerJoin('accounts', 'accounts.id', 'targets.account_id')
    .select([
      'accounts.network_user_id',
      'targets.id',
      'targets.platform',
      'targets.network_post_id',
      'targets.content_json',
      'posts.kind',
    ])
    .where('targets.workspace_id', '=', caller.workspace.id);
  const target = await (targetId === undefined
    ? targets.where('network_post_id', '=', networkPostId)
    : targets.where('targets.id', '=', targetId)
  ).executeTakeFirst();
  if (target?.network_post_id) {
    return {
      targetId: target.id,
      platform: target.platform,
      networkPostId: target.network_post_id,
      ...formOfTarget(target, target.kind),
      networkUserId: target.network_user_id,
    };
  }
  if (target) {
    throw new RequestRefused(
      'state_conflict',
      `The target ${target.id} is not published on ${PLATFORM_NAMES[target.platform]}, so nothing is counted of it.`,
    );
  }
  if (targetId !== undefined) {
    throw new RequestRefused('post_not_found', `There is no target ${targetId} in this workspace.`);
  }
  const part = await services.store.db
    .selectFrom('network_posts')
    .select(['platform', 'network_user_id'])
    .where('workspace_id', '=', caller.workspace.id)
    .where('network_post_id', '=', networkPostId)
    .executeTakeFirst();
  if (!part) throw noPost(networkPostId);
  const { platform, network_user_id: networkUserId } = part;
  return { targetId: null, platform, networkPostId, networkUserId, form: 'feed', hasVideo: false };
}

function noPost(networkPostId: string): RequestRefused {
  return new RequestRefused(
    'post_not_found',
    `There is no post ${networkPostId} on the simulated networks of this workspace. \`GET /v1/test/outbox\` lists them.`,
  );
}

/** @throws RequestRefused where the network does not count it */
function requireCounted(post: CountedPost, counts: MetricsCall['body']['counts']): void {
  const { platform, form, networkUserId } = post;
  const given = givenMetrics(platform, post);
  const omitted = NETWORKS[platform].adapter.metrics?.omits?.({ networkUserId }) ?? [];
  const isGiven = (metric: Metric) => given[metric] !== undefined && !omitted.includes(metric);
  const other = METRICS.find((metric) => counts[metric] !== undefined && !isGiven(metric));
  if (other === undefined) return;
  const names = METRICS.filter(isGiven);
  const what = `${PLATFORM_NAMES[platform]} does not count ${METRIC_NAMES[other].toLowerCase()} of this post (${form}).`;
  throw refusalOfIssue('validation_failed', {
    pointer: `/counts/${other}`,
    message: what,
    fix: names.length === 0 ? 'It gives no numbers.' : `Remove \`${other}\`. It counts ${names.join(', ')}.`,
  });
}

export const metricHandlers = { 'testMetrics.set': setMetrics } satisfies Partial<Handlers>;
