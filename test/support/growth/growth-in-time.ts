/** The size of the larger text relative to the smaller one. */
const TIMES = 4;

/** Linear work takes 4 times as long for the larger text, quadratic work 16 times. */
const MAX_RATIO = 8;

/**
 * Quadratic work on 6,000 units is 36,000,000 steps, and on 100,000 units 10,000,000,000, which take longer on any
 * machine. What takes less time is not measured a second time: pauses for garbage are as long.
 */
const NEGLIGIBLE = { ms: 20, msPerUnit: 0.001 };

/** Other processes only ever add time, so the least of many rounds is the time of the work itself. */
const ROUNDS = 3;

/**
 * The lengths that are tried, as multiples of the given one. Work that collects garbage only with the larger text seems
 * to grow faster, but not when both texts are long.
 */
const SCALES = [1, 4] as const;

/** Work that takes longer is not tried with longer texts. */
const LONG_MS = 5_000;

/**
 * Whether the time of some work grows no faster than its text. `growth` counts steps instead, but not those inside
 * regular expressions, `Intl`, `URL` and other built-ins.
 *
 * Measures the processor time of this process, and again until the ratio is that of linear work. So a busy machine can
 * only make it take longer, not fail.
 */
export function takesLinearTime<Text = string>(
  length: number,
  textOf: (length: number) => Text,
  work: (text: Text) => unknown,
): boolean {
  const negligible = Math.max(NEGLIGIBLE.ms, NEGLIGIBLE.msPerUnit * length);
  for (const scale of SCALES) {
    const text = textOf(length * scale);
    const shorter = textOf((length * scale) / TIMES);
    let large = Number.POSITIVE_INFINITY;
    let small = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      large = Math.min(
        large,
        timeOf(() => work(text)),
      );
      if (large < negligible) return true;
      small = Math.min(
        small,
        timeOf(() => work(shorter)),
      );
      if (large < MAX_RATIO * small) return true;
    }
    if (large > LONG_MS) return false;
  }
  return false;
}

/** Milliseconds of processor time. */
export function timeOf(work: () => unknown): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
