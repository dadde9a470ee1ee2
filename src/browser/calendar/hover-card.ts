/** How long somebody points at an entry before its card shows, in milliseconds. */
const DELAY_MS = 250;

/** The distance between an entry and its card, in pixels. */
const GAP = 8;

/** Shows what a calendar entry contains while somebody points at it, or has the focus on it. */
export function showHoverCards(grid: HTMLElement): void {
  const card = document.createElement('div');
  card.className = 'hover-card';
  card.setAttribute('role', 'tooltip');
  card.hidden = true;
  document.body.append(card);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(waiting);
    card.hidden = true;
  };
  const show = (link: Element | null) => {
    const content = link?.querySelector('template')?.content;
    if (!link || !content) return hide();
    card.replaceChildren(content.cloneNode(true));
    card.hidden = false;
    place(card, link);
  };
  const linkAt = (target: EventTarget | null) => (target as Element | null)?.closest('a') ?? null;
  grid.addEventListener('pointerover', (event) => {
    hide();
    const link = linkAt(event.target);
    if (link && event.pointerType === 'mouse' && event.buttons === 0) {
      waiting = setTimeout(() => show(link.isConnected ? link : null), DELAY_MS);
    }
  });
  grid.addEventListener('pointerleave', hide);
  grid.addEventListener('pointerdown', hide);
  grid.addEventListener('focusin', ({ target }) => {
    const link = linkAt(target);
    show(link?.matches(':focus-visible') ? link : null);
  });
  grid.addEventListener('focusout', hide);
  grid.addEventListener('scroll', hide, true);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}

/** Beside the entry, where there is room. */
function place(card: HTMLElement, link: Element): void {
  const { left, right, top } = (link.closest('.ec-event') ?? link).getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const isRoomAtRight = right + GAP + width <= window.innerWidth;
  const x = isRoomAtRight ? right + GAP : Math.max(GAP, left - GAP - width);
  const y = Math.max(GAP, Math.min(top, window.innerHeight - height - GAP));
  card.style.left = `${x}px`;
  card.style.top = `${y}px`;
}
