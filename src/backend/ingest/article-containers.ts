import type { PageElement } from './dom/page.js';
import { selectorTest } from './dom/selector.js';

/** Names that sites give to the element that holds the text. */
const CONTAINER_NAME =
  /(?:^|[\s_-])(?:(?:entry|post|article|story|blog|page|main|news)-?(?:content|body|text)|gh-content|markdown-body|e-content|post-full-content|available-content)(?:$|\s|__)/i;

interface ContainerKind {
  readonly isContainer: (element: PageElement) => boolean;
  /** Whether a thread has one for each of its posts. */
  readonly ofEachPost: boolean;
  /** Whether it holds one post and nothing else. */
  readonly isPost: boolean;
}

/** Marks of the element that holds the article, the most reliable first. */
export const CONTAINERS: readonly ContainerKind[] = [
  { isContainer: selectorTest('[itemprop="articleBody"]'), ofEachPost: true, isPost: true },
  {
    isContainer: ({ className, id }) =>
      (className !== '' && CONTAINER_NAME.test(className)) || (id !== '' && CONTAINER_NAME.test(id)),
    ofEachPost: true,
    isPost: true,
  },
  { isContainer: selectorTest('article'), ofEachPost: false, isPost: true },
  { isContainer: selectorTest('main, [role="main"]'), ofEachPost: false, isPost: false },
];
