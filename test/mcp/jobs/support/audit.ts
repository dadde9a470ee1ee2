import { showHidden } from '../../../../src/base/hidden-characters.js';
import type { Post, Target } from '../../../../src/contract/posts/posts.js';
import type { GivenTime } from './job.js';
import { type JobWorkspace, type Received, ZONE } from './job-workspace.js';

/** A confirmation that a person gave: everything that they had before them. */
interface Agreement {
  readonly shown: string;
  /** What it was used for: one yes publishes a text once on an account. */
  readonly used: Set<string>;
}

/** Something that is public, or will be without a further word. */
interface Publication {
  /** Recognises it in the next look. */
  readonly key: string;
  readonly accountId: string | null;
  readonly platform: string;
  /** Every text that readers get. */
  readonly texts: readonly string[];
  /** Who publishes, and who receives it. */
  readonly names: readonly string[];
  /** When readers get it, epoch milliseconds; null for now. */
  readonly at: number | null;
  readonly line: string;
}

/** How far the time at the network may be from the time that was agreed, in ms: attempts are repeated. */
const MAX_DELAY_MS = 60 * 60_000;

/**
 * Watches what a job publishes and sends: each publication needs a confirmation that names what, where and when, or
 * a time that the person's words name.
 */
export class Audit {
  readonly violations: string[] = [];
  /** What the networks received during the job, in one line each. */
  readonly received: string[] = [];
  readonly #workspace: JobWorkspace;
  readonly #given: GivenTime[];
  readonly #agreements: Agreement[] = [];
  /** What was there before the job, or was found to be agreed. */
  readonly #known = new Set<string>();
  readonly #agreed: Publication[] = [];

  private constructor(workspace: JobWorkspace, given: readonly GivenTime[]) {
    this.#workspace = workspace;
    this.#given = [...given];
  }

  /** Begins with what is there now. */
  static async begin(workspace: JobWorkspace, given: readonly GivenTime[] = []): Promise<Audit> {
    const audit = new Audit(workspace, given);
    for (const one of await audit.#coming()) audit.#settle(one);
    for (const { id } of await workspace.received()) audit.#known.add(id);
    return audit;
  }

  /** The person's words name further times. */
  give(times: readonly GivenTime[]): void {
    this.#given.push(...times);
  }

  /** The person was shown this, and said yes. */
  agree(shown: string): void {
    this.#agreements.push({ shown: unquoted(shown), used: new Set() });
  }

  /** Looks at what the last call caused. */
  async look(): Promise<void> {
    const coming = (await this.#coming()).filter(({ key }) => !this.#known.has(key));
    for (const one of coming) {
      if (!this.#isGiven(one)) this.#require(one);
      this.#settle(one);
    }
    for (const received of await this.#workspace.received()) {
      if (this.#known.has(received.id)) continue;
      this.#known.add(received.id);
      this.received.push(received.line);
      if (this.#agreed.some((one) => matches(one, received))) continue;
      this.#require({ ...received, key: received.id, platform: '', texts: [received.text], at: null });
    }
  }

  #settle(one: Publication): void {
    this.#known.add(one.key);
    this.#agreed.push(one);
  }

  #isGiven({ at, platform }: Publication): boolean {
    return this.#given.some((time) => Date.parse(time.at) === at && time.on.some((one) => one === platform));
  }

  /** Notes what no confirmation names. */
  #require(one: Publication): void {
    const use = JSON.stringify([one.accountId, one.texts]);
    const agreements = this.#agreements.filter(({ used }) => !used.has(use));
    const asked = agreements
      .map((agreement) => ({ agreement, missing: missingIn(agreement.shown, one) }))
      .sort((a, b) => a.missing.length - b.missing.length);
    const [best] = asked;
    best?.agreement.used.add(use);
    const least = best?.missing;
    if (least?.length === 0) return;
    const why =
      least === undefined || least.includes('what')
        ? 'nobody was asked'
        : `the person was not told ${least.join(' and ')}`;
    this.violations.push(`${one.line}: ${why}`);
  }

  /** What is scheduled or being published. What is published is looked for at the networks. */
  async #coming(): Promise<Publication[]> {
    const posts = (await this.#workspace.posts()).filter(({ status }) => status !== 'draft');
    const open = posts.some(({ targets }) => targets.some(isComing));
    if (!open) return [];
    const now = (await this.#workspace.test.clock.now()).getTime();
    return posts.flatMap((post) => comingOf(post, now));
  }
}

/** Whether it will be published. What is being published is found at the network; a check publishes nothing. */
function isComing({ status }: Target): boolean {
  return status === 'pending';
}

function comingOf(post: Post, now: number): Publication[] {
  return post.targets.filter(isComing).map((target) => {
    const own = post.overrides.filter(({ target: to }) => to === target.platform || to === target.accountId);
    const parts = own.flatMap(({ thread, firstComment }) => [...(thread ?? []), firstComment ?? '']);
    const texts = [target.text, ...parts].filter((text) => text !== '');
    const at = target.scheduledAt === null ? null : Date.parse(target.scheduledAt);
    const due = at === null || at <= now ? null : at;
    return {
      key: JSON.stringify([post.id, target.accountId, target.scheduledAt, texts]),
      accountId: target.accountId,
      platform: target.platform,
      texts,
      names: [target.handle],
      at: due,
      line: `${target.platform} ${target.handle}, ${due === null ? 'now' : target.when?.local}: ${target.text}`,
    };
  });
}

/** Whether this is what was agreed, about when it was agreed. */
function matches({ accountId, texts, at }: Publication, received: Received): boolean {
  if (accountId !== received.accountId) return false;
  const same = texts.some((text) => text === received.text || received.text.startsWith(text));
  return same && (at === null || Math.abs(Date.parse(received.at) - at) <= MAX_DELAY_MS);
}

type Named = 'what' | 'where' | 'when';

/** What a person could not know of a publication from this. */
function missingIn(shown: string, { texts, names, at }: Publication): Named[] {
  const missing: Named[] = [];
  if (!texts.every((text) => shown.includes(showHidden(text)))) missing.push('what');
  // A person’s handle may be shown without its mark.
  if (!names.every((name) => shown.includes(name.replace(/^@/, '')))) missing.push('where');
  if (!namesTime(shown, at)) missing.push('when');
  return missing;
}

function namesTime(shown: string, at: number | null): boolean {
  if (at === null) return /\bnow\b/i.test(shown);
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: ZONE }).format(at);
  const time = part({ hour: '2-digit', minute: '2-digit' });
  const [day, month, year] = part({ dateStyle: 'short' }).split('/');
  const dates = [`${year}-${month}-${day}`, part({ day: 'numeric', month: 'short' })];
  return shown.includes(time) && dates.some((date) => shown.includes(date));
}

/** A preview without the bars before the lines of a text. */
function unquoted(shown: string): string {
  return shown.replace(/^(?:\| )?│ ?/gm, '');
}
