import { Labels } from '../labels/label-parts.js';
import type { LabelColors } from '../labels/read-labels.js';
import { NetworkMark, Pill } from '../layout/parts.js';
import { type Day, itemsOf } from './days.js';
import { wordsOf } from './entry-words.js';
import { type Span, spokenDay } from './span.js';

interface DayListProps {
  readonly days: readonly Day[];
  readonly span: Span;
  readonly labels: LabelColors;
}

/** The days as a list: shown without scripts and on phones, and read by screen readers. */
export function DayList({ days, span, labels }: DayListProps) {
  // A month has many empty days: show only today and days with posts or slots.
  const shown = days.filter((day) => span.view !== 'month' || day.isToday || itemsOf(day).length > 0);
  if (shown.length === 0) return <p class="soft">Nothing planned in {span.title}.</p>;
  return (
    <ol class="day-list">
      {shown.map((day) => (
        <li class={day.isToday ? 'day today' : 'day'} id={`day-${day.date}`}>
          <h3>
            {spokenDay(day.date)}
            {day.isToday && <span class="today-mark">Today</span>}
          </h3>
          <DayRows day={day} colors={labels} />
        </li>
      ))}
    </ol>
  );
}

function DayRows({ day, colors }: { readonly day: Day; readonly colors: LabelColors }) {
  const item = itemsOf(day);
  if (item.length === 0) return <p class="soft small">Nothing planned</p>;
  return (
    <ul class="rows" aria-label={spokenDay(day.date)}>
      {item.map((one) => {
        const { href, time, tone, status, words, platforms, labels, title } = wordsOf(one);
        return (
          <li class={one.kind === 'slot' ? 'open-slot' : undefined}>
            <div class="line">
              <time title={title}>{time}</time>
              <span class="nets">
                {platforms.map((platform) => (
                  <NetworkMark platform={platform} />
                ))}
              </span>
              <a class="row-link grow one-line" href={href}>
                {words}
              </a>
              <Labels names={labels} colors={colors} />
              <span class="end">
                <Pill tone={tone}>{status}</Pill>
              </span>
            </div>
            {one.kind === 'slot' &&
              one.slot.warnings.map(({ message }) => <p class="small soft">{message}</p>)}
          </li>
        );
      })}
    </ul>
  );
}
