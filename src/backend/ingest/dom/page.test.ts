import { describe, expect, it } from 'vitest';
import type { PageElement } from './page.js';
import { parseHtml } from './parse-html.js';

const read = (html: string) => parseHtml(html, 'https://site.example/a/b');
const bodyOf = (html: string): PageElement => read(html).body;

function first(body: PageElement, selector: string): PageElement {
  const found = body.querySelector(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
}

describe('a parsed page', () => {
  it('has every node in its head or body, even if their tags are missing', () => {
    const page = read('<title>T</title><meta name="a" content="b">Hello <b>you</b>');
    expect(page.head.innerHTML).toBe('<title>T</title><meta name="a" content="b">');
    expect(page.body.innerHTML).toBe('Hello <b>you</b>');
    const late = read('<html lang="en"><head><div>In</div></head><body class="c">Body</body></html> after');
    expect(late.body.innerHTML).toBe('<div>In</div>Body after');
    expect(late.body.className).toBe('c');
    expect(late.documentElement.getAttribute('lang')).toBe('en');
  });

  it('has no scripts, styles, templates, drawings or comments, except JSON-LD', () => {
    const html =
      '<p>a<script>1</script><!-- 2 --><style>3</style><template><b>4</b></template><svg><g><text>5</text></g></svg>b</p>';
    expect(bodyOf(html).innerHTML).toBe('<p>ab</p>');
    expect(bodyOf('<p>a</p><script type="application/ld+json">{"a<b":1}</script>').innerHTML).toBe(
      '<p>a</p><script type="application/ld+json">{"a<b":1}</script>',
    );
  });

  it('is no deeper than in a browser, and still complete', () => {
    const body = bodyOf(`${'<div>x'.repeat(5_000)}</body>`);
    expect(body.textContent).toBe('x'.repeat(5_000));
    let depth = 0;
    for (let at: PageElement | null = body; at !== null; at = at.firstElementChild) depth += 1;
    expect(depth).toBeLessThanOrEqual(513);
    expect(body.getElementsByTagName('div')).toHaveLength(5_000);
  });

  it('serializes to HTML that parses to the same page', () => {
    const html = '<p title="&quot;&lt;&amp;">1 &lt; 2 &amp;amp; <br>3<img src="a?b&amp;c"></p>';
    const body = bodyOf(html);
    expect(body.textContent).toBe('1 < 2 &amp; 3');
    // The same text, whichever way its characters are escaped.
    expect(first(body, 'p').childNodes.map(({ nodeName }) => nodeName)).toEqual([
      '#text',
      'BR',
      '#text',
      'IMG',
    ]);
    expect(body.innerHTML).toBe(html);
    body.innerHTML = '<i>new</i> text';
    expect(body.children.map(({ localName }) => localName)).toEqual(['i']);
    expect(body.textContent).toBe('new text');
  });

  it('resolves URLs against its base', () => {
    expect(read('<p>a</p>').baseURI).toBe('https://site.example/a/b');
    expect(read('<base href="/c/"><p>a</p>').baseURI).toBe('https://site.example/c/');
    expect(read('<base href="http://["><p>a</p>').baseURI).toBe('https://site.example/a/b');
  });
});

describe('changing a page', () => {
  const html = '<ul><li>a</li><li>b</li><li>c</li></ul><p>d</p>';

  it('updates the text of all ancestors', () => {
    const body = bodyOf(html);
    const list = first(body, 'ul');
    expect(body.textContent).toBe('abcd');
    first(list, 'li').remove();
    expect(list.textContent).toBe('bc');
    expect(body.textContent).toBe('bcd');
    first(list, 'li').appendChild(body.ownerDocument.createTextNode('!'));
    expect(body.textContent).toBe('b!cd');
    list.appendChild(first(body, 'p'));
    expect([body.textContent, list.textContent]).toEqual(['b!cd', 'b!cd']);
  });

  it('keeps siblings linked', () => {
    const list = first(bodyOf(html), 'ul');
    const [a, b, c] = list.children as [PageElement, PageElement, PageElement];
    const shape = (): string[] => {
      const forward = list.childNodes.map(({ textContent }) => textContent);
      const back: string[] = [];
      for (let at = list.lastChild; at !== null; at = at.previousSibling) back.unshift(at.textContent);
      expect(back).toEqual(forward);
      return forward;
    };
    list.insertBefore(c, a);
    expect(shape()).toEqual(['c', 'a', 'b']);
    list.replaceChild(b, a);
    expect(shape()).toEqual(['c', 'b']);
    expect(a.parentNode).toBeNull();
    list.replaceChild(a, c);
    expect(shape()).toEqual(['a', 'b']);
    list.appendChild(a);
    expect(shape()).toEqual(['b', 'a']);
    expect(a.previousElementSibling).toBe(b);
    expect(b.nextElementSibling).toBe(a);
    list.removeChild(b);
    expect(shape()).toEqual(['a']);
  });

  it('does not change node lists that were read before', () => {
    const list = first(bodyOf(html), 'ul');
    for (const item of list.children) item.remove();
    expect(list.firstChild).toBeNull();
  });

  it('updates attributes', () => {
    const element = first(bodyOf('<p class="a" style="color:red; DISPLAY: None !important">x</p>'), 'p');
    expect(element.style).toEqual({ display: 'none', visibility: '' });
    element.id = 'i';
    element.className = 'b c';
    element.removeAttribute('style');
    expect(element.style.display).toBe('');
    const copy = element.ownerDocument.createElement('DIV');
    for (const attribute of element.attributes) copy.setAttributeNode(attribute.cloneNode());
    copy.setAttribute('id', 'j');
    expect([copy.tagName, copy.className, copy.id, element.id]).toEqual(['DIV', 'b c', 'j', 'i']);
  });
});

describe('a selector', () => {
  it('matches descendants and children', () => {
    const body = bodyOf('<div class="a"><p id="1">x</p><ul><li><p id="2" class="b c">y</p></li></ul></div>');
    const ids = (selector: string): string[] => body.querySelectorAll(selector).map(({ id }) => id);
    expect(ids('div p')).toEqual(['1', '2']);
    expect(ids('div > p')).toEqual(['1']);
    expect(ids('.a li > .c, div > .none')).toEqual(['2']);
    expect(ids('div > li > p')).toEqual([]);
    expect(ids('.a > p[id="1"], [class^="b"], [class~="b"]')).toEqual(['1', '2']);
  });

  it('that is not supported is rejected', () => {
    expect(() => bodyOf('').querySelectorAll('p:first-child')).toThrow(/:first-child/);
  });
});
