/** How long to wait for more letters, in milliseconds. */
const REST_MS = 250;

/** A form with `data-filter` reloads the live list with that id while somebody types, and keeps the address up to date. */
export function filterWhileTyping(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-filter]')) {
    const list = document.getElementById(form.dataset['filter'] ?? '');
    // A later part of a list is not live: there, the form is sent as usual.
    if (!list || !('live' in list.dataset)) continue;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      clearTimeout(resting);
      const path = addressOf(form);
      list.setAttribute('hx-get', path);
      list.dispatchEvent(new CustomEvent('lengthened'));
      window.history.replaceState(null, '', path);
    };
    form.addEventListener('input', () => {
      clearTimeout(resting);
      resting = setTimeout(reload, REST_MS);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      reload();
    });
  }
}

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') query.set(name, value.trim());
  }
  const { pathname } = new URL(form.action);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
