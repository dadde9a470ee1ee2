/** What is between a title and the name of the site. */
const BETWEEN = / ?([»:|]) | ([–—·•«/-]) /g;

/** Marks after which a title begins. Others are also used inside titles. */
const BEGINS_TITLE = /[|»·•]/;

/** How many names a title may end with: that of a section, and that of the site. */
const MAX_NAMES = 3;

export interface Site {
  /** The name that the page states. */
  readonly name: string | null;
  readonly host: string;
  /** The only first heading of the page. */
  readonly heading: string | null;
}

/**
 * `Sunday opening | Fernhill Coffee` → `Sunday opening`. What is cut is the name that the page states or that its host has,
 * or it leaves exactly the heading of the page.
 */
export function withoutSite(title: string, site: Site): string {
  let left = title;
  for (let cut = 0; cut < MAX_NAMES; cut += 1) {
    const shorter = withoutName(left, site);
    if (shorter === null) break;
    left = shorter;
  }
  return left;
}

function withoutName(title: string, site: Site): string | null {
  const marks = [...title.matchAll(BETWEEN)];
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || isSame(title, site.heading)) return null;
  const before = title.slice(0, last.index).trim();
  if (isSite(title.slice(last.index + last[0].length), site) || isSame(before, site.heading)) return before;
  const after = title.slice(first.index + first[0].length).trim();
  const isName = BEGINS_TITLE.test(first[0]) && isSite(title.slice(0, first.index), site);
  return isName || isSame(after, site.heading) ? after : null;
}

function isSite(part: string, { name, host }: Site): boolean {
  if (isSame(part, name)) return true;
  const own = squashed(part);
  return own.length >= 3 && hostNames(host).includes(own);
}

/** `www.fernhill-coffee.example` → `fernhillcoffee` and `fernhillcoffeeexample`. */
function hostNames(host: string): readonly string[] {
  const labels = host.replace(/^www\./, '').split('.');
  return [labels.slice(0, -1), labels.slice(-2, -1), labels.slice(0, -2), labels.slice(-3, -2), labels].map(
    (some) => squashed(some.join('')),
  );
}

function isSame(part: string, other: string | null): boolean {
  const own = squashed(part);
  return other !== null && own !== '' && own === squashed(other);
}

function squashed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}
