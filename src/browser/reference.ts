/** What the reference of the API runs. */
findByTyping();

// On a phone the contents would stand before the page.
const contents = document.querySelector('.api-side details');
if (contents instanceof HTMLDetailsElement && matchMedia('(max-width: 60rem)').matches) contents.open = false;

/** The page shows only what a person types: elements with `data-find` whose words hold all of it. */
function findByTyping(): void {
  const box = document.querySelector<HTMLElement>('[data-filter]');
  const input = box?.querySelector('input');
  if (!box || !input) return;
  const found = box.querySelector('[role=status]');
  const show = () => {
    const count = showOnly(input.value);
    if (found)
      found.textContent = input.value.trim() === '' ? '' : count === 1 ? '1 entry' : `${count} entries`;
  };

  box.hidden = false;
  input.addEventListener('input', show);
  // A browser fills in what was typed before the page was left.
  if (input.value !== '') show();
  // Whoever follows a link wants to see where it leads.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest('a[href^="#"]');
    if (!link || input.value === '') return;
    input.value = '';
    show();
  });
}

/** @returns how many entries of the page, its contents aside, are shown */
function showOnly(typed: string): number {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of document.querySelectorAll<HTMLElement>('[data-find]')) {
    const text = (entry.dataset['find'] ?? '').toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
    if (!entry.hidden && entry.closest('main')) count += 1;
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-group]')) {
    group.hidden = group.querySelector('[data-find]:not([hidden])') === null;
  }
  return count;
}
