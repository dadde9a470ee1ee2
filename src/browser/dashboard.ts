import 'htmx.org';
import { askFirst } from './ask.js';
import { enableEditor } from './compose/editor.js';
import { keepForm, sendLocalForms } from './compose/keep-form.js';
import { clearAtSignOut } from './compose/local-forms.js';
import { markOldValidation } from './compose/validation.js';
import { watchConnection } from './connection.js';
import { loadCropOnPress } from './crop-dialog.js';
import { chooseByTicking, repeatFields, sendCsrfToken, sendOnChange, tieScopesToPresets } from './forms.js';
import { walkByKeys } from './keys.js';
import { completeLabels } from './label-names.js';
import { lengthenLists, listenForChanges } from './live.js';
import { enableMediaUpload } from './media.js';
import { sendByScript } from './send-forms.js';
import { handleToasts } from './toasts.js';

/** How long a button shows “Copied”, in milliseconds. */
const COPIED_MS = 1600;

/** Runs on every page of the dashboard. */
sendCsrfToken();
copyOnPress();
askFirst();
tieScopesToPresets();
chooseByTicking();
sendOnChange();
repeatFields();
completeLabels();
handleToasts();
walkByKeys();
showOwnTimes(document);
enableMediaUpload();
loadCropOnPress();
watchConnection();
sendByScript();
clearAtSignOut();
enableComposer();
lengthenLists();
listenForChanges();

/** Forms that were kept in this browser are sent on every page: their page may never be opened again. */
function enableComposer(): void {
  const form = document.getElementById('compose');
  if (form instanceof HTMLFormElement) {
    markOldValidation(form);
    enableEditor(form);
    keepForm(form);
  }
  document.body.addEventListener('restored', () => void sendLocalForms());
  void sendLocalForms();
}

/** Buttons with `data-copy` copy that text to the clipboard. */
function copyOnPress(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element | null)?.closest<HTMLButtonElement>('button[data-copy]');
    if (!button) return;
    const name = button.textContent;
    const show = (words: string) => {
      button.textContent = words;
      setTimeout(() => {
        button.textContent = name;
      }, COPIED_MS);
    };
    navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
      () => show('Copied'),
      () => show('Not copied: select the text'),
    );
  });
}

/** Adds the time in the reader’s own zone to the tooltips of times. */
function showOwnTimes(within: ParentNode): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const mark = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-own])')) {
      const instant = new Date(element.dateTime);
      if (Number.isNaN(instant.getTime())) continue;
      element.dataset['own'] = '';
      element.title = `${element.title}\n${format.format(instant)} in your time zone`.trim();
    }
  };
  mark(within);
  document.addEventListener('htmx:after:swap', () => mark(document));
}
