// The parameters of RFC 3492, section 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;

/** The length of a domain label's ASCII form, including `xn--` (RFC 3492). */
export function punycodeLength(label: string): number {
  const points = Array.from(label, (char) => char.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < INITIAL_N).length;
  if (basic === points.length) return label.length;

  let length = 'xn--'.length + basic + (basic > 0 ? 1 : 0);
  let handled = basic;
  let delta = 0;
  let bias = INITIAL_BIAS;
  let n = INITIAL_N;
  while (handled < points.length) {
    const next = points.reduce((least, point) => (point >= n && point < least ? point : least), Infinity);
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      length += digitsOf(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return length;
}

/** The number of digits that encode a delta. */
function digitsOf(delta: number, bias: number): number {
  let digits = 1;
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
    digits++;
  }
}

function adapt(delta: number, handled: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / handled);
  let k = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) >> 1) {
    rest = Math.floor(rest / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
