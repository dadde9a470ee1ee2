import type { Form } from '../form.js';
import { COMMON_TRAY } from '../media/trays.js';
import { type ChosenMedia, mediaIn, type PostFormValues } from './form-values.js';

const ACTS = ['up', 'down', 'remove', 'add', 'detach', 'reset'] as const;
type ActName = (typeof ACTS)[number];

/** What a button does with the images and videos of a tray. */
interface MediaAct {
  readonly name: ActName;
  /** A place in their order, or a key to add. */
  readonly of: string;
  readonly tray: string;
}

/** The value of a button that changes a tray. */
export const mediaMode = (name: ActName, tray: string, of: number | string = 0): string =>
  `media.${name}.${of}${tray === COMMON_TRAY ? '' : `.${tray}`}`;

/** What the pressed button does with a tray; null if it does something else. */
export function mediaActIn(form: Form): MediaAct | null {
  const [, named, of = '', tray = COMMON_TRAY] =
    /^media\.(\w+)\.(\w{1,64})(?:\.([\w-]{1,64}))?$/.exec(form.text('mode')) ?? [];
  const name = ACTS.find((known) => known === named);
  return name ? { name, of, tray } : null;
}

/** The form after a button of its images and videos was pressed. */
export function afterMediaAct(entered: PostFormValues, act: MediaAct | null): PostFormValues {
  if (!act) return entered;
  const { name, tray } = act;
  if (name === 'detach' || name === 'reset') {
    if (!entered.accountIds.includes(tray)) return entered;
    const ownMedia = new Map(entered.ownMedia);
    if (name === 'reset') ownMedia.delete(tray);
    else if (!ownMedia.has(tray)) ownMedia.set(tray, mediaIn(entered, COMMON_TRAY));
    return { ...entered, ownMedia, tab: tray, focus: `media-of-${tray}` };
  }
  if (tray === COMMON_TRAY) return { ...entered, ...changed(mediaIn(entered, tray), act) };
  const own = entered.ownMedia.get(tray);
  if (!own) return entered;
  return { ...entered, ownMedia: new Map([...entered.ownMedia, [tray, changed(own, act)]]) };
}

function changed(chosen: ChosenMedia, { name, of }: MediaAct): ChosenMedia {
  const { mediaUrls, altTexts } = chosen;
  if (name === 'add') {
    // Without an alt text of its own in the form, a file gets the one that it has in the library.
    return mediaUrls.includes(of) ? chosen : { mediaUrls: [...mediaUrls, of], altTexts };
  }
  const files = mediaUrls.map((key, index) => ({ key, alt: altTexts[index] ?? '' }));
  const index = Number(of);
  const file = files[index];
  if (!file) return chosen;
  const others = files.toSpliced(index, 1);
  const after =
    name === 'remove'
      ? others
      : others.toSpliced(Math.max(0, name === 'up' ? index - 1 : index + 1), 0, file);
  return { mediaUrls: after.map(({ key }) => key), altTexts: after.map(({ alt }) => alt) };
}
