import htmx from 'htmx.org';

/**
 * Uploads files that are chosen or dropped, one after another, and shows their progress. An uploaded file is replaced by the
 * server’s list item with its form fields. In a list that only shows progress, it is removed: the page’s live part has it.
 * A form can have a list for all channels, and others in the tabs of channels, which come and go.
 */
export function enableMediaUpload(): void {
  const form = document.querySelector('[data-media-field]')?.closest('form');
  if (!document.querySelector('[data-media-field]')) return;

  let queue: Promise<void> = Promise.resolve();
  const waiting = new Set<UploadItem & { readonly tray: string }>();
  const add = (field: Element | null, files: Iterable<File>): void => {
    const list = field?.querySelector<HTMLElement>('[data-media-list]');
    if (!list) return;
    for (const file of files) {
      const upload = { ...uploadItem(file.name), tray: list.dataset['tray'] ?? '' };
      waiting.add(upload);
      list.append(upload.item);
      queue = queue.then(() => send(file, upload)).finally(() => waiting.delete(upload));
    }
  };
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    const field = target.closest('[data-media-field]');
    if (!field) return;
    add(field, [...(target.files ?? [])]);
    target.value = '';
  });

  // Wherever a file is dropped, it would otherwise replace the page.
  for (const name of ['dragover', 'drop']) {
    document.addEventListener(name, (event) => event.preventDefault());
  }
  const stopDropping = (): void => {
    for (const field of document.querySelectorAll('.dropping')) field.classList.remove('dropping');
  };
  document.addEventListener('dragover', () => shownField()?.classList.add('dropping'));
  document.addEventListener('dragleave', stopDropping);
  document.addEventListener('drop', (event) => {
    stopDropping();
    add(shownField(), [...(event.dataTransfer?.files ?? [])]);
  });

  // Pasted files are added; pasted text is not touched.
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(shownField(), files);
  });

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const item = button?.closest('li');
    const list = item?.closest<HTMLElement>('[data-media-list]');
    const act = button?.dataset['mediumAct'];
    if (!button || !item || !list || act === undefined) return;
    event.preventDefault();
    if (act === 'up') item.previousElementSibling?.before(item);
    if (act === 'down') item.nextElementSibling?.after(item);
    if (act === 'remove') item.remove();
    else button.focus();
    for (const upload of waiting) if (upload.item === item) waiting.delete(upload);
    changed(list);
  });

  dragToOrder();
  showLibrary();
  document.addEventListener('htmx:after:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx: { sourceElement?: Element } }>).detail;
    const source = ctx.sourceElement;
    if (source?.matches('[data-library-add]')) {
      const list = document.querySelector<HTMLElement>(source.getAttribute('hx-target') ?? '');
      if (list) changed(list);
    }
    // The server does not know the files that are still being uploaded: a new list of it is without them.
    for (const { item, tray } of waiting) {
      if (!item.isConnected) document.querySelector(`[data-media-list][data-tray="${tray}"]`)?.append(item);
    }
  });

  form?.addEventListener('submit', (event) => {
    const item = form.querySelector<HTMLElement>('[data-uploading]');
    if (!item || event.defaultPrevented) return;
    event.preventDefault();
    const tab = item.closest('.tab-item')?.querySelector<HTMLInputElement>(':scope > .tab-radio');
    if (tab) tab.checked = true;
    item.scrollIntoView({ block: 'center' });
    const state = item.querySelector('[data-state]');
    if (state) state.textContent = 'Still uploading. Wait until it is done, or cancel the upload.';
  });
}

/** Where dropped and pasted files go: the list of the open tab, or the one for all channels. */
function shownField(): Element | null {
  const fields = [...document.querySelectorAll('[data-media-field]')];
  return fields.find((field) => field.checkVisibility()) ?? fields[0] ?? null;
}

/** The library is a dialog over the form: the page without a script has it open between the fields. */
function showLibrary(): void {
  const place = document.querySelector<HTMLElement>('[data-library]');
  if (!place) return;
  document.addEventListener('htmx:after:swap', () => {
    const dialog = place.querySelector('dialog');
    if (!dialog || dialog.matches(':modal')) return;
    dialog.removeAttribute('open');
    dialog.showModal();
    dialog.querySelector('input')?.focus();
    // The fields of a closed library must not be sent.
    dialog.addEventListener('close', () => place.replaceChildren(), { once: true });
  });
  place.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const dialog = target.closest('dialog');
      if (!dialog?.matches(':modal') || (target !== dialog && !target.closest('[data-library-close]')))
        return;
      event.preventDefault();
      event.stopPropagation();
      dialog.close();
    },
    true,
  );
}

/** A file is dragged by its picture; the others make room. */
function dragToOrder(): void {
  let dragged: HTMLElement | null = null;
  document.addEventListener('pointerdown', (event) => {
    const { target, button, pointerId } = event;
    const thumb = target instanceof Element ? target.closest('.thumb') : null;
    const list = thumb?.closest<HTMLElement>('[data-media-list]');
    if (!thumb || !list || button !== 0) return;
    event.preventDefault();
    dragged = thumb.closest('li');
    dragged?.classList.add('dragged');
    list.setPointerCapture(pointerId);
  });
  document.addEventListener('pointermove', ({ clientX, clientY }) => {
    const over = dragged && document.elementFromPoint(clientX, clientY)?.closest('li');
    if (!dragged || !over || over === dragged || over.parentElement !== dragged.parentElement) return;
    const isBefore = dragged.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_PRECEDING;
    if (isBefore) over.before(dragged);
    else over.after(dragged);
  });
  const drop = (): void => {
    if (!dragged) return;
    const list = dragged.parentElement;
    dragged.classList.remove('dragged');
    dragged = null;
    if (list) changed(list);
  };
  document.addEventListener('pointerup', drop);
  document.addEventListener('pointercancel', drop);
}

interface UploadItem {
  readonly item: HTMLLIElement;
  readonly state: HTMLElement;
  readonly progress: HTMLProgressElement;
  readonly stop: HTMLButtonElement;
}

/** Built from elements, so that the file name is always text. */
function uploadItem(name: string): UploadItem {
  const item = document.createElement('li');
  item.className = 'media-item';
  item.dataset['uploading'] = '';
  const words = document.createElement('div');
  words.className = 'media-words';
  const title = document.createElement('strong');
  title.textContent = name;
  const progress = document.createElement('progress');
  progress.className = 'used';
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute('aria-label', `Upload progress of ${name}`);
  const state = document.createElement('p');
  state.className = 'soft small';
  state.dataset['state'] = '';
  state.setAttribute('role', 'status');
  state.textContent = 'Waiting to upload';
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.className = 'button quiet';
  stop.textContent = 'Cancel upload';
  stop.dataset['mediumAct'] = 'remove';
  words.append(title, progress, state, stop);
  item.append(words);
  return { item, state, progress, stop };
}

function send(file: File, { item, state, progress, stop }: UploadItem): Promise<void> {
  if (!item.isConnected) return Promise.resolve();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const failed = (why: string, isWorthRetrying: boolean): void => {
      delete item.dataset['uploading'];
      progress.remove();
      if (isWorthRetrying) offerRetry(file, item);
      state.textContent = why;
      state.className = 'small too-long';
      stop.textContent = 'Remove';
    };
    stop.addEventListener('click', () => request.abort());
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress.value = total === 0 ? 0 : loaded / total;
      state.textContent = loaded < total ? `${Math.floor((loaded / total) * 100)} %` : 'Processing';
    });
    request.addEventListener('load', () => {
      const sent = new DOMParser().parseFromString(request.responseText, 'text/html');
      const made = sent.querySelector('[data-medium]');
      if (request.status === 200 && made && item.isConnected) {
        const list = item.parentElement;
        if (list?.dataset['mediaList'] === 'progress') {
          item.remove();
          document.body.dispatchEvent(new CustomEvent('changed'));
          return;
        }
        item.replaceWith(made);
        htmx.process(made);
        if (list) changed(list);
      } else {
        const why = sent.querySelector('p:not(:has(strong))')?.textContent ?? 'The upload failed.';
        failed(why, request.status >= 429);
      }
    });
    request.addEventListener('error', () => failed('The connection was lost.', true));
    request.addEventListener('loadend', () => resolve());
    const tray = item.closest<HTMLElement>('[data-media-list]')?.dataset['tray'];
    const isCommon = tray === undefined || tray === 'all';
    request.open('POST', isCommon ? '/media' : `/media?tray=${encodeURIComponent(tray)}`);
    request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
    request.setRequestHeader('Content-Disposition', `attachment; filename*=UTF-8''${encoded(file.name)}`);
    request.setRequestHeader('HX-Request', 'true');
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
    request.setRequestHeader('X-CSRF-Token', token ?? '');
    request.send(file);
  });
}

function offerRetry(file: File, item: HTMLElement): void {
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button';
  again.textContent = 'Try again';
  again.addEventListener('click', () => {
    const fresh = uploadItem(file.name);
    item.replaceWith(fresh.item);
    void send(file, fresh);
  });
  item.querySelector('.media-words')?.append(again);
}

/** Encodes a file name as RFC 8187 requires. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/[\ud800-\udfff]/gu, '')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}

/** Makes the preview validate the current form. */
function changed(list: HTMLElement): void {
  list.dispatchEvent(new Event('change', { bubbles: true }));
}
