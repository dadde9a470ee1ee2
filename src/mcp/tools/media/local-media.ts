/** Which files of this machine tools may read: images and videos in these folders. */
export interface LocalMedia {
  /** Folders that a person named (`--media-root`, `POSTRIDER_MEDIA_ROOTS`); empty: the usual ones. */
  readonly named: readonly string[];
}

/** The separator of `POSTRIDER_MEDIA_ROOTS`, as in the system's own `PATH`. */
const SEPARATOR = process.platform === 'win32' ? ';' : ':';

/** The folders that the command line names, or else the environment. */
export function namedFolders(
  given: readonly string[] | undefined,
  variable: string | undefined,
): readonly string[] {
  const folders = given && given.length > 0 ? given : (variable?.split(SEPARATOR) ?? []);
  return folders.map((folder) => folder.trim()).filter((folder) => folder !== '');
}
