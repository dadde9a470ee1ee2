import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { fixtureBytes } from '../../../../test/support/http/page-site.js';
import { parseHtml } from './parse-html.js';

const URL = 'https://site.example/section/page';

const NAMES = readdirSync(join(import.meta.dirname, '../../../../test/fixtures/pages'))
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length));

/** The interface that both trees share. */
interface Node {
  readonly nodeType: number;
  readonly localName?: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Node>;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
}

/** A tree with one line for each element and text, independent of the implementation. */
function outline(node: Node, depth = 0): string[] {
  const lines: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') lines.push(`${' '.repeat(depth)}${JSON.stringify(text)}`);
    text = '';
  };
  for (const child of node.childNodes) {
    if (child.nodeType === 3) text += child.textContent ?? '';
    if (child.nodeType !== 1) continue;
    flush();
    const attributes = [...(child.attributes ?? [])].map(({ name, value }) => `${name}=${value}`);
    lines.push(`${' '.repeat(depth)}${child.localName} ${attributes.sort().join(' ')}`);
    lines.push(...outline(child, depth + 1));
  }
  flush();
  return lines;
}

/** A page as linkedom parses it, without the parts that this parser drops. */
function asLinkedom(name: string): ReturnType<typeof parseHTML>['document'] {
  const { document } = parseHTML(fixtureBytes(name).toString());
  const unread = 'script:not([type="application/ld+json"]), style, template, svg';
  for (const element of document.querySelectorAll(unread)) element.remove();
  return document;
}

/** The selectors that are used: one of each kind, and all long ones. */
const SELECTORS = [
  'meta',
  'h1, H2',
  'p > a',
  'article p',
  'main article a',
  'head > title, title',
  'time[datetime]',
  '.byline, .author-name, .p-author',
  '[rel="author"], [itemprop="author"]',
  'link[rel~="canonical"]',
  '[class*="subscriber-only"], [class~="paywall"], [id="paywall"], [data-paywall]',
  '#comments, .comments, [id^="comments-"], section.responses',
  'main, [role="main"], article',
  'article > time, header time, [hidden], form, nav, [role="navigation"]',
  '#root, #app, #__next, app-root, [data-reactroot]',
  'li a[href]',
];

describe.each(NAMES)('the tree of the page %s', (name) => {
  it('is the same as linkedom’s', () => {
    const ours = parseHtml(fixtureBytes(name).toString(), URL);
    const theirs = asLinkedom(name);
    // Whitespace between elements of the head is dropped here.
    const said = outline(theirs.head).filter((line) => !/^"(\\n| )*"$/.test(line));
    expect(outline(ours.head)).toEqual(said);
    expect(outline(ours.body)).toEqual(outline(theirs.body));
    expect(ours.title).toBe(theirs.title);
    expect(ours.documentElement.getAttribute('lang')).toBe(theirs.documentElement.getAttribute('lang'));
  });

  it('returns the same query results as linkedom', () => {
    const ours = parseHtml(fixtureBytes(name).toString(), URL);
    const theirs = asLinkedom(name);
    for (const selector of SELECTORS) {
      const found = ours.querySelectorAll(selector);
      const expected = [...theirs.querySelectorAll(selector)];
      expect(
        found.map((one) => outline(one)),
        selector,
      ).toEqual(expected.map((one) => outline(one)));
      expect(ours.querySelector(selector)?.textContent, selector).toBe(
        theirs.querySelector(selector)?.textContent,
      );
    }
    for (const tag of ['a', 'P', 'div', 'li', 'img']) {
      expect(ours.getElementsByTagName(tag).length, tag).toBe(theirs.getElementsByTagName(tag).length);
    }
  });

  it('gives the same Readability result in each of its attempts', () => {
    for (const charThreshold of [0, 200, 100_000]) {
      const ours = new Readability(parseHtml(fixtureBytes(name).toString(), URL), { charThreshold }).parse();
      const theirs = new Readability(asLinkedom(name), { charThreshold }).parse();
      const facts = (found: typeof ours) =>
        found && { ...found, content: outline(parseHtml(found.content ?? '', URL).body) };
      // This parser resolves URLs; linkedom does not know the page's URL.
      const whole = (value: unknown): unknown =>
        JSON.parse(
          JSON.stringify(value).replaceAll(
            /(?<=(?:href|src)=)(?!https?:|#)[^ "\\]+/g,
            (one) => new globalThis.URL(one, URL).href,
          ),
        );
      expect(whole(facts(ours))).toEqual(whole(facts(theirs)));
    }
  });
});
