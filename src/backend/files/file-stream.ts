import type { ReadStream } from 'node:fs';
import { hasErrno } from '../../base/errno.js';
import { StoredFileMissing, type StoredName } from './storage.js';

/**
 * A file's bytes as a web stream that opens the file when the first byte is asked for: an answer to HEAD is
 * never read, and then nothing stays open.
 *
 * @returns a stream that fails with StoredFileMissing where there is no file
 */
export function fileStream(openFile: () => ReadStream, name: StoredName): ReadableStream<Uint8Array> {
  let file: ReadStream | undefined;
  let chunks: AsyncIterator<Buffer> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!chunks) {
          file = openFile();
          chunks = file[Symbol.asyncIterator]();
        }
        try {
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(
            hasErrno(error, 'ENOENT')
              ? new StoredFileMissing(`There are no bytes of ${name.sha256}.`)
              : error,
          );
        }
      },
      cancel() {
        file?.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
