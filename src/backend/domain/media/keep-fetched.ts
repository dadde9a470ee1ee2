import type { MediaRow } from '../../store/media-rows.js';
import type { Write } from '../../store/store.js';
import { plainFileName, urlName } from './file-name.js';
import { keepFiles, type Uploader } from './keep-files.js';
import type { MediaRoom } from './media-room.js';
import { Reception, receiveFile } from './reception.js';

/** A file that somebody has fetched under the guards. */
interface FileFromWeb {
  readonly body: AsyncIterable<Uint8Array>;
  /** Where it came from, after all redirects. */
  readonly finalUrl: string;
}

/**
 * Keeps a fetched file as media, in one transaction with what else its commit writes.
 *
 * @param commit runs the transaction, in which `write` makes the file known
 * @throws MediaRefused, RequestRefused where it cannot be used
 */
export type KeepFetched = <Answer>(
  file: FileFromWeb,
  uploader: Uploader,
  commit: (write: (trx: Write) => Promise<readonly MediaRow[]>) => Promise<Answer>,
) => Promise<Answer>;

export function keepFetchedIn(room: MediaRoom): KeepFetched {
  return async ({ body, finalUrl }, uploader, commit) => {
    const reception = new Reception(
      await room.storage.receive(),
      room.limits,
      plainFileName(urlName(finalUrl)),
    );
    const received = await receiveFile(body, reception);
    try {
      return await keepFiles(room, [received], uploader, commit);
    } finally {
      await received.file.discard();
    }
  };
}
