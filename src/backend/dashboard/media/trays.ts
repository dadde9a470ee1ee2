/** The images and videos of all channels, and those of one channel, by its account. */
export const COMMON_TRAY = 'all';

/** The tray with this name; the common one if it is not a name. */
export const trayNamed = (name: string | null): string =>
  name !== null && /^[\w-]{1,64}$/.test(name) ? name : COMMON_TRAY;

/** The names of a tray’s fields: the files, and their alt texts in the same order. */
export const mediaField = (tray: string): string => (tray === COMMON_TRAY ? 'media' : `media.${tray}`);
export const altField = (tray: string): string => (tray === COMMON_TRAY ? 'alt' : `alt.${tray}`);

/** The field that names the channels with a tray of their own, which can be empty. */
export const OWN_TRAYS = 'ownMedia';

/** The id of an element that each tray has. */
export const idIn = (tray: string, id: string): string => (tray === COMMON_TRAY ? id : `${id}-${tray}`);

/** Whether the field has a file of a post. */
export const isMediaField = (name: string): boolean => name === 'media' || name.startsWith('media.');
