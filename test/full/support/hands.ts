import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A way to use a page: what a person does with the devices at hand. */
export interface Hands {
  readonly context: Pick<BrowserContextOptions, 'hasTouch' | 'javaScriptEnabled'> & {
    readonly width: number;
  };
  /** Activates a link, a button, a box, or what opens and closes. */
  press(target: Locator): Promise<void>;
  /** Replaces what a field has. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses files from the browser’s own dialog. */
  attach(field: Locator, path: string): Promise<void>;
  /** Takes back what was just done. */
  undo(page: Page): Promise<void>;
}

const undoButton = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });

/** Boxes that look like something else are pressed by their label. */
async function visible(target: Locator): Promise<Locator> {
  const id = await target.getAttribute('id');
  const own = target.page().locator(`label[for="${id}"]`);
  const around = target.locator('xpath=ancestor::label');
  const isBox = /^(?:checkbox|radio)$/.test((await target.getAttribute('type')) ?? '');
  if (isBox && (await around.count()) > 0) return around.first();
  return isBox && (await own.count()) > 0 ? own.first() : target;
}

/** Clicks, and types into what was clicked. */
function pointing(touch: (target: Locator) => Promise<void>): Omit<Hands, 'context' | 'undo'> {
  const press = async (target: Locator): Promise<void> => touch(await visible(target));
  return {
    press,
    async type(field, text) {
      await press(field);
      await field.fill(text);
    },
    async attach(field, path) {
      const [dialog] = await Promise.all([field.page().waitForEvent('filechooser'), press(field)]);
      await dialog.setFiles(path);
    },
  };
}

export const MOUSE: Hands = {
  ...pointing((target) => target.click()),
  context: { width: 1440 },
  undo: (page) => undoButton(page).click(),
};

/** Fingers on a narrow screen. */
export const PHONE: Hands = {
  ...pointing((target) => target.tap()),
  context: { width: 390, hasTouch: true },
  undo: (page) => undoButton(page).tap(),
};

/** A mouse in a browser that runs no scripts. */
export const NO_SCRIPT: Hands = {
  ...MOUSE,
  context: { width: 1280, javaScriptEnabled: false },
};

/** How long the browser's own dialog may take to open, including the way to its field. */
const CHOOSER_MS = 60_000;

/** Presses of Tab from one control to another. */
const MAX_TABS = 400;

/** Goes on to a control with Tab, or, inside a group of radios, with the arrows. */
async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < MAX_TABS; step += 1) {
    const key = await nextKey(target);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Not reached with the keyboard: ${target}`);
}

/** The key that leads on to a control, or null if it has the focus. A page that is being left is asked again. */
async function nextKey(target: Locator): Promise<'Tab' | 'ArrowDown' | null> {
  try {
    return await target.evaluate((one) => {
      const focus = one.ownerDocument.activeElement;
      if (one === focus) return null;
      const isRadio = (node: unknown): node is { type: string; name: string } =>
        typeof node === 'object' &&
        node !== null &&
        'type' in node &&
        node.type === 'radio' &&
        'name' in node;
      return isRadio(one) && isRadio(focus) && one.name === focus.name ? 'ArrowDown' : 'Tab';
    });
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error;
    await target.waitFor({ state: 'attached' });
    return nextKey(target);
  }
}

/** `2026-12-24T10:30` as the parts of the field are typed in English: `12242026` and `1030AM`. */
function typedTime(text: string): readonly [day: string, time: string] {
  const [year = '', month = '', day = '', hour = '', minute = ''] = text.split(/\D/);
  const half = String(Number(hour) % 12 || 12).padStart(2, '0');
  return [`${month}${day}${year}`, `${half}${minute}${Number(hour) < 12 ? 'AM' : 'PM'}`];
}

export const KEYBOARD: Hands = {
  context: { width: 1280 },
  async press(target) {
    await reach(target);
    const isBox = await target.evaluate(
      (one) => 'type' in one && (one.type === 'checkbox' || one.type === 'radio'),
    );
    if (!isBox) await target.page().keyboard.press('Enter');
    else if (!(await target.isChecked())) await target.page().keyboard.press('Space');
  },
  async type(field, text) {
    await reach(field);
    const { keyboard } = field.page();
    if ((await field.getAttribute('type')) === 'datetime-local') {
      const [day, time] = typedTime(text);
      await keyboard.type(day);
      // The year can have six digits, and every other part ends by itself.
      await keyboard.press('ArrowRight');
      await keyboard.type(time);
    } else {
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(text);
    }
  },
  async attach(field, path) {
    const page = field.page();
    // Playwright is told to take the dialog long before the key that opens it.
    const [dialog] = await Promise.all([
      page.waitForEvent('filechooser', { timeout: CHOOSER_MS }),
      reach(field).then(() => page.keyboard.press('Enter')),
    ]);
    await dialog.setFiles(path);
  },
  async undo(page) {
    await undoButton(page).waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
  },
};
