import 'htmx.org';
import { askFirst, chooseByTicking, sendCsrfToken, tieScopesToPresets } from './forms.js';
import { lengthenLists, listenForChanges } from './live.js';
import { takeMedia } from './media.js';

/** How long a button says that it has copied, in milliseconds. */
const SAID_FOR_MS = 1600;

/** How long a notice in the corner stays, in milliseconds; those that tell of a fault stay until pressed. */
const STAYS_MS = 6000;

/** What every page of the dashboard runs. */
sendCsrfToken();
copyOnPress();
askFirst();
tieScopesToPresets();
chooseByTicking();
endToasts();
showOwnTimes(document);
takeMedia();
lengthenLists();
listenForChanges();

/** Buttons with `data-copy` put that text on the clipboard, and say so. */
function copyOnPress(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element | null)?.closest<HTMLButtonElement>('button[data-copy]');
    if (!button) return;
    const name = button.textContent;
    const say = (words: string) => {
      button.textContent = words;
      setTimeout(() => {
        button.textContent = name;
      }, SAID_FOR_MS);
    };
    navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
      () => say('Copied'),
      () => say('Select and copy it yourself'),
    );
  });
}

/** Notices in the corner go when they are pressed, and good news by itself. */
function endToasts(): void {
  const corner = document.getElementById('toasts');
  if (!corner) return;
  corner.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a, button')) {
      (event.target as Element).closest('[data-toast]')?.remove();
    }
  });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node instanceof HTMLElement && node.matches('[data-toast].good')) {
        setTimeout(() => node.remove(), STAYS_MS);
      }
    }
  }).observe(corner, { childList: true });
}

/** Where the reader's clock shows another hour than the workspace's, pointing at a time tells it. */
function showOwnTimes(within: ParentNode): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const mark = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-own])')) {
      const instant = new Date(element.dateTime);
      if (Number.isNaN(instant.getTime())) continue;
      element.dataset['own'] = '';
      element.title = `${element.title}\n${format.format(instant)} where you are`.trim();
    }
  };
  mark(within);
  document.addEventListener('htmx:after:swap', () => mark(document));
}
