/**
 * Marks the preview as old from the first change of the form until the answer to exactly that state of it has arrived:
 * the form sends a revision, and the answer repeats it.
 */
export function markOldValidation(form: HTMLFormElement): void {
  const check = document.getElementById('check');
  const revision = form.elements.namedItem('revision');
  if (!check || !(revision instanceof HTMLInputElement)) return;
  let latest = 0;
  const changed = ({ target }: Event): void => {
    // A search is not part of the post.
    if (target instanceof Element && target.closest('[data-aside]')) return;
    latest += 1;
    revision.value = String(latest);
    check.classList.add('old');
    check.setAttribute('aria-busy', 'true');
  };
  // Before htmx reads the form.
  form.addEventListener('input', changed, true);
  form.addEventListener('change', changed, true);
  document.addEventListener('htmx:after:swap', () => {
    const shown = check.querySelector<HTMLElement>('[data-revision]')?.dataset['revision'];
    if (shown !== String(latest)) return;
    check.classList.remove('old');
    check.removeAttribute('aria-busy');
  });
  // The answer to the latest change was lost: ask again.
  document.body.addEventListener('restored', () => {
    if (check.classList.contains('old')) form.dispatchEvent(new Event('change'));
  });
}
