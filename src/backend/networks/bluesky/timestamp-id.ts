const BASE32_SORTABLE = '234567abcdefghijklmnopqrstuvwxyz';

/** A timestamp identifier of atproto: 53 bits of microseconds and 10 bits of clock, base 32 sortable. */
export function timestampId(microseconds: bigint, clock: number): string {
  let left = (microseconds << 10n) | BigInt(clock & 1023);
  let text = '';
  for (let place = 0; place < 13; place += 1) {
    text = BASE32_SORTABLE.charAt(Number(left & 31n)) + text;
    left >>= 5n;
  }
  return text;
}
