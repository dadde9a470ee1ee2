import { CONTAINERS } from './article-containers.js';
import { CLUTTER_RULES, isComments, isHidden, isNeverArticle } from './clutter-rules.js';
import type { PageElement } from './dom/page.js';
import { elementAfter } from './dom/page.js';
import { type Measure, measureFor, measureText } from './measure-text.js';
import { isTeaserList } from './teaser-lists.js';

/**
 * Removes everything around the text of a page, and counts what is left.
 *
 * @returns what says how much of the page an element holds
 */
export function pruneClutter(body: PageElement): Measure {
  removeUnseen(body);
  measureText(body);
  const measure = measureFor(body);
  removeMinor(body, measure);
  removeComments(body);
  measureText(body);
  return measure;
}

/** A page whose scripts show the article hides all of it. Less text than this is no page. In characters. */
const MIN_SHOWN = 200;

/** Removes what no reader sees, and what is never part of an article. */
function removeUnseen(body: PageElement): void {
  measureText(body);
  const hidden: PageElement[] = [];
  let shown = body.proseLength;
  // Never the body itself: some pages hide it until their scripts run.
  for (let element = body.firstElementChild; element !== null; ) {
    const never = isNeverArticle(element);
    const unseen = !never && isHidden(element);
    const next = elementAfter(element, body, never || unseen);
    if (never) element.remove();
    if (unseen) hidden.push(element);
    if (never || unseen) shown -= element.proseLength;
    element = next;
  }
  const isArticle = ({ proseLength }: PageElement): boolean => shown < MIN_SHOWN && proseLength > shown;
  for (const element of hidden) if (!isArticle(element)) element.remove();
}

/** Applies the rules about clutter. An element with more of the page than its rule allows stays. */
function removeMinor(body: PageElement, measure: Measure): void {
  // Updated as elements are removed: computing it again each time would read the whole page each time.
  let whole = measure(body);
  for (let element = body.firstElementChild; element !== null; ) {
    const minor = isMinor(element, measure, whole) || isTeaserList(element, body);
    const next = elementAfter(element, body, minor);
    if (minor) {
      element.remove();
      whole -= measure(element);
    }
    element = next;
  }
}

function isMinor(element: PageElement, measure: Measure, whole: number): boolean {
  return CLUTTER_RULES.some(
    ({ isMeant, maxShare }) => isMeant(element) && measure(element) <= whole * maxShare,
  );
}

/** A post of its own has at least this much prose besides the comments. In characters. */
const MIN_POST = 80;

/** Removes comments below a post, however long they are. On a page without a post, they are the text. */
function removeComments(body: PageElement): void {
  const comments = outermost(body, isComments);
  if (comments.length === 0) return;
  measureText(body, isComments);
  const hasPost = CONTAINERS.filter(({ isPost }) => isPost).some(({ isContainer }) =>
    outermost(body, (element) => isComments(element) || isContainer(element)).some(
      (element) => !isComments(element) && element.proseLength >= MIN_POST,
    ),
  );
  if (!hasPost) return;
  for (const element of comments) element.remove();
}

function outermost(body: PageElement, isMeant: (element: PageElement) => boolean): readonly PageElement[] {
  const found: PageElement[] = [];
  for (let element = body.firstElementChild; element !== null; ) {
    const meant = isMeant(element);
    if (meant) found.push(element);
    element = elementAfter(element, body, meant);
  }
  return found;
}
