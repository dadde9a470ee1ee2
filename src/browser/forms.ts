/** Gives every request that htmx makes the token that this session's pages carry. */
export function sendCsrfToken(): void {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (token === undefined) return;
  document.addEventListener('htmx:config:request', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx: { request: { headers: Record<string, string> } } }>).detail;
    ctx.request.headers['X-CSRF-Token'] = token;
  });
}

/** Forms with `data-ask` are sent only after a yes. */
export function askFirst(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const question = (event.target as HTMLFormElement).dataset['ask'];
      if (question !== undefined && !window.confirm(question)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
}

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
