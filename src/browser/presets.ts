/** A preset of scopes ticks its boxes; ticking one by hand makes it a choice of one's own. */
export function tieScopesToPresets(): void {
  for (const group of document.querySelectorAll<HTMLElement>('[data-presets]')) {
    const boxes = [...group.querySelectorAll<HTMLInputElement>('input[name="scope"]')];
    group.addEventListener('change', (event) => {
      const changed = event.target as HTMLInputElement;
      const scopes = changed.dataset['scopes']?.split(' ');
      if (changed.name === 'preset' && scopes) {
        for (const box of boxes) box.checked = scopes.includes(box.value);
      }
      if (changed.name === 'preset' && changed.value === 'own')
        group.querySelector('details')?.setAttribute('open', '');
      if (changed.name === 'scope') {
        const own = group.querySelector<HTMLInputElement>('input[name="preset"][value="own"]');
        if (own) own.checked = true;
      }
    });
  }
}
