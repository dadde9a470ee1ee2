import { Readability } from '@mozilla/readability';
import { CONTAINERS } from './article-containers.js';
import { elementAfter, type PageDocument, PageElement, type PageParent } from './dom/page.js';
import { parseHtml } from './dom/parse-html.js';
import { type Measure, measureText } from './measure-text.js';
import { pruneClutter } from './prune-clutter.js';

/** A container with less is no article of its own. In characters. */
const MIN_CONTAINER = 200;

/** Readability’s part is the article if it has at least this share of the best container. */
const MIN_SHARE = 0.5;

/** With this many characters, Readability has found the article of a page without containers. */
const ENOUGH_CHARACTERS = 500;

/** With this share of the page, Readability has found nothing and returns all of it. */
const WHOLE_PAGE = 0.8;

/**
 * The element with the article of a page. Readability finds it, unless a container that the site names as the article
 * has more than twice as much: then Readability has taken a part of it, or a menu.
 */
export function articlePart(
  document: PageDocument,
  measure: Measure,
  { html, url }: { html: string; url: string },
): PageElement {
  const { body } = document;
  // Readability takes the page apart, so look for containers first.
  const expected = bestContainer(body, measure)?.size ?? null;
  const whole = body.textLength;
  const found = mainElement(document);
  if (found !== null) {
    measureText(found);
    if (
      expected === null ? found.textLength >= ENOUGH_CHARACTERS : isArticle(found, measure, expected, whole)
    ) {
      return found;
    }
  }
  const again = parseHtml(html, url).body;
  const container = bestContainer(again, pruneClutter(again));
  if (container !== null) return container.element;
  const rest = again.querySelector('main, [role="main"], article') ?? again;
  if (found === null || found.textLength * 3 < rest.textLength) return rest;
  const isAll = found.textLength >= whole * WHOLE_PAGE;
  return isAll && rest !== again && rest.textLength >= found.textLength * MIN_SHARE ? rest : found;
}

function isArticle(found: PageElement, measure: Measure, expected: number, whole: number): boolean {
  const has = measure(found);
  return has > 0 && has >= expected * MIN_SHARE && (found.textLength < whole * WHOLE_PAGE || has <= expected);
}

interface Container {
  readonly element: PageElement;
  readonly size: number;
}

/** The most reliable kind of container of which a page has enough. */
function bestContainer(body: PageElement, measure: Measure): Container | null {
  const found = CONTAINERS.map((): PageElement[] => []);
  for (let element = body.firstElementChild; element !== null; element = elementAfter(element, body)) {
    if (element.textLength === 0) continue;
    for (const [kind, { isContainer }] of CONTAINERS.entries())
      if (isContainer(element)) found[kind]?.push(element);
  }
  for (const [kind, { ofEachPost }] of CONTAINERS.entries()) {
    const all = found[kind] ?? [];
    const best = largest(all, measure);
    const posts = ofEachPost ? aroundPosts(all, measure) : null;
    const container = posts !== null && best !== null && posts.size > best.size * 2 ? posts : best;
    if (container !== null && container.size >= MIN_CONTAINER) return container;
  }
  return null;
}

function largest(elements: readonly PageElement[], measure: Measure): Container | null {
  let best: Container | null = null;
  for (const element of elements) {
    const size = measure(element);
    if (best === null || size > best.size) best = { element, size };
  }
  return best;
}

/** The smallest element around all posts of a thread. Its size is that of the posts. */
function aroundPosts(posts: readonly PageElement[], measure: Measure): Container | null {
  const [first] = posts;
  if (first === undefined || posts.length < 2) return null;
  const all = new Set(posts);
  let path = pathTo(first);
  let size = 0;
  for (const post of posts) {
    const own = pathTo(post);
    // A container inside another one is a part of it.
    if (!own.some((element) => element !== post && all.has(element))) size += measure(post);
    const parting = path.findIndex((element, depth) => own[depth] !== element);
    if (parting >= 0) path = path.slice(0, parting);
  }
  const element = path.at(-1);
  return element === undefined ? null : { element, size };
}

/** The elements around an element and itself, the outermost first. */
function pathTo(element: PageElement): readonly PageElement[] {
  const path: PageElement[] = [];
  for (let at: PageParent | null = element; at instanceof PageElement; at = at.parentNode) path.push(at);
  return path.reverse();
}

/** The main element that Readability finds. It modifies the document. */
function mainElement(document: PageDocument): PageElement | null {
  let element: PageElement | null = null;
  new Readability(document, {
    charThreshold: 200,
    // Removing classes would be wasted work: nothing reads them.
    keepClasses: true,
    serializer: (found: PageElement) => {
      element = found;
      return '';
    },
  }).parse();
  return element;
}
