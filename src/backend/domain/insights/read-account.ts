import type { MissingReason } from '../../../contract/insights/values.js';
import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import type { MetricRules } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';
import { type NetworkAdapter, NetworkRefusal, OutcomeInDoubt } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import type { MeasuredPost, MetricsAdapter, PostCounts } from '../../networks/metrics-adapter.js';
import { ConnectionFailed } from '../../networks/wire.js';
import type { Store } from '../../store/store.js';
import { accountReadsMetrics } from '../accounts/view.js';
import { countingRequests } from './counting-wire.js';
import {
  type DueTarget,
  dueTargets,
  type MetricClaim,
  type ReadNumbers,
  requestsOn,
  type SettledTarget,
} from './metric-records.js';
import { dayOf, dueReadings, nextReading, startOfDay } from './reading-plan.js';
import { missedReading, windowOf } from './reading-text.js';

/** Targets that one attempt reads. The rest is due at once. */
const MAX_TARGETS = 500;

const MINUTE_MS = 60_000;
/** After the first failure; each further one in a row makes the pause four times longer, until the longest. */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;

/** Refusals that say what the account may read. */
const NOT_PERMITTED: readonly DeliveryErrorCode[] = [
  'permission_missing',
  'account_reconnect_required',
  'account_restricted',
];

export interface ReadDependencies {
  readonly store: Pick<Store, 'db'>;
  readonly adapter: NetworkAdapter;
  /** For one call. */
  connect(): Connection;
  /** Workspace time. */
  now(): number;
}

/** What was read, with the refusal that ended it. */
export interface AccountReading {
  readonly read: ReadNumbers;
  /** Null: there was none. */
  readonly failure: NetworkRefusal | OutcomeInDoubt | ConnectionFailed | null;
}

/** Reads what is due of an account: the numbers of its posts, and once a day its followers. */
export async function readAccount(
  dependencies: ReadDependencies,
  claim: MetricClaim,
): Promise<AccountReading> {
  const { account } = claim;
  const rules = RULES[account.platform].metrics;
  const { metrics } = dependencies.adapter;
  if (!rules || !metrics) throw new Error(`The numbers of ${account.platform} are not read.`);
  return new AccountReader(dependencies, claim, { rules, metrics }).run();
}

interface Network {
  readonly rules: MetricRules;
  readonly metrics: MetricsAdapter;
}

/** A target that is no longer read. */
function endOf({ seq, next_hours: dueHours, published_at: publishedAt }: DueTarget): SettledTarget {
  return { seq, publishedAt, dueHours, readings: [], next: null };
}

class AccountReader {
  readonly #dependencies: ReadDependencies;
  readonly #claim: MetricClaim;
  readonly #network: Network;
  readonly #settled: SettledTarget[] = [];
  #requests = 0;
  #followers: number | null = null;
  #askedFollowers = false;
  #held: MissingReason | null = null;
  #notBefore: number | null = null;
  #failure: AccountReading['failure'] = null;

  constructor(dependencies: ReadDependencies, claim: MetricClaim, network: Network) {
    this.#dependencies = dependencies;
    this.#claim = claim;
    this.#network = network;
  }

  async run(): Promise<AccountReading> {
    const { row, account } = this.#claim;
    const { store, now } = this.#dependencies;
    const due = await dueTargets(store, row.id, { now: now(), limit: MAX_TARGETS });
    if (!accountReadsMetrics(account)) return this.#turnedOff(due);
    const waiting = due.filter((target) => !this.#settleWithoutRequest(target));
    const { health_status: health } = account;
    if (health === 'reconnect_required' || health === 'disabled') this.#hold('not_permitted');
    const { postsPerRequest } = this.#network.rules;
    for (let from = 0; from < waiting.length && this.#held === null; from += postsPerRequest.value) {
      await this.#readPosts(waiting.slice(from, from + postsPerRequest.value));
    }
    if (this.#held === null && row.followers_day < dayOf(now()) && now() < row.active_until) {
      await this.#readFollowers();
    }
    return {
      read: {
        settled: this.#settled,
        followers: this.#followers,
        askedFollowers: this.#askedFollowers,
        requests: this.#requests,
        held: this.#held,
        notBefore: this.#notBefore,
      },
      failure: this.#failure,
    };
  }

  /** Nothing is read of an account any more for which reading was turned off. */
  #turnedOff(due: readonly DueTarget[]): AccountReading {
    const settled = due.map(endOf);
    const nothing = { followers: null, requests: 0, held: null, notBefore: null };
    return { read: { ...nothing, settled, askedFollowers: true }, failure: null };
  }

  /** Ends what needs no request: the target is no longer published, or it is too late for what was due. */
  #settleWithoutRequest(target: DueTarget): boolean {
    if (target.network_post_id === null) {
      this.#settled.push(endOf(target));
      return true;
    }
    if (this.#plan(target).current !== null) return false;
    this.#settle(target, null);
    return true;
  }

  #plan({ platform, form, hasVideo, published_at: publishedAt, next_hours: next }: DueTarget) {
    return dueReadings({ platform, form, hasVideo }, { publishedAt, next }, this.#dependencies.now());
  }

  /** @param counts null: there is nothing to read any more, or the network has no such post */
  #settle(target: DueTarget, counts: PostCounts | null): void {
    const now = this.#dependencies.now();
    const { seq, platform, form, hasVideo, published_at } = target;
    const { current, missed } = this.#plan(target);
    const late = this.#claim.row.held ?? 'too_late';
    const readings = missed.map((hours) => [windowOf(hours), missedReading(late)] as const);
    if (current !== null) {
      const reading =
        counts === null
          ? missedReading('removed')
          : { readAt: now, reason: null, counts: counts.counts, missing: counts.missing ?? {} };
      readings.push([windowOf(current), reading]);
    }
    const after = current ?? missed.at(-1) ?? target.next_hours;
    this.#settled.push({
      seq,
      publishedAt: published_at,
      dueHours: target.next_hours,
      readings,
      next: nextReading({ platform, form, hasVideo }, published_at, { after, now }),
    });
  }

  async #readPosts(targets: readonly DueTarget[]): Promise<void> {
    const posts = targets.flatMap(({ network_post_id, published_at, form, hasVideo }): MeasuredPost[] =>
      network_post_id === null
        ? []
        : [{ networkPostId: network_post_id, publishedAt: published_at, form, hasVideo }],
    );
    const found = await this.#ask((connection) => this.#network.metrics.read(connection, posts));
    if (found === null) return;
    for (const target of targets) {
      this.#settle(target, found.get(target.network_post_id ?? '') ?? null);
    }
  }

  async #readFollowers(): Promise<void> {
    const answer = await this.#ask(async (connection) => ({
      followers: await this.#network.metrics.followers(connection),
    }));
    if (answer === null) return;
    this.#followers = answer.followers;
    this.#askedFollowers = true;
  }

  /** @returns null where the account cannot be read now: the rest of this attempt is left */
  async #ask<Answer>(call: (connection: Connection) => Promise<Answer>): Promise<Answer | null> {
    const { connect, now } = this.#dependencies;
    const today = dayOf(now());
    const spent = requestsOn(this.#claim.row, today) + this.#requests;
    if (spent >= this.#network.rules.requestsPerDay.value) {
      this.#held = 'budget';
      this.#notBefore = startOfDay(today + 1);
      return null;
    }
    try {
      return await call(
        countingRequests(connect(), () => {
          this.#requests += 1;
        }),
      );
    } catch (cause) {
      const isNetworks =
        cause instanceof NetworkRefusal ||
        cause instanceof OutcomeInDoubt ||
        cause instanceof ConnectionFailed;
      if (!isNetworks) throw cause;
      this.#failure = cause;
      const isForbidden = cause instanceof NetworkRefusal && NOT_PERMITTED.includes(cause.code);
      this.#hold(isForbidden ? 'not_permitted' : 'refused');
      if (cause instanceof NetworkRefusal && cause.retryAt !== null) {
        this.#notBefore = Math.max(this.#notBefore ?? 0, cause.retryAt);
      }
      return null;
    }
  }

  #hold(reason: MissingReason): void {
    this.#held = reason;
    const pause = Math.min(FIRST_PAUSE_MS * 4 ** this.#claim.row.failures, LONGEST_PAUSE_MS);
    this.#notBefore = this.#dependencies.now() + pause;
  }
}
