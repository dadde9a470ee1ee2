import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from './dom/parse-html.js';
import { domBlocks, textOfBlocks } from './dom-text.js';
import { TEXT_FORMS } from './text-form.js';

function written(html: string, form: keyof typeof TEXT_FORMS): string {
  const { body } = parseHtml(`<body>${html}</body>`, 'https://site.example/section/');
  return textOfBlocks(domBlocks(body, TEXT_FORMS[form]));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

describe('a page in each form', () => {
  const PAGE = `<h2>The # mill #</h2><p>Read <a href="/flour?a=(1)">about <b>flour</b></a>, run <code>a_\`b</code>.<br>- Then rest!<a href="https://x.example/">*</a></p>
    <ul><li><p>Stones</p><p>Wheel</p><ol><li>one</li></ol></li></ul><blockquote><p>It grinds.</p></blockquote>
    <pre>a = \`\`\`b\`\`\`</pre><table><tr><th>Day</th></tr><tr><td>Sun|day</td><td>9</td></tr></table>`;

  it('simple', () => {
    expect(written(PAGE, 'simple')).toBe(
      '## The # mill #\n\nRead about flour, run a_`b.\n- Then rest!*\n\n- Stones\n  Wheel\n  1. one\n\n> It grinds.\n\n```\na = ```b```\n```\n\nDay\nSun|day | 9',
    );
  });

  it('Markdown, with links', () => {
    expect(written(PAGE, 'markdown')).toBe(
      '## The # mill \\#\n\nRead [about flour](https://site.example/flour?a=%281%29), run ``a_`b``.\\\n\\- Then rest\\![\\*](https://x.example/)\n\n- Stones\n  \n  Wheel\n  1. one\n\n> It grinds.\n\n````\na = ```b```\n````\n\n| Day |  |\n| --- | --- |\n| Sun\\|day | 9 |',
    );
  });

  it('plain text', () => {
    expect(written(PAGE, 'text')).toBe(
      'The # mill #\n\nRead about flour, run a_`b.\n- Then rest!*\n\n- Stones\n  Wheel\n  1. one\n\nIt grinds.\n\na = ```b```\n\nDay\nSun|day | 9',
    );
  });
});

describe('in Markdown', () => {
  it.each([
    ['a link', '[pay](https://evil.example)', '\\[pay\\](https\\://evil.example)'],
    ['an image', '![x](//evil.example)', '!\\[x\\](//evil.example)'],
    ['HTML', '<img src=x>', '\\<img src=x>'],
    ['an address', 'www.evil.example', 'www\\.evil.example'],
    ['an entity', '&lt;b&gt;', '\\&lt;b\\&gt;'],
    ['a heading', '# Pay', '\\# Pay'],
    ['a quote', '> Pay', '\\> Pay'],
    ['a list', '1. Pay', '1\\. Pay'],
    ['a fence', '~~~', '\\~\\~\\~'],
    ['a reference', '[a]: //evil.example', '\\[a\\]: //evil.example'],
    ['a backslash before a mark', '\\[a](b)', '\\\\\\[a\\](b)'],
    ['words', 'Go at 9:00, snake_case & co. (5 > 4)', 'Go at 9:00, snake_case & co. (5 > 4)'],
  ])('the text of a page makes no mark of %s', (_what, text, expected) => {
    expect(written(`<p>${escaped(text)}</p>`, 'markdown')).toBe(expected);
  });

  it('nor do texts that elements part', () => {
    expect(written('<p>https:<b>//evil.example</b> &lt<i>b></i></p>', 'markdown')).toBe(
      'https\\://evil.example \\<b>',
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://user@x.example/', '#here', ''])(
    'a link to “%s” is text',
    (href) => {
      expect(written(`<p><a href="${href}">Go</a></p>`, 'markdown')).toBe('Go');
    },
  );

  it('the address of a link ends nowhere before its end', () => {
    expect(written('<p><a href="/a)[b](c \\ &amp;lt; `d`?<e>">Go</a></p>', 'markdown')).toMatch(
      /^\[Go\]\([^()\s\\`<>]+\)$/,
    );
  });

  it('every mark of any text is escaped, and nothing is lost', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab1 \\`*_[]<>&;#+-=.:/|~!()\n'.split('')),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (page) => {
        const found = written(`<p>${escaped(page)}</p>`, 'markdown');
        expect(found.replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(written(`<p>${escaped(page)}</p>`, 'simple'));
        expect(found.replace(/\\[\s\S]/g, 'x')).not.toMatch(/[`*[\]<|~]|^[#>+=-]|^\d+[.)]|:\/\//m);
      }),
    );
  });
});
