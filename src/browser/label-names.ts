/**
 * Completes each name of a list with commas. A browser completes the whole field, so the offered values begin with the
 * names that are typed already.
 */
export function completeLabels(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'newLabel' || !target.list) return;
    const typed = target.value.split(',');
    const before = typed.slice(0, -1).map((name) => name.trim());
    const taken = new Set(before.map((name) => name.toLowerCase()));
    for (const option of target.list.querySelectorAll('option')) {
      const name = option.dataset['name'] ?? '';
      option.value = [...before, name].join(', ');
      option.disabled = taken.has(name.toLowerCase());
    }
  });
}
