/** Changes that come together are told once: this long after the first, in milliseconds. */
const GATHER_MS = 250;

/**
 * Listens for what changes in the workspace and tells the page by a `changed` event on its body: parts of
 * the page that show something live read themselves again then.
 */
export function listenForChanges(): void {
  if (!document.querySelector('[data-live]')) return;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const tell = () => {
    if (timers.length > 0) return;
    const gathered = () => {
      timers.pop();
      document.body.dispatchEvent(new CustomEvent('changed'));
    };
    timers.push(setTimeout(gathered, GATHER_MS));
  };
  const source = new EventSource('/live');
  source.addEventListener('changed', tell);
  let interrupted = false;
  source.addEventListener('error', () => {
    interrupted = true;
  });
  // What happened while nobody listened is read now.
  source.addEventListener('open', () => {
    if (interrupted) tell();
    interrupted = false;
  });
  window.addEventListener('pagehide', () => source.close());
}
