import { type Child, createContext, type FC, useContext } from 'hono/jsx';
import { localForm } from '../../../time/forms.js';
import { BundledZone } from '../../../time/zone.js';
import type { PagePost, PostView } from './network-page.js';
import { machineTime, type ShownTime } from './shown-times.js';

/** The element around a post. In a list, it links to the page of the post. */
export const PostFrame: FC<{ readonly view: PostView; readonly children?: Child }> = ({ view, children }) => (
  <article class={view.alone ? 'post alone' : 'post in-list'}>
    {view.alone || view.isPreview ? null : (
      <a class="open" href={`${view.base}${view.post.path}`}>
        <span class="unseen">Open the post</span>
      </a>
    )}
    {!view.alone && view.post.answers ? <span class="answers">Continues a thread</span> : null}
    {children}
  </article>
);

/** The zone in which a page shows times: that of its workspace. */
export const PageZone = createContext('UTC');

interface WhenProps {
  readonly instant: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly words: ShownTime;
}

/** When it was posted, as the network writes it, with the exact time as the tooltip. */
export const When: FC<WhenProps> = ({ instant, now, words }) => {
  const zone = BundledZone.named(useContext(PageZone));
  return (
    <time class="when" datetime={machineTime(instant)} title={localForm(instant, zone)}>
      {words(instant, { now, zone })}
    </time>
  );
};

/** Content behind a content warning, collapsed by default. */
export const Warned: FC<{ readonly post: PagePost; readonly children?: Child }> = ({ post, children }) =>
  post.warning ? (
    <details class="warned">
      <summary dir="auto">{post.warning}</summary>
      {children}
    </details>
  ) : (
    <div>{children}</div>
  );

/** The title of a post on its own page: the heading of the page, but not of a page with previews. */
export const Title: FC<{ readonly view: PostView; readonly text: string }> = ({ view, text }) =>
  view.isPreview ? (
    <p class="title" dir="auto">
      {text}
    </p>
  ) : (
    <h1 class="title" dir="auto">
      {text}
    </h1>
  );
