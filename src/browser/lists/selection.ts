import { isCommand } from '../keys.js';
import { answerByKey } from './inbox.js';

const FORM = '[data-pick-form]';
const BOX = '[data-pick]';
const ROW = '[data-row]';

/** Selecting rows of a list: ranges with Shift, all with one box, and j, k and x on the keyboard. */
export function enableSelection(): void {
  let last: HTMLInputElement | null = null;
  document.addEventListener('click', (event) => {
    const box = boxAt(event.target);
    if (!box) return;
    if (event.shiftKey && last?.isConnected) selectBetween(last, box);
    last = box;
    count(box);
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if ('pickAll' in target.dataset) {
      for (const box of boxesOf(target)) box.checked = target.checked;
    }
    if ('pickRest' in target.dataset && target.checked) {
      for (const box of boxesOf(target)) box.checked = true;
    }
    count(target);
  });
  document.addEventListener('reset', ({ target }) => {
    // The boxes change after this event.
    if (target instanceof HTMLFormElement) setTimeout(() => count(target));
  });
  document.addEventListener('htmx:after:swap', () => {
    const form = document.querySelector(FORM);
    if (form) count(form);
  });
  document.addEventListener('keydown', walkRows);
}

/** The box that a click toggles: a click on its label clicks it as well. */
function boxAt(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.matches(BOX) ? target : null;
}

function boxesOf(inside: Element): HTMLInputElement[] {
  return [...(inside.closest(FORM)?.querySelectorAll<HTMLInputElement>(BOX) ?? [])];
}

function selectBetween(from: HTMLInputElement, to: HTMLInputElement): void {
  const boxes = boxesOf(to);
  const [first = 0, second = 0] = [boxes.indexOf(from), boxes.indexOf(to)].sort((one, other) => one - other);
  if (first === -1) return;
  for (const box of boxes.slice(first, second + 1)) box.checked = to.checked;
}

/** Says how many rows are selected. */
function count(inside: Element): void {
  const form = inside.closest(FORM);
  const words = form?.querySelector('[data-pick-count]');
  if (!form || !words) return;
  const boxes = boxesOf(form);
  const selected = boxes.filter((box) => box.checked).length;
  const rest = form.querySelector<HTMLInputElement>('[data-pick-rest]');
  if (rest && selected < boxes.length) rest.checked = false;
  const text = selected === 0 ? '' : `${selected} selected`;
  if (words.textContent !== text) words.textContent = text;
  const all = form.querySelector<HTMLInputElement>('[data-pick-all]');
  if (all) {
    all.checked = selected > 0 && selected === boxes.length;
    all.indeterminate = selected > 0 && selected < boxes.length;
  }
}

/** `j` and `k` go to the next and the previous row, `x` selects the row. */
function walkRows(event: KeyboardEvent): void {
  if (!isCommand(event)) return;
  answerByKey(event);
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  if (rows.length === 0) return;
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const here = focused === -1 ? rows.findIndex((row) => row.querySelector('[aria-current]')) : focused;
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
  if (step !== 0) {
    const next = rows[Math.min(Math.max(here + step, 0), rows.length - 1)];
    next?.querySelector<HTMLElement>('.row-link')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  } else if (event.key === 'x' && here !== -1) {
    rows[here]?.querySelector<HTMLInputElement>(BOX)?.click();
  }
}
