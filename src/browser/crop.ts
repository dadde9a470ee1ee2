import {
  type Corner,
  type Frame,
  largest,
  moved,
  type Ratio,
  resized,
  type Size,
  whole,
} from './crop/frame.js';

/** How far an arrow key goes, as a share of the picture’s longer side. */
const STEP_SHARE = 0.01;

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const SIDES = ['left', 'top', 'width', 'height'] as const;
type Side = (typeof SIDES)[number];

function openNewDialog(): void {
  const place = document.getElementById('crop');
  const dialog = place?.querySelector('dialog');
  const form = dialog?.querySelector('form');
  if (!place || !dialog || !form || dialog.open) return;
  new Cropper(form);
  const opener = document.activeElement;
  dialog.addEventListener('close', () => {
    place.replaceChildren();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-crop-cancel]')) dialog.close();
  });
  carryAltText(form);
  form.addEventListener('submit', () => form.querySelector('#crop-problem')?.replaceChildren());
  document.addEventListener('htmx:after:swap', function saved(event) {
    const { ctx } = (event as CustomEvent<{ ctx: { sourceElement?: Element } }>).detail;
    if (!dialog.isConnected) document.removeEventListener('htmx:after:swap', saved);
    if (ctx.sourceElement !== form || form.querySelector('#crop-problem')?.firstElementChild) return;
    const list = document.querySelector('[data-media-list]');
    dialog.close();
    // The preview shows the new file.
    list?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  dialog.showModal();
  form.querySelector<HTMLElement>('.crop-frame')?.focus();
}

/** What was written for the picture in the post describes its part too. */
function carryAltText(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('[data-alt]');
  const written = document.getElementById(field?.dataset['alt'] ?? '');
  if (field && written instanceof HTMLInputElement) field.value = written.value;
}

/** The frame over a picture, moved and resized with a pointer, keys, or the fields. */
class Cropper {
  readonly #form: HTMLFormElement;
  readonly #stage: HTMLElement;
  readonly #frame: HTMLElement;
  readonly #picture: Size;
  #area: Frame;

  constructor(form: HTMLFormElement) {
    const stage = form.querySelector<HTMLElement>('.crop-stage');
    const frame = form.querySelector<HTMLElement>('.crop-frame');
    if (!stage || !frame) throw new Error('The crop dialog has no frame.');
    this.#form = form;
    this.#stage = stage;
    this.#frame = frame;
    this.#picture = { width: Number(stage.dataset['width']), height: Number(stage.dataset['height']) };
    this.#area = { left: 0, top: 0, ...this.#picture };
    this.#toRatio();
    form.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === 'ratio') this.#toRatio();
      else this.#fromField(target);
    });
    frame.addEventListener('keydown', (event) => this.#onKey(event));
    frame.addEventListener('pointerdown', (event) => this.#onPointer(event));
  }

  get #ratio(): Ratio {
    const chosen = this.#form.querySelector<HTMLInputElement>('[name=ratio]:checked')?.value ?? '';
    return chosen === '' ? null : Number(chosen);
  }

  /** A free frame keeps its size, except at first, when it is the whole picture. */
  #toRatio(): void {
    const ratio = this.#ratio;
    this.#show(ratio === null ? this.#area : largest(this.#picture, ratio, this.#area));
  }

  #resize(from: Frame, corner: Corner, right: number, down: number): void {
    this.#show(resized(from, corner, right, down, { picture: this.#picture, ratio: this.#ratio }));
  }

  #onKey(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(this.#picture.width, this.#picture.height) * STEP_SHARE));
    const [right, down] = [arrow[0] * step, arrow[1] * step];
    if (event.shiftKey) this.#resize(this.#area, { x: 'right', y: 'bottom' }, right, down);
    else this.#show(moved(this.#area, right, down, this.#picture));
  }

  #onPointer(event: PointerEvent): void {
    const { target, clientX, clientY, pointerId, button } = event;
    if (button !== 0) return;
    event.preventDefault();
    this.#frame.focus();
    this.#frame.setPointerCapture(pointerId);
    const corner = cornerOf(target);
    const from = this.#area;
    const scale = this.#picture.width / this.#stage.getBoundingClientRect().width;
    const drag = (move: PointerEvent): void => {
      const [right, down] = [(move.clientX - clientX) * scale, (move.clientY - clientY) * scale];
      if (corner) this.#resize(from, corner, right, down);
      else this.#show(moved(from, right, down, this.#picture));
    };
    const end = (): void => this.#frame.removeEventListener('pointermove', drag);
    this.#frame.addEventListener('pointermove', drag);
    for (const name of ['pointerup', 'pointercancel'])
      this.#frame.addEventListener(name, end, { once: true });
  }

  #fromField({ name, valueAsNumber }: HTMLInputElement): void {
    const side = SIDES.find((one) => one === name);
    if (side === undefined) return;
    const change = Number.isNaN(valueAsNumber) ? 0 : valueAsNumber - this.#area[side];
    if (side === 'left') this.#show(moved(this.#area, change, 0, this.#picture));
    else if (side === 'top') this.#show(moved(this.#area, 0, change, this.#picture));
    else {
      const [right, down] = side === 'width' ? [change, 0] : [0, change];
      this.#resize(this.#area, { x: 'right', y: 'bottom' }, right, down);
    }
  }

  #show(area: Frame): void {
    this.#area = area;
    const pixels = whole(area, this.#picture);
    const share = (side: Side): string => {
      const along = side === 'left' || side === 'width' ? 'width' : 'height';
      return `${(pixels[side] / this.#picture[along]) * 100}%`;
    };
    for (const side of SIDES) {
      this.#frame.style[side] = share(side);
      const field = this.#form.elements.namedItem(side);
      if (field instanceof HTMLInputElement) field.valueAsNumber = pixels[side];
    }
  }
}

/** The corner under the pointer; null inside the frame. */
function cornerOf(target: EventTarget | null): Corner | null {
  const [x, y] = (target instanceof HTMLElement ? (target.dataset['corner'] ?? '') : '').split(' ');
  if (x === undefined || y === undefined) return null;
  return { x: x === 'left' ? 'left' : 'right', y: y === 'top' ? 'top' : 'bottom' };
}

document.addEventListener('htmx:after:swap', openNewDialog);
openNewDialog();
