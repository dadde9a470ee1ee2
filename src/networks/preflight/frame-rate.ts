/** A rate of a video that is within so much of another is that one: lengths are rounded in files. */
const ROUNDING = 0.0005;

/**
 * The whole rate that is meant by one of NTSC's forms of it, which are slower by 1 in 1,001: 23.976, 29.97 and 59.94
 * frames per second are the 24, 30 and 60 of which networks speak in their rules, and what nearly every camera
 * writes that is said to film at them. Any other rate is itself.
 */
export function statedRate(framesPerSecond: number): number {
  const whole = Math.round(framesPerSecond * 1.001);
  const slower = (whole * 1000) / 1001;
  return Math.abs(framesPerSecond - slower) <= slower * ROUNDING ? whole : framesPerSecond;
}
