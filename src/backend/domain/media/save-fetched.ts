import type { Write } from '../../store/store.js';
import type { MediaRow } from '../../store/tables/media-rows.js';
import type { MediaDependencies } from './dependencies.js';
import type { FetchedFile } from './fetch-media.js';
import { plainFileName, urlName } from './file-name.js';
import { saveFiles, type Uploader } from './save-files.js';
import { FileReceiver, receiveFile } from './uploads/file-receiver.js';

/**
 * Saves a fetched file as media, in one transaction with whatever else `commit` writes.
 *
 * @param commit runs the transaction; in it, `write` adds the media row
 * @throws MediaRefused, RequestRefused if the file cannot be used
 */
export type SaveFetched = <Answer>(
  file: Pick<FetchedFile, 'body' | 'finalUrl'>,
  uploader: Uploader,
  commit: (write: (trx: Write) => Promise<readonly MediaRow[]>) => Promise<Answer>,
) => Promise<Answer>;

export function saveFetchedWith(dependencies: MediaDependencies): SaveFetched {
  return async ({ body, finalUrl }, uploader, commit) => {
    const { storage, limits, receiving } = dependencies;
    return receiving.during(uploader.workspaceId, async (count) => {
      const receiver = new FileReceiver(await storage.receive(), limits, plainFileName(urlName(finalUrl)));
      const received = await receiveFile(count(body), receiver);
      try {
        return await saveFiles(dependencies, [received], uploader, commit);
      } finally {
        await received.file.discard();
      }
    });
  };
}
