/** The labels of a figure: few values each, never text of a person, an id or an address. */
export type Labels = Readonly<Record<string, string>>;

/** A figure that only grows, for each set of labels. */
export class Counter {
  readonly #values = new Map<string, number>();
  readonly name: string;
  readonly help: string;

  /** @param name as Prometheus names it, with the unit and `_total` at the end */
  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels, by = 1): void {
    const key = labelText(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + by);
  }

  lines(): string[] {
    return [
      ...headOf(this, 'counter'),
      ...[...this.#values].map(([labels, value]) => `${this.name}${braced(labels)} ${value}`),
    ];
  }
}

interface Distribution {
  /** How many values were at most each bound. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** How a figure is spread, in seconds, for each set of labels. */
export class Histogram {
  readonly #values = new Map<string, Distribution>();
  readonly #bounds: readonly number[];
  readonly name: string;
  readonly help: string;

  /** @param bounds the upper bounds of the buckets, in seconds, rising */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(seconds: number, labels: Labels): void {
    const key = labelText(labels);
    let values = this.#values.get(key);
    if (values === undefined) {
      values = { counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
      this.#values.set(key, values);
    }
    values.sum += seconds;
    values.count += 1;
    for (const [place, bound] of this.#bounds.entries()) {
      if (seconds <= bound) values.counts[place] = (values.counts[place] ?? 0) + 1;
    }
  }

  lines(): string[] {
    const { name } = this;
    const of = ([labels, { counts, sum, count }]: readonly [string, Distribution]): string[] => [
      ...this.#bounds.map((bound, place) => `${name}_bucket${braced(labels, bound)} ${counts[place]}`),
      `${name}_bucket${braced(labels, '+Inf')} ${count}`,
      `${name}_sum${braced(labels)} ${sum}`,
      `${name}_count${braced(labels)} ${count}`,
    ];
    return [...headOf(this, 'histogram'), ...[...this.#values].flatMap(of)];
  }
}

/** A figure as it is now. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** It only grows. */
  readonly grows?: true;
  readonly values: readonly (readonly [labels: Labels, value: number])[];
}

export function gaugeLines(gauge: Gauge): string[] {
  const { name, values, grows } = gauge;
  return [
    ...headOf(gauge, grows ? 'counter' : 'gauge'),
    ...values.map(([labels, value]) => `${name}${braced(labelText(labels))} ${value}`),
  ];
}

/** HTTP answers take milliseconds, uploads and tool calls up to a minute. */
const ANSWER_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];
/** Posts go out within a second of their time; a late one is minutes late. */
const LATE_SECONDS = [0.5, 1, 2, 5, 15, 60, 300, 3_600];

/** What this process has done since it started. It is kept in memory and read by a monitoring system. */
export class Figures {
  readonly requests = new Counter('postrider_http_requests_total', 'HTTP requests answered.');
  readonly answers = new Histogram(
    'postrider_http_request_duration_seconds',
    'How long HTTP requests took.',
    ANSWER_SECONDS,
  );
  readonly attempts = new Counter(
    'postrider_attempts_total',
    'Attempts to publish a post, send a reply or deliver a webhook, by outcome.',
  );
  readonly notices = new Counter(
    'postrider_notices_total',
    'What networks announced to this backend, by what became of it.',
  );
  readonly lateness = new Histogram(
    'postrider_publish_delay_seconds',
    'How long after its time a post was taken up, at the first attempt.',
    LATE_SECONDS,
  );

  readonly spans = new Counter(
    'postrider_trace_spans_total',
    'Spans of traces, by what became of them: exported, dropped, rejected or failed.',
  );

  lines(): string[] {
    const all = [this.requests, this.answers, this.attempts, this.notices, this.lateness, this.spans];
    return all.flatMap((one) => one.lines());
  }
}

function headOf({ name, help }: { readonly name: string; readonly help: string }, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** `method="GET",status="200"`. Values are escaped as the text format says (Prometheus, exposition formats 0.0.4). */
function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

const escaped = (value: string): string => value.replace(/[\\"\n]/g, (sign) => ESCAPES[sign] ?? sign);

function braced(labels: string, bound?: number | '+Inf'): string {
  const all = bound === undefined ? labels : [labels, `le="${bound}"`].filter((one) => one !== '').join(',');
  return all === '' ? '' : `{${all}}`;
}
