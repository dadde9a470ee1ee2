/**
 * Files for a post: chosen or dropped, each sent as it is while its progress shows, and then an item of the list
 * that the server wrote, with the fields that the form sends.
 */
export function takeMedia(): void {
  const field = document.querySelector<HTMLElement>('[data-media-field]');
  const list = field?.querySelector<HTMLElement>('[data-media-list]');
  const chooser = field?.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field || !list || !chooser) return;

  let turn: Promise<void> = Promise.resolve();
  const take = (files: Iterable<File>): void => {
    for (const file of files) {
      const waiting = waitingItem(file.name);
      list.append(waiting.item);
      turn = turn.then(() => upload(file, waiting));
    }
  };
  chooser.addEventListener('change', () => {
    take([...(chooser.files ?? [])]);
    chooser.value = '';
  });

  // A file that is dropped beside the field would take the place of the page.
  for (const name of ['dragover', 'drop']) {
    document.addEventListener(name, (event) => event.preventDefault());
  }
  field.addEventListener('dragover', () => field.classList.add('dropping'));
  field.addEventListener('dragleave', () => field.classList.remove('dropping'));
  field.addEventListener('drop', (event) => {
    field.classList.remove('dropping');
    take([...(event.dataTransfer?.files ?? [])]);
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
    if (state) state.textContent = 'Still on its way: wait until it is here, or stop it.';
  });
}

interface WaitingItem {
  readonly item: HTMLLIElement;
  readonly state: HTMLElement;
  readonly progress: HTMLProgressElement;
  readonly stop: HTMLButtonElement;
}

/** Made from elements: a file's name is only ever text. */
function waitingItem(name: string): WaitingItem {
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
  progress.setAttribute('aria-label', `Upload of ${name}`);
  const state = document.createElement('p');
  state.className = 'soft small';
  state.dataset['state'] = '';
  state.setAttribute('role', 'status');
  state.textContent = 'Waits for its turn';
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.className = 'button quiet';
  stop.textContent = 'Stop it';
  stop.dataset['mediumRemove'] = '';
  words.append(title, progress, state, stop);
  item.append(words);
  return { item, state, progress, stop };
}

function upload(file: File, { item, state, progress, stop }: WaitingItem): Promise<void> {
  if (!item.isConnected) return Promise.resolve();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const failed = (why: string): void => {
      delete item.dataset['uploading'];
      progress.remove();
      state.textContent = why;
      state.className = 'small too-long';
      stop.textContent = 'Leave it out';
    };
    stop.addEventListener('click', () => request.abort());
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress.value = total === 0 ? 0 : loaded / total;
      state.textContent = loaded < total ? `${Math.floor((loaded / total) * 100)} %` : 'Is looked at';
    });
    request.addEventListener('load', () => {
      const sent = new DOMParser().parseFromString(request.responseText, 'text/html');
      const made = sent.querySelector('[data-medium]');
      if (request.status === 200 && made && item.isConnected) {
        const list = item.parentElement;
        item.replaceWith(made);
        if (list) changed(list);
      } else {
        failed(sent.querySelector('p:not(:has(strong))')?.textContent ?? 'It was not taken. Try it again.');
      }
    });
    request.addEventListener('error', () => failed('The connection broke. Choose the file again.'));
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

/** As RFC 8187 writes a name. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/[\ud800-\udfff]/gu, '')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}

/** The check beside the form judges what is in it now. */
function changed(list: HTMLElement): void {
  list.dispatchEvent(new Event('change', { bubbles: true }));
}
