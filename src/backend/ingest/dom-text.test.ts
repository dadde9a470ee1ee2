import { expect, it } from 'vitest';
import { PageElement, PageText } from './dom/page.js';
import { parseHtml } from './dom/parse-html.js';
import { domBlocks } from './dom-text.js';

it('the text of an element with more blocks than a call can have arguments is complete', () => {
  const COUNT = 200_000;
  const page = parseHtml('', 'https://site.example/');
  const [root, inner] = [new PageElement(page, 'main'), new PageElement(page, 'div')];
  root.appendChild(inner);
  for (let made = 0; made < COUNT; made += 1) {
    const paragraph = new PageElement(page, 'p');
    paragraph.appendChild(new PageText(page, 'a'));
    inner.appendChild(paragraph);
  }
  expect(domBlocks(root)).toHaveLength(COUNT);
});
