/**
 * Uploads files that are chosen or dropped, one after another, and shows their progress. An uploaded file is replaced by the
 * server’s list item with its form fields. In a list that only shows progress, it is removed: the page’s live part has it.
 */
export function enableMediaUpload(): void {
  const field = document.querySelector<HTMLElement>('[data-media-field]');
  const list = field?.querySelector<HTMLElement>('[data-media-list]');
  const chooser = field?.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field || !list || !chooser) return;

  let queue: Promise<void> = Promise.resolve();
  const add = (files: Iterable<File>): void => {
    for (const file of files) {
      const waiting = uploadItem(file.name);
      list.append(waiting.item);
      queue = queue.then(() => upload(file, waiting));
    }
  };
  chooser.addEventListener('change', () => {
    add([...(chooser.files ?? [])]);
    chooser.value = '';
  });

  // A file dropped outside the field would replace the page.
  for (const name of ['dragover', 'drop']) {
    document.addEventListener(name, (event) => event.preventDefault());
  }
  field.addEventListener('dragover', () => field.classList.add('dropping'));
  field.addEventListener('dragleave', () => field.classList.remove('dropping'));
  field.addEventListener('drop', (event) => {
    field.classList.remove('dropping');
    add([...(event.dataTransfer?.files ?? [])]);
  });

  // Pasted files are added; pasted text is not touched.
  list.closest('form')?.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });

  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button');
    const item = button?.closest('li');
    if (!button || !item) return;
    const move = button.dataset['mediumMove'];
    if (move === 'up') item.previousElementSibling?.before(item);
    if (move === 'down') item.nextElementSibling?.after(item);
    if ('mediumRemove' in button.dataset) item.remove();
    if (move !== undefined) button.focus();
    if (move !== undefined || 'mediumRemove' in button.dataset) changed(list);
  });

  list.closest('form')?.addEventListener('submit', (event) => {
    const waiting = list.querySelector<HTMLElement>('[data-uploading]');
    if (!waiting) return;
    event.preventDefault();
    waiting.scrollIntoView({ block: 'center' });
    const state = waiting.querySelector('[data-state]');
    if (state) state.textContent = 'Still uploading. Wait until it is done, or cancel the upload.';
  });
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
  stop.dataset['mediumRemove'] = '';
  words.append(title, progress, state, stop);
  item.append(words);
  return { item, state, progress, stop };
}

function upload(file: File, { item, state, progress, stop }: UploadItem): Promise<void> {
  if (!item.isConnected) return Promise.resolve();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const failed = (why: string): void => {
      delete item.dataset['uploading'];
      progress.remove();
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
        if (list) changed(list);
      } else {
        failed(sent.querySelector('p:not(:has(strong))')?.textContent ?? 'The upload failed. Try again.');
      }
    });
    request.addEventListener('error', () => failed('The connection was lost. Choose the file again.'));
    request.addEventListener('loadend', () => resolve());
    request.open('POST', '/media');
    request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
    request.setRequestHeader('Content-Disposition', `attachment; filename*=UTF-8''${encoded(file.name)}`);
    request.setRequestHeader('HX-Request', 'true');
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
    request.setRequestHeader('X-CSRF-Token', token ?? '');
    request.send(file);
  });
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
