import type { Form } from '../form.js';
import type { PostFormValues } from './form-values.js';

const ACTS = ['up', 'down', 'remove', 'add'] as const;
type ActName = (typeof ACTS)[number];

/** The value of a button that changes the images and videos, by a place in their order, or by a key to add. */
export const mediaMode = (name: ActName, of: number | string): string => `media.${name}.${of}`;

/** The form after a button of its images and videos was pressed. */
export function afterMediaAct(entered: PostFormValues, form: Form): PostFormValues {
  const [, named, of = ''] = /^media\.(\w+)\.(\w{1,64})$/.exec(form.text('mode')) ?? [];
  const name = ACTS.find((known) => known === named);
  if (!name) return entered;
  const files = entered.mediaUrls.map((key, index) => ({ key, alt: entered.altTexts[index] ?? '' }));
  if (name === 'add') {
    // Without an alt text of its own in the form, a file gets the one that it has in the library.
    return entered.mediaUrls.includes(of) ? entered : { ...entered, mediaUrls: [...entered.mediaUrls, of] };
  }
  const after = changed(files, name, of);
  return { ...entered, mediaUrls: after.map(({ key }) => key), altTexts: after.map(({ alt }) => alt) };
}

interface Chosen {
  readonly key: string;
  readonly alt: string;
}

function changed(files: readonly Chosen[], name: Exclude<ActName, 'add'>, of: string): readonly Chosen[] {
  const index = Number(of);
  const file = files[index];
  if (!file) return files;
  const others = files.toSpliced(index, 1);
  if (name === 'remove') return others;
  return others.toSpliced(Math.max(0, name === 'up' ? index - 1 : index + 1), 0, file);
}
