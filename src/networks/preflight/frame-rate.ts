/** Relative tolerance when two rates are compared: files store rounded durations. */
const TOLERANCE = 0.0005;

/**
 * The nominal rate of an NTSC frame rate, which is slower by 1 in 1,001: 24, 30 and 60 frames per second for 23.976,
 * 29.97 and 59.94. Networks state their rules in nominal rates, and nearly every camera records the NTSC ones. Other
 * rates are returned unchanged.
 */
export function nominalRate(framesPerSecond: number): number {
  const whole = Math.round(framesPerSecond * 1.001);
  const slower = (whole * 1000) / 1001;
  return Math.abs(framesPerSecond - slower) <= slower * TOLERANCE ? whole : framesPerSecond;
}
