/** Forms that were confirmed, until they are sent. */
const confirmed = new WeakSet<HTMLFormElement>();

/**
 * Asks for confirmation before sending a form with `data-ask`: for what cannot be taken back. The button that confirms
 * has the words of the button that was pressed.
 */
export function askFirst(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      const question = form.dataset['ask'];
      if (question === undefined || confirmed.delete(form)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(question, form, event.submitter);
    },
    true,
  );
}

function ask(question: string, form: HTMLFormElement, submitter: HTMLElement | null): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'ask';
  dialog.setAttribute('aria-labelledby', 'ask-title');
  const [title = question, rest = ''] = question.split(/(?<=\?) (.*)/s);
  const heading = document.createElement('h2');
  heading.id = 'ask-title';
  heading.textContent = title;
  const words = document.createElement('p');
  words.textContent = rest;
  const name = submitter?.textContent.trim() ?? 'OK';
  const isDanger = submitter?.classList.contains('danger') ?? false;
  const buttons = document.createElement('div');
  buttons.className = 'buttons';
  const keep = button(name.startsWith('Cancel') ? 'Keep' : 'Cancel', 'button', () => dialog.close());
  const act = button(name, isDanger ? 'button danger' : 'button main', () => {
    dialog.close();
    if (!form.isConnected) return;
    confirmed.add(form);
    form.requestSubmit(submitter);
    // A form with an invalid field is not sent.
    confirmed.delete(form);
  });
  buttons.append(keep, act);
  dialog.append(heading, ...(rest === '' ? [] : [words]), buttons);
  dialog.addEventListener('close', () => {
    dialog.remove();
    submitter?.focus();
  });
  // A click outside closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  keep.focus();
}

function button(words: string, className: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = words;
  made.addEventListener('click', press);
  return made;
}
