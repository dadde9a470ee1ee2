/** Changes that come together are told once: this long after the first, in milliseconds. */
const GATHER_MS = 250;

/** Where the server would not have another listener, it is asked again after so long, in milliseconds. */
const ASK_AGAIN_MS = 10_000;

/**
 * Listens for what changes in the workspace and tells the page by a `changed` event on its body: parts of
 * the page that show something live read themselves again then.
 *
 * Only a page that is looked at listens: browsers have six connections for a server, and every listener holds one.
 */
export function listenForChanges(): void {
  if (!document.querySelector('[data-live]')) return;
  let telling: ReturnType<typeof setTimeout> | null = null;
  const tell = () => {
    if (telling !== null) return;
    telling = setTimeout(() => {
      telling = null;
      document.body.dispatchEvent(new CustomEvent('changed'));
    }, GATHER_MS);
  };

  let source: EventSource | null = null;
  let missed = false;
  let over = false;
  const stop = () => {
    source?.close();
    source = null;
    missed = true;
  };
  const listen = () => {
    if (source || over || document.hidden) return;
    const opened = new EventSource('/live');
    source = opened;
    opened.addEventListener('changed', tell);
    // Signed out: there is nothing more to hear.
    opened.addEventListener('ended', () => {
      over = true;
      opened.close();
    });
    opened.addEventListener('error', () => {
      missed = true;
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      source = null;
      setTimeout(listen, ASK_AGAIN_MS);
    });
    // What happened while nobody listened is read now.
    opened.addEventListener('open', () => {
      if (missed) tell();
      missed = false;
    });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : listen()));
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', listen);
  listen();
}

/**
 * A link with `data-more` is the address of a longer list. Here the part of the page that shows the list reads
 * itself from there, now and whenever something changes, so that no row that somebody asked for goes again.
 */
export function lengthenLists(): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-more]');
    const list = link?.closest('[data-live]');
    const path = link?.getAttribute('href');
    if (!list || !path) return;
    event.preventDefault();
    list.setAttribute('hx-get', path);
    list.dispatchEvent(new CustomEvent('lengthened'));
    window.history.replaceState(null, '', path);
  });
}
