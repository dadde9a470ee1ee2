import {
  type ComparedMetric,
  INTERACTIONS,
  type Metric,
  type MissingReason,
} from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { definitionAt, everyMetric, type GivenMetrics } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';
import { countsReader, missingOfReading } from './reading-text.js';

/** Whether the network lets others calculate numbers from its own, such as a sum or a median. */
export function mayCalculate(platform: Platform): boolean {
  return RULES[platform].metrics?.calculation === undefined;
}

/** The numbers that a network gives of some posts at least. */
function givenBy(platform: Platform): GivenMetrics {
  const rules = RULES[platform].metrics;
  return rules === undefined ? {} : everyMetric(rules);
}

/** The metrics that a compared number adds up, as far as the network gives them and lets others add them up. */
export function partsOf(platform: Platform, metric: ComparedMetric): readonly Metric[] {
  if (metric === 'interactions' && !mayCalculate(platform)) return [];
  const given = givenBy(platform);
  const parts: readonly Metric[] = metric === 'interactions' ? INTERACTIONS : [metric];
  return parts.filter((part) => given[part]);
}

/** Why a reading has none of the parts; null: it says nothing of them. */
export function reasonIn(reading: string, parts: readonly Metric[]): MissingReason | null {
  const missing = missingOfReading(reading);
  return parts.map((part) => missing[part]).find((reason) => reason !== undefined) ?? null;
}

/** The number by which a post is compared, and what it counts. */
interface ComparedValue {
  readonly value: number;
  readonly definition: string;
  /** Whether the network left out a part of the sum. */
  readonly isPartial: boolean;
}

/**
 * Reads the number by which posts of a network are compared. A sum has the parts that the network gave: some leave a part
 * out while it is 0 or late, which does not make the others incomparable. What the network counts is looked up once, not
 * for each of thousands of posts.
 *
 * @returns a function of a reading as it is stored and the instant at which it was due. It returns null where the number
 *   is not known
 */
export function valueReader(
  platform: Platform,
  metric: ComparedMetric,
): (reading: string, due: number) => ComparedValue | null {
  const rules = givenBy(platform);
  const parts = partsOf(platform, metric).flatMap((part, place) => {
    const rule = rules[part];
    return rule ? [{ part, rule, bit: 1 << place }] : [];
  });
  const countsOf = countsReader(parts.map(({ part }) => part));
  const changes = parts.some(({ rule }) => rule.definitions.length > 1);
  /** The definition by which parts are given, as bits. */
  const definitions = new Map<number, string>();
  return (reading, due) => {
    const read = countsOf(reading);
    if (read === null) return null;
    let value = 0;
    let known = 0;
    let given = 0;
    let missing: ReturnType<typeof missingOfReading> | undefined;
    for (const [place, { part, bit }] of parts.entries()) {
      const count = read.counts[place] ?? null;
      if (count === null) {
        missing ??= missingOfReading(reading);
        if (missing[part] !== 'not_given') given |= bit;
        continue;
      }
      value += count;
      known |= bit;
      given |= bit;
    }
    if (known === 0) return null;
    let definition = changes ? undefined : definitions.get(given);
    if (definition === undefined) {
      const counted = parts.filter(({ bit }) => given & bit);
      definition = counted.map(({ rule }) => definitionAt(rule, due + read.late)).join(' + ');
      definitions.set(given, definition);
    }
    return { value, definition, isPartial: known !== given };
  };
}
