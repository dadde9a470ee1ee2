import { connection } from './connection.js';

/** Changes within this time are reported once, in milliseconds. */
const DEBOUNCE_MS = 250;

/** How long to wait after the server refused the stream, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Listens for changes in the workspace and dispatches a `changed` event on the body. The live parts of the page then reload
 * themselves.
 *
 * The stream also tells whether the server is there. Only a visible page listens: browsers allow six connections per server, and every stream holds one.
 */
export function listenForChanges(): void {
  let pending: ReturnType<typeof setTimeout> | null = null;
  const notify = () => {
    if (pending !== null) return;
    pending = setTimeout(() => {
      pending = null;
      document.body.dispatchEvent(new CustomEvent('changed'));
    }, DEBOUNCE_MS);
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
    opened.addEventListener('changed', notify);
    // The session has ended.
    opened.addEventListener('ended', () => {
      over = true;
      opened.close();
    });
    opened.addEventListener('error', () => {
      missed = true;
      connection.suspect();
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      source = null;
      setTimeout(listen, RETRY_MS);
    });
    // Reload what changed while there was no stream.
    opened.addEventListener('open', () => {
      if (missed) notify();
      missed = false;
    });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : listen()));
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', listen);
  listen();
}

/**
 * A link with `data-more` leads to a longer list. The live part with the list reloads itself from there, now and on every
 * change, so that the added rows stay.
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
