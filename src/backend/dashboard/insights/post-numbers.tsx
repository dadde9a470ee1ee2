import { inSentence } from '../../../base/english.js';
import type { TargetMetrics } from '../../../contract/insights/metrics.js';
import { ageWords, countWords } from '../../../contract/insights/sentences.js';
import { numberAt, numbersOf } from '../../../contract/insights/target-numbers.js';
import {
  METRIC_NAMES,
  type Metric,
  type MetricWindow,
  MISSING_REASONS,
  missingWords,
} from '../../../contract/insights/values.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { timeForms } from '../../../time/forms.js';
import { When } from '../layout/parts.js';
import { GrowthLine } from './plots/growth-line.js';

interface PostNumbersProps {
  readonly metrics: TargetMetrics;
  readonly timezone: string;
  readonly now: number;
}

/** What a network has counted of a post at each age, as a table, with a line for the growth of each number. */
export function PostNumbers({ metrics, timezone, now }: PostNumbersProps) {
  const { windows, note, nextAt, platform } = metrics;
  const { read, given, others, reasons, fallen } = numbersOf(metrics);
  const next = nextAt !== null && <When forms={timeForms(Date.parse(nextAt), timezone, now)} now={now} />;
  if (note !== null) return <p class="soft small">{note}</p>;
  if (read.length === 0) return next && <p class="soft small">First numbers: {next}</p>;
  const isProvisional = read.some((window) => windows[window]?.provisional);
  return (
    <details class="post-numbers" open>
      <summary>Numbers</summary>
      <section class="scroll-x" tabindex={0} aria-label={`Numbers on ${PLATFORM_NAMES[platform]}`}>
        <table class="numbers">
          <thead>
            <tr>
              <td />
              {read.map((window) => (
                <th scope="col">
                  {ageWords(window)}
                  {windows[window]?.provisional && '*'}
                </th>
              ))}
              {read.length > 1 && <td />}
            </tr>
          </thead>
          <tbody>
            {given.map((metric) => (
              <tr>
                <th scope="row">{METRIC_NAMES[metric]}</th>
                {read.map((window) => (
                  <Count metrics={metrics} window={window} metric={metric} />
                ))}
                {read.length > 1 && (
                  <td>
                    <GrowthLine counts={read.map((window) => windows[window]?.[metric] ?? null)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="soft small">
        {fallen !== null && <p>{fallen}</p>}
        {reasons.map((reason) => (
          <p>
            “{missingWords(reason)}”: {MISSING_REASONS[reason]}.
          </p>
        ))}
        {isProvisional && <p>* {PLATFORM_NAMES[platform]} may still correct these numbers.</p>}
        <p>
          {PLATFORM_NAMES[platform]} does not give{' '}
          {inSentence(
            others.map((metric) => METRIC_NAMES[metric].toLowerCase()),
            'or',
          )}
          .
        </p>
        {next && <p>Next numbers: {next}</p>}
      </div>
    </details>
  );
}

interface CountProps {
  readonly metrics: TargetMetrics;
  readonly window: MetricWindow;
  readonly metric: Metric;
}

function Count({ metrics, window, metric }: CountProps) {
  const number = numberAt(metrics, window, metric);
  if (typeof number === 'number') return <td>{countWords(metric, number)}</td>;
  return <td class="soft">{number}</td>;
}
