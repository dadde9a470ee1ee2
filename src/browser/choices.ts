/** Ticking a box with `data-chooses` chooses, in its group, the way that the box belongs to. */
export function chooseByTicking(): void {
  document.addEventListener('change', (event) => {
    const box = event.target as HTMLInputElement;
    const choice = box.dataset['chooses'];
    if (choice === undefined || !box.checked) return;
    const radios = box.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [];
    for (const radio of radios) if (radio.value === choice) radio.checked = true;
  });
}
