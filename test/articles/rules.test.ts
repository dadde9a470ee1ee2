import { describe, expect, it } from 'vitest';
import { extractPage } from '../../src/backend/ingest/extract-page.js';

/** Prose that belongs to no rule. */
const STORY = [
  '<p>The mill grinds on Sundays from December on, and the first sack of flour goes to the school of the village, as it did before the war.</p>',
  '<p>Eleven people learned to dress the stones, and two of them can now hear from the yard whether the wheel is loaded or runs free.</p>',
  '<p>The miller says that a mill which stands still is only a house, and that nobody has ever come a long way to see a house.</p>',
].join('');

function read(body: string, head = ''): string {
  const html = `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
  return extractPage({
    kind: 'page',
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    robotsHeader: '',
    url: 'https://site.example/page',
  }).text;
}

interface Page {
  readonly body: string;
  readonly head?: string;
  /** What the text has. */
  readonly with?: string | readonly string[];
  /** What the text does not have. */
  readonly without?: string;
}

interface RuleCase {
  readonly rule: string;
  readonly fixes: Page;
  readonly spares: Page;
}

/** A list, which Readability does not count as text. */
const LISTED = `<ul>${['mill', 'forge', 'bakery', 'ferry']
  .map((name) => STORY.replaceAll('mill', name).replaceAll('p>', 'li>'))
  .join('')}</ul>`;
const PRODUCT = '<meta property="og:type" content="product">';
const DATA =
  '<table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Volume</th><td>4 litres</td></tr><tr><th>Colour</th><td>Blue</td></tr></table>';
const card = (name: string, address: string): string =>
  `<div class="card"><h3><a href="${address}">${name}</a></h3><p>A sentence says what the page about ${name} tells, and hardly any more than that.</p></div>`;
const cards = (origin: string): string =>
  `<div class="list">${['ice', 'tar', 'rope', 'salt'].map((name) => card(name, `${origin}/${name}`)).join('')}</div>`;

const RULES: readonly RuleCase[] = [
  {
    rule: 'forms are removed where they are minor',
    fixes: { body: `<form id="aspnetForm"><div>${STORY}</div></form>`, with: 'The mill grinds' },
    spares: {
      body: `<article>${STORY}<form><p>Write to us about your own mill, and we will print the best letters.</p></form></article>`,
      without: 'best letters',
    },
  },
  {
    rule: 'what is minor is measured in prose',
    fixes: {
      body: `<ul>${'<li><a href="/x">A headline of another story in this paper</a></li>'.repeat(20)}</ul><div class="modal">${STORY}</div>`,
      with: 'The mill grinds',
    },
    spares: {
      body: `<article>${STORY}<p class="modal">We would like to send you the news of the day each morning.</p>${STORY}</article>`,
      without: 'news of the day',
    },
  },
  {
    rule: 'a paywall is the name of paid text, not of clutter',
    fixes: {
      body: `<article>${STORY}<div class="paywall"><p>Behind this line the story continues for those who pay for it.</p></div></article>`,
      with: 'the story continues',
    },
    spares: {
      body: `<article>${STORY}<div class="newsletter paywall"><p>Subscribe for a euro and read whatever you like.</p></div></article>`,
      without: 'for a euro',
    },
  },
  {
    rule: 'a named container wins against another part of the page',
    fixes: {
      body: `<div class="left"><div><p>${'Welcome to our town, where each office, shop and society has its own page for you. '.repeat(7)}</p></div></div><div class="entry-content">${LISTED}</div>`,
      with: 'The forge grinds',
    },
    spares: {
      body: `<div class="page-content"><p>${'Read our terms. '.repeat(3)}</p></div><div class="text">${STORY}${STORY.replaceAll('mill', 'forge')}</div>`,
      with: 'The forge grinds',
    },
  },
  {
    rule: 'a thread is all posts',
    fixes: {
      body: ['mill', 'forge', 'bakery', 'ferry', 'school']
        .map(
          (name) =>
            `<div class="row"><b>ann</b><div class="post-body">${STORY.replaceAll('mill', name)}</div></div>`,
        )
        .join(''),
      with: 'The school grinds',
    },
    spares: {
      body: `<div class="post-body">${LISTED}</div><div class="side"><p>${'Nothing in this column belongs to a post, and nobody has to read it. '.repeat(5)}</p><div class="post-body"><p>Another post begins with these few words.</p></div></div>`,
      with: 'The mill grinds',
      without: 'in this column',
    },
  },
  {
    rule: 'a page of cards is measured by all text',
    fixes: {
      body: `<main>${Array.from({ length: 30 }, (_, index) => `<div><h3>Lamp ${index}</h3><span>${index} euros</span></div>`).join('')}</main><div class="note"><p>${'This site stores information on your device to count its visitors. '.repeat(2)}</p></div>`,
      with: 'Lamp 17',
      without: 'stores information',
    },
    spares: { body: `<main>${STORY}</main><div><p>Seventeen lamps.</p></div>`, with: 'The mill grinds' },
  },
  {
    rule: 'the main part is read where Readability returns all of the page',
    fixes: {
      body: `<main>${Array.from({ length: 9 }, (_, index) => `<div><h3>Lamp ${index}</h3><span>Oak and brass, ${index} euros</span></div>`).join('')}</main><div class="note"><p>${'This site stores information on your device to count its visitors. '.repeat(2)}</p></div>`,
      with: 'Lamp 7',
      without: 'stores information',
    },
    spares: { body: `<main><h1>Our valley</h1></main><div>${STORY}</div>`, with: 'The mill grinds' },
  },
  {
    rule: 'doubtful names are removed where they are small',
    fixes: {
      body: `<div class="story">${STORY}${STORY.replaceAll('mill', 'forge')}<p class="photoCaption">Ann Holm stood on the roof of the weighing house for it.</p></div>`,
      without: 'Ann Holm',
    },
    spares: {
      body: `<div class="gallery">${STORY}</div><div class="rest"><p>Four more pictures are in the archive of the county, in the room below the stairs.</p></div>`,
      with: 'The mill grinds',
    },
  },
  {
    rule: 'hidden text is not read',
    fixes: {
      body: `<div>${STORY}</div><div class="entry-content" style="display: none">${'<p>These terms apply to every use of this site by any visitor, now and later.</p>'.repeat(15)}</div>`,
      with: 'The mill grinds',
      without: 'terms apply',
    },
    spares: {
      body: `<div style="display:none" id="late"><div>${STORY}</div></div>`,
      with: 'The mill grinds',
    },
  },
  {
    rule: 'lists of other pages are removed',
    fixes: { body: `<main>${STORY}${cards('')}</main>`, with: 'The mill grinds', without: 'page about tar' },
    spares: { body: `<main>${STORY}${cards('https://other.example')}</main>`, with: 'page about tar' },
  },
  {
    rule: 'comments below a post are removed, however long',
    fixes: {
      body: `<div class="post-body"><p>We are closed on Friday, because the new roaster needs the whole street for its crane.</p></div><div class="comments">${STORY}</div>`,
      with: 'closed on Friday',
      without: 'The mill grinds',
    },
    spares: {
      body: `<div class="thread"><div class="comments">${STORY}</div></div>`,
      with: 'The mill grinds',
    },
  },
  {
    rule: 'the data of a product are kept',
    fixes: {
      head: PRODUCT,
      body: `<div class="d">${STORY}</div><div class="s">${DATA}</div>`,
      with: 'Weight | 2 kg',
    },
    spares: { body: `<div class="d">${STORY}</div><aside class="s">${DATA}</aside>`, without: 'Weight' },
  },
  {
    rule: 'the data of a product have two columns',
    fixes: {
      head: PRODUCT,
      body: `<div class="d">${STORY}</div><div class="s">${DATA}</div>`,
      with: 'Colour | Blue',
    },
    spares: {
      head: PRODUCT,
      body: `<div class="d">${STORY}</div><div class="s">${DATA.replaceAll('</td>', '</td><td>none</td>')}</div>`,
      without: 'Weight',
    },
  },
  {
    rule: 'the head of an article is not its text',
    fixes: {
      body: `<article><p>By Ann Holm</p><p>Updated 3 May 2026, 12:40</p><p>5 min read</p>${STORY}</article>`,
      without: 'Updated',
    },
    spares: {
      body: `<article><p>By noon it was over.</p>${STORY}<p>In 2019 the roof came off</p></article>`,
      with: ['By noon it was over.\n\nThe mill', 'In 2019 the roof came off'],
    },
  },
  {
    rule: 'links to other articles between paragraphs are removed',
    fixes: {
      body: `<article>${STORY}<p>Leggi anche: <a href="/x">Il vecchio forno riapre</a></p>${STORY}</article>`,
      without: 'Leggi anche',
    },
    spares: {
      body: `<article>${STORY}<p>Related work by the university came to the same end, with other stones and <a href="/x">softer wheat</a>.</p>${STORY}</article>`,
      with: 'Related work',
    },
  },
  {
    rule: 'captions are removed by their form',
    fixes: {
      body: `<article>${STORY}<p>Photo: Tom Ashe / Gazette</p>${STORY}</article>`,
      without: 'Tom Ashe',
    },
    spares: {
      body: `<article>${STORY}<p>Photographs of the wheel hang in the town hall.</p>${STORY}</article>`,
      with: 'Photographs of the wheel',
    },
  },
  {
    rule: 'the text of a figure is its caption',
    fixes: {
      body: `<article>${STORY}<figure><img src="/wheel.jpg"><p>The wheel in the yard, seen from the road to the river.</p></figure>${STORY}</article>`,
      without: 'from the road',
    },
    spares: {
      body: `<article>${STORY}<figure><blockquote>A wheel that turns keeps the mill warm.</blockquote></figure>${STORY}</article>`,
      with: '> A wheel that turns',
    },
  },
  {
    rule: 'sections about other things are removed',
    fixes: {
      body: `<article>${STORY}${STORY}<h2>À propos de l’auteur</h2><p>Inès Morel écrit sur les métiers du matin.</p></article>`,
      without: 'Inès Morel',
    },
    spares: {
      body: `<article>${STORY}${STORY}<h2>Related work</h2>${STORY}<h2>What is left</h2>${STORY}${STORY}</article>`,
      with: '## Related work',
    },
  },
  {
    rule: 'lists of links after the last paragraph are removed',
    fixes: {
      body: `<article>${STORY}<ul><li><a href="/a">The old oven opens again</a></li><li><a href="/b">A ferry for the night</a></li></ul></article>`,
      without: 'old oven',
    },
    spares: {
      body: `<article>${STORY}<ul><li><a href="/a">The old oven</a>, which is warm</li><li><a href="/b">The ferry</a>, which is late</li></ul></article>`,
      with: 'which is warm',
    },
  },
  {
    rule: 'invitations at the end are removed',
    fixes: {
      body: `<article>${STORY}<p>Subscribe to our newsletter for more.</p></article>`,
      without: 'newsletter',
    },
    spares: {
      body: `<article>${STORY}<p>The newsletter of the mill was its first product.</p>${STORY}</article>`,
      with: 'first product',
    },
  },
  {
    rule: 'no more than half of an article is its end',
    fixes: {
      body: `<article>${STORY}<h2>More</h2><p>All rights reserved.</p><p>Follow us on the river.</p></article>`,
      without: 'All rights',
    },
    spares: {
      body: `<article>${STORY}${'<p>The newsletter that the miller began that winter has more readers than the valley has people, and some of them even pay.</p>'.repeat(6)}</article>`,
      with: 'that the miller began',
    },
  },
  {
    rule: 'the words of buttons are removed',
    fixes: { body: `<article>${STORY}<p>Share Print 12</p>${STORY}</article>`, without: 'Share' },
    spares: { body: `<article>${STORY}<p>Share the flour.</p>${STORY}</article>`, with: 'Share the flour.' },
  },
];

describe('each rule', () => {
  it.each(RULES)('$rule: a page that it fixes', ({ fixes }) => {
    expectText(fixes);
  });

  it.each(RULES)('$rule: a page that it must not touch', ({ spares }) => {
    expectText(spares);
    if (spares.body.includes('The mill')) expect(read(spares.body, spares.head)).toContain('Eleven people');
  });
});

function expectText({ body, head, with: contained = [], without }: Page): void {
  const text = read(body, head);
  expect(text).not.toBe('');
  for (const part of [contained].flat()) expect(text).toContain(part);
  if (without !== undefined) expect(text).not.toContain(without);
}
