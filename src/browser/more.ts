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
