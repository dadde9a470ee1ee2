/** Adds the session’s CSRF token to every htmx request. */
export function sendCsrfToken(): void {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (token === undefined) return;
  document.addEventListener('htmx:config:request', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx: { request: { headers: Record<string, string> } } }>).detail;
    ctx.request.headers['X-CSRF-Token'] = token;
  });
}

/** Choosing a preset checks its scopes; changing a scope selects “Custom”. */
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

/** Checking a box with `data-chooses` selects that radio button of its group. */
export function chooseByTicking(): void {
  document.addEventListener('change', (event) => {
    const box = event.target as HTMLInputElement;
    const choice = box.dataset['chooses'];
    if (choice === undefined || !box.checked) return;
    const radios = box.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [];
    for (const radio of radios) if (radio.value === choice) radio.checked = true;
  });
}

/** A form with `data-sends-itself` is sent when something else is chosen in it. */
export function sendOnChange(): void {
  document.addEventListener('change', (event) => {
    (event.target as Element).closest<HTMLFormElement>('form[data-sends-itself]')?.requestSubmit();
  });
}

/** A button with `data-repeats` adds another empty field like the last one that its selector finds in the form. */
export function repeatFields(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element | null)?.closest<HTMLButtonElement>('button[data-repeats]');
    const fields = button?.form?.querySelectorAll(button.dataset['repeats'] ?? '');
    const last = fields?.item(fields.length - 1);
    if (!last) return;
    event.preventDefault();
    const added = last.cloneNode(true) as Element;
    const input = added.querySelector('input');
    if (input) {
      input.defaultValue = '';
      input.value = '';
    }
    last.after(added);
    input?.focus();
  });
}
