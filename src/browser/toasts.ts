/** How long a notice in the corner stays, in milliseconds; those that tell of a fault stay until pressed. */
const STAYS_MS = 6000;

/** Notices in the corner go when they are pressed, and good news by itself. */
export function endToasts(): void {
  const corner = document.getElementById('toasts');
  if (!corner) return;
  corner.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a, button')) {
      (event.target as Element).closest('[data-toast]')?.remove();
    }
  });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node instanceof HTMLElement && node.matches('[data-toast].good')) {
        setTimeout(() => node.remove(), STAYS_MS);
      }
    }
  }).observe(corner, { childList: true });
}
