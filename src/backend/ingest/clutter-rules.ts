import type { PageElement } from './dom/page.js';
import { type ElementTest, selectorTest } from './dom/selector.js';

/** Elements that contain the article, whatever their names. */
const NEVER_CLUTTER: ReadonlySet<string> = new Set(['HTML', 'BODY', 'MAIN', 'ARTICLE']);

/** Elements that are never part of an article, whatever they hold. */
export const isNeverArticle: ElementTest = selectorTest(
  [
    'script',
    'nav',
    '[role="navigation"]',
    '[role="dialog"]',
    '[role="alertdialog"]',
    '[role="search"]',
    '[role="banner"]',
    '[aria-modal="true"]',
    'ins.adsbygoogle',
    // Byline and date are extracted separately.
    'article > time',
    'header time',
  ].join(', '),
);

const isMarkedHidden = selectorTest('[hidden], [aria-hidden="true"]');

/** Text that a browser does not show. */
export function isHidden(element: PageElement): boolean {
  if (element.attributes.length === 0) return false;
  const { display, visibility } = element.style;
  return display === 'none' || visibility === 'hidden' || isMarkedHidden(element);
}

/** A kind of clutter. It is removed only where it holds at most this share of the page. */
interface ClutterRule {
  readonly isMeant: (element: PageElement) => boolean;
  readonly maxShare: number;
}

/** A form. Pages of ASP.NET put everything into one. */
const FORMS: ClutterRule = { isMeant: ({ localName }) => localName === 'form', maxShare: 0.5 };

/** Names of clutter: consent banners, ads, sharing, related articles. `paywall` is not one: it marks the paid text. */
const CLUTTER_NAMES: ClutterRule = {
  isMeant: named(
    /(?:^|[\s_-])(?:cookies?|consent|gdpr|cmp|ad|ads|advert\w*|adslot|sponsored|promo\w*|share|sharing|social|newsletter|subscribe|signup|related|recommend\w*|recirc\w*|more-stories|also-like|breadcrumbs?|pagination|toolbar|skip-link|popup|modal|outbrain|taboola|byline|(?:entry|post|article)-meta|author-box|autor|toc|comments?-form|reply-form)(?:$|[\s_-])/i,
  ),
  maxShare: 0.5,
};

/**
 * Names that are sometimes around text as well: captions, notes about the author, other stories, legal lines, galleries.
 * Names of site builders (`widget`) and of parts that articles have too (`teaser`, `cta`, `date`, `tags`) are left out.
 */
const DOUBTFUL_NAMES: ClutterRule = {
  isMeant: named(
    /(?:^|[\s_-])(?:captions?|credits?|(?:photo|image)-?credit|authors?(?:-(?:bio|box|card|info|line|note))?|bio|trending|most-?read|popular|(?:latest|top|more|other)-(?:stories|posts|news|articles)|disclaimer|disclosure|copyright|gallery|slideshow|carousel|print|noprint|sign-?in|donat(?:e|ion)|follow-us|subscription)(?:$|[\s_-])/i,
    { camelCase: true },
  ),
  maxShare: 0.15,
};

export const CLUTTER_RULES: readonly ClutterRule[] = [FORMS, CLUTTER_NAMES, DOUBTFUL_NAMES];

/** Whether class names or the id match. */
function named(pattern: RegExp, { camelCase = false } = {}): (element: PageElement) => boolean {
  const test = (name: string): boolean =>
    pattern.test(camelCase ? name.replace(/([a-z])([A-Z])/g, '$1-$2') : name);
  return (element) => {
    const { className, id } = element;
    if ((className === '' && id === '') || NEVER_CLUTTER.has(element.tagName)) return false;
    return test(`${className} ${id}`);
  };
}

/** Comments below a post. */
export const isComments: ElementTest = selectorTest(
  '#comments, .comments, .comment-list, #disqus_thread, [id^="comments-"], section.responses, .comments-area, .comments-page',
);
