import type { Insights } from '../../../contract/insights/insights.js';
import { ageWords, comparedName, countWords, OBSERVED } from '../../../contract/insights/sentences.js';
import { DAY_BLOCKS } from '../../../contract/insights/values.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import type { ComparedTimes, TimeGroup } from '../../domain/insights/compare-times.js';
import { NetworkMark } from '../layout/parts.js';
import { type ColumnGroup, Columns } from './plots/columns.js';

export interface TimeOfNetwork
  extends Pick<ComparedTimes, 'window' | 'days' | 'blocks'>,
    Pick<Insights, 'metric' | 'timezone'> {
  readonly platform: Platform;
  /** What can be said of them, and what cannot. */
  readonly sentences: readonly string[];
  /** The weekdays and blocks that differ from the others. */
  readonly standsOut: ReadonlySet<string>;
}

/** The medians of weekdays and of the blocks of the day. Only what a test finds is coloured. */
export function Times(props: TimeOfNetwork) {
  const { platform, metric, window, timezone, days, blocks, sentences, standsOut } = props;
  const title = `times-${platform}`;
  const columns = (groups: readonly TimeGroup[], keys: readonly string[]): ColumnGroup[] =>
    keys.map((key) => {
      const group = groups.find((one) => one.key === key);
      return {
        name: nameOf(key),
        posts: group?.measured ?? 0,
        median: group?.median ?? null,
        standsOut: standsOut.has(key),
      };
    });
  const words = (median: number): string => countWords(metric, median);
  const weekdays = columns(days, WEEKDAYS);
  const hours = columns(blocks, DAY_BLOCKS);
  const hasMedian = [...weekdays, ...hours].some(({ median }) => median !== null);
  return (
    <section class="card insight" aria-labelledby={title}>
      <h2 class="line" id={title}>
        <NetworkMark platform={platform} />
        <span>Weekdays and times on {PLATFORM_NAMES[platform]}</span>
      </h2>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      {hasMedian && (
        <>
          <section
            class="scroll-x two-plots"
            tabindex={0}
            aria-label={`Medians on ${PLATFORM_NAMES[platform]}`}
          >
            <Columns groups={weekdays} words={words} />
            <Columns groups={hours} words={words} />
          </section>
          <p class="soft small">
            {comparedName(metric)} after {ageWords(window)}: the median of each, and in brackets of how many
            posts. {OBSERVED} Time zone: {timezone}.
          </p>
          <details class="small">
            <summary>Medians as a table</summary>
            <table class="numbers">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Posts</th>
                  <th scope="col">{comparedName(metric)}, median</th>
                </tr>
              </thead>
              <tbody>
                {[...weekdays, ...hours].map(({ name, posts, median }) => (
                  <tr>
                    <th scope="row">{name}</th>
                    <td>{posts}</td>
                    <td>{median === null ? 'too few posts' : countWords(metric, median)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}

/** `Mon`, `08–12` */
const nameOf = (key: string): string =>
  /^\d/.test(key) ? key.replace('-', '–') : `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
