/** What to say when the browser gives no answer, by the name of its error. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Nothing was sent: the browser was not allowed to, or you cancelled.',
  InvalidStateError: 'This device has a passkey for you already.',
};

/** Shows the forms that need passkeys, where the browser has them. */
enablePasskeys();

function enablePasskeys(): void {
  if (!('PublicKeyCredential' in window)) return;
  if (!('parseRequestOptionsFromJSON' in PublicKeyCredential)) return;
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void answer(form);
    });
  }
}

/** Asks the browser for a passkey, and sends the form with the answer. */
async function answer(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('input[data-answer]');
  const button = form.querySelector('button');
  if (!field || button?.getAttribute('aria-busy') === 'true') return;
  button?.setAttribute('aria-busy', 'true');
  say(form, '');
  try {
    const options = await optionsFor(form);
    if (options === null) {
      say(form, 'This page is too old, or there were too many attempts. Reload it in a moment.');
      return;
    }
    const credential = await (form.dataset['passkey'] === 'create'
      ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
    if (!(credential instanceof PublicKeyCredential)) return;
    field.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    say(form, PROBLEMS[name] ?? 'The browser could not use a passkey here.');
  } finally {
    button?.removeAttribute('aria-busy');
  }
}

type Options = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

/** What the browser needs; null: the server refuses. */
async function optionsFor(form: HTMLFormElement): Promise<Options | null> {
  const csrf = form.querySelector<HTMLInputElement>('input[name="csrf"]')?.value;
  const response = await fetch(form.dataset['options'] ?? '', {
    method: 'POST',
    body: new URLSearchParams(csrf === undefined ? {} : { csrf }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return response.ok && isJson ? ((await response.json()) as Options) : null;
}

function say(form: HTMLFormElement, words: string): void {
  const place = form.querySelector<HTMLElement>('[role="alert"]');
  if (!place) return;
  place.textContent = words;
  place.hidden = words === '';
}
