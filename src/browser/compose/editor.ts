import { insertSavedTexts } from './saved-texts.js';

/** The composer’s tabs, counters, problems and keys. All of it works without a script too, after pressing a button. */
export function enableEditor(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll('[data-without-script]')) button.remove();
  followCommonText(form);
  markExcess(form);
  markStates(form);
  leadToProblems(form);
  pressByKeys(form);
  filterChips(form);
  closeTimeMenu(form);
  changeThreads(form);
  checkAttachedLink(form);
  insertSavedTexts(form);
}

/** An untouched tab follows the common text. The first change in it makes the text the channel’s own. */
function followCommonText(form: HTMLFormElement): void {
  const common = form.querySelector<HTMLTextAreaElement>('#text');
  if (!common) return;
  const baseOf = (own: HTMLElement) =>
    own.closest('.tab-panel')?.querySelector<HTMLInputElement>('[data-base]');
  const showOwn = (own: HTMLTextAreaElement): void => {
    const base = baseOf(own);
    const isOwn = base !== null && base !== undefined && own.value.trim() !== '' && own.value !== base.value;
    own.closest('.tab-item')?.toggleAttribute('data-own', isOwn);
  };
  const follow = (own: HTMLTextAreaElement): void => {
    own.value = common.value;
    const base = baseOf(own);
    if (base) base.value = common.value;
    showOwn(own);
  };
  // Before the form is sent for validation.
  form.addEventListener(
    'input',
    ({ target }) => {
      if (target === common) {
        for (const own of ownTexts(form)) {
          if (!own.closest('.tab-item')?.hasAttribute('data-own')) follow(own);
        }
      }
      if (target instanceof HTMLTextAreaElement && 'ownText' in target.dataset) showOwn(target);
    },
    true,
  );
  // A text that was emptied is the common one again.
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLTextAreaElement && 'ownText' in target.dataset && target.value.trim() === '') {
      follow(target);
    }
  });
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-reset]') : null;
    const own = button?.closest('.tab-panel')?.querySelector<HTMLTextAreaElement>('[data-own-text]');
    if (!own) return;
    // Replaced as if typed, so that the browser can undo it.
    own.focus();
    own.select();
    if (!document.execCommand('insertText', false, common.value)) own.value = common.value;
    follow(own);
    own.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const showResets = (): void => {
    for (const button of form.querySelectorAll<HTMLElement>('[data-reset]')) button.hidden = false;
  };
  showResets();
  document.addEventListener('htmx:after:swap', showResets);
}

function ownTexts(form: HTMLFormElement): NodeListOf<HTMLTextAreaElement> {
  return form.querySelectorAll<HTMLTextAreaElement>('[data-own-text]');
}

/** Marks, behind the text, what the network would not take. */
function markExcess(form: HTMLFormElement): void {
  const mark = (layer: HTMLElement): void => {
    const area = layer.parentElement?.querySelector('textarea');
    const cut = document.getElementById(layer.dataset['excess'] ?? '')?.dataset['cut'];
    if (!area) return;
    const at = cut === undefined ? area.value.length : Number(cut);
    const excess = document.createElement('mark');
    excess.textContent = area.value.slice(at);
    // A final line break is shown only if something follows it.
    layer.replaceChildren(area.value.slice(0, at), excess, '\u200b');
    layer.scrollTop = area.scrollTop;
  };
  const markAll = (): void => {
    for (const layer of form.querySelectorAll<HTMLElement>('[data-excess]')) mark(layer);
  };
  const layerOf = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement
      ? target.parentElement?.querySelector<HTMLElement>('[data-excess]')
      : null;
  form.addEventListener('input', ({ target }) => {
    const layer = layerOf(target);
    if (layer) mark(layer);
  });
  form.addEventListener(
    'scroll',
    ({ target }) => {
      const layer = layerOf(target);
      if (layer && target instanceof HTMLElement) layer.scrollTop = target.scrollTop;
    },
    true,
  );
  document.addEventListener('htmx:after:swap', markAll);
  markAll();
}

/** Shows at each chip and tab whether its channel has a problem, as the last validation says. */
function markStates(form: HTMLFormElement): void {
  const show = (): void => {
    const states = new Map<string, string>();
    for (const preview of form.querySelectorAll<HTMLElement>('#check [data-account]')) {
      states.set(preview.dataset['account'] ?? '', preview.dataset['state'] ?? '');
    }
    for (const place of form.querySelectorAll<HTMLElement>('[data-state-of]')) {
      place.dataset['state'] = states.get(place.dataset['stateOf'] ?? '') ?? '';
    }
  };
  document.addEventListener('htmx:after:swap', show);
  show();
}

/** A problem in the footer leads to its field, in the tab of its channel. */
function leadToProblems(form: HTMLFormElement): void {
  form.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-problem]') : null;
    if (!link) return;
    const tab = link.dataset['problem'] ?? 'all';
    const name = link.dataset['field'] ?? '';
    const own = document.getElementById(`tab-item-${tab}`);
    const isOwnText = name === 'text' && own?.hasAttribute('data-own');
    const [, post] = /^thread\/(\d+)$/.exec(name) ?? [];
    const field =
      post !== undefined
        ? threadPost(form, tab, Number(post))
        : name === 'text' && !isOwnText
          ? document.getElementById('text')
          : (document.getElementById(`o.${tab}.${name}`) ??
            form.querySelector<HTMLElement>(`[name="o.${tab}.${name}"]`) ??
            (name === 'mediaUrls'
              ? (document.getElementById(`files-${tab}`) ?? document.getElementById('files'))
              : null));
    if (!field) return;
    event.preventDefault();
    const write = form.querySelector<HTMLInputElement>('[name=pane][value=write]');
    if (write) write.checked = true;
    const radio = field.closest('.tab-item')?.querySelector<HTMLInputElement>(':scope > .tab-radio');
    if (radio) radio.checked = true;
    field.closest('details')?.setAttribute('open', '');
    field.focus();
    field.scrollIntoView({ block: 'center' });
  });
}

/** Ctrl or ⌘ with Enter presses the main button, with S the one that saves; with Shift and Enter, a post is split. */
function pressByKeys(form: HTMLFormElement): void {
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat) return;
    if (event.shiftKey) {
      if (event.key === 'Enter' && splitAtCaret(form)) event.preventDefault();
      return;
    }
    const main = form.querySelector<HTMLButtonElement>('[data-main]');
    const save = form.querySelector<HTMLButtonElement>('[data-save]') ?? main;
    const pressed = event.key === 'Enter' ? main : event.key.toLowerCase() === 's' ? save : null;
    if (!pressed) return;
    event.preventDefault();
    pressed.click();
  });
}

function filterChips(form: HTMLFormElement): void {
  const filter = form.querySelector<HTMLInputElement>('[data-chip-filter]');
  if (!filter) return;
  filter.hidden = false;
  filter.addEventListener('input', (event) => {
    // The filter is not part of the post.
    event.stopPropagation();
    const words = filter.value.trim().toLowerCase();
    for (const chip of form.querySelectorAll<HTMLElement>('.chip-place')) {
      chip.hidden = !(chip.textContent ?? '').toLowerCase().includes(words);
    }
  });
}

/** Choosing a time closes the menu; so do Escape and a click elsewhere. Entering a time chooses it. */
function closeTimeMenu(form: HTMLFormElement): void {
  const menu = form.querySelector<HTMLDetailsElement>('.time-menu');
  if (!menu) return;
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!menu.open || !(target instanceof Element)) return;
    // Arrow keys choose too, and keep the menu open.
    const isPressed = event instanceof PointerEvent && event.pointerType !== '';
    const choice = target.closest('.time-choice');
    const isChosen = choice !== null && isPressed && !choice.querySelector('[data-choice=own]');
    if (!menu.contains(target) || isChosen) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  menu.querySelector('[type=datetime-local]')?.addEventListener('input', () => {
    const own = menu.querySelector<HTMLInputElement>('[data-choice=own]');
    if (own) own.checked = true;
  });
}

/** A post of a channel’s thread, as validation counts them: without empty ones. */
function threadPost(form: HTMLFormElement, accountId: string, index: number): HTMLElement | undefined {
  const posts = form.querySelectorAll<HTMLTextAreaElement>(`[name="o.${accountId}.thread"]`);
  return [...posts].filter(({ value }) => value.trim() !== '')[index];
}

/** @returns whether the focus is in a text that can be split */
function splitAtCaret(form: HTMLFormElement): boolean {
  const area = document.activeElement;
  const caret = form.elements.namedItem('caret');
  if (!(area instanceof HTMLTextAreaElement) || !(caret instanceof HTMLInputElement)) return false;
  const button = area.closest('.thread-post')?.querySelector<HTMLElement>('[data-cut-here]');
  if (!button) return false;
  caret.value = String(area.selectionStart);
  button.click();
  return true;
}

/** What a button has changed on the server, such as a thread, is checked and kept. */
function changeThreads(form: HTMLFormElement): void {
  document.addEventListener('htmx:after:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx: { sourceElement?: Element } }>).detail;
    if (ctx.sourceElement?.matches('[data-changes]'))
      form.dispatchEvent(new Event('input', { bubbles: true }));
  });
  // Enter in a field would press the first button of the form, which is for pages without a script.
  form.addEventListener('submit', (event) => {
    if (event.submitter?.matches('[data-default]')) event.preventDefault();
  });
}

/** A link that was attached or removed is checked and kept, also if an answer from before it arrives after it. */
function checkAttachedLink(form: HTMLFormElement): void {
  const attached = (): string => form.querySelector<HTMLInputElement>('#link')?.value ?? '';
  let last = attached();
  new MutationObserver(() => {
    if (attached() === last) return;
    last = attached();
    form.dispatchEvent(new Event('input', { bubbles: true }));
  }).observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] });
}
