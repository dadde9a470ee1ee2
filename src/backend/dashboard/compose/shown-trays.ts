import { type ShownMedium, shownMedia } from '../media/shown-media.js';
import type { User } from '../user.js';
import type { ChosenMedia, PostFormValues } from './form-values.js';

/** The images and videos in the form’s trays. */
export interface ShownTrays {
  readonly common: readonly ShownMedium[];
  /** By account, of those that have their own. */
  readonly own: ReadonlyMap<string, readonly ShownMedium[]>;
}

export async function shownTrays(user: User, entered: PostFormValues): Promise<ShownTrays> {
  const shown = ({ mediaUrls, altTexts }: ChosenMedia) => shownMedia(user, mediaUrls, altTexts);
  const [common, ...own] = await Promise.all([
    shown(entered),
    ...[...entered.ownMedia].map(async ([id, chosen]) => [id, await shown(chosen)] as const),
  ]);
  return { common, own: new Map(own) };
}
