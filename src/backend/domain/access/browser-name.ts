/** Browsers by their part of the `User-Agent` header. The first match counts: most claim to be others as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The start of a program's own name: `curl/8.5.0`. */
const PROGRAM = /^([A-Za-z][\w.-]{0,30})(\/|$)/;

/** A browser and its system in words, from the `User-Agent` header: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const nameIn = (known: typeof BROWSERS): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const program = PROGRAM.exec(userAgent)?.[1];
  if (program !== undefined && program !== 'Mozilla') return program;
  return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`;
}
