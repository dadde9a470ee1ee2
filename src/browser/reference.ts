/** Runs on the API reference. */
filterByTyping();

// On a phone, open contents would hide the page.
const contents = document.querySelector('.api-side details');
if (contents instanceof HTMLDetailsElement && matchMedia('(max-width: 60rem)').matches) contents.open = false;

/** Filters the elements with `data-find` by the words that the user types. */
function filterByTyping(): void {
  const box = document.querySelector<HTMLElement>('[data-filter]');
  const input = box?.querySelector('input');
  if (!box || !input) return;
  const found = box.querySelector('[role=status]');
  const show = () => {
    const count = showOnly(input.value);
    if (found)
      found.textContent = input.value.trim() === '' ? '' : count === 1 ? '1 match' : `${count} matches`;
  };

  box.hidden = false;
  input.addEventListener('input', show);
  // Browsers restore the input when the user comes back.
  if (input.value !== '') show();
  // Following a link clears the filter, so that its target is visible.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest('a[href^="#"]');
    if (!link || input.value === '') return;
    input.value = '';
    show();
  });
}

/** @returns the number of shown entries, without the table of contents */
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
