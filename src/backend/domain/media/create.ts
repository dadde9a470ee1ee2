import type { StoredMedia } from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { SentFile } from '../../operations/sent-file.js';
import { MediaRefused } from './facts/media-refused.js';
import { dispositionName, plainFileName, urlName } from './file-name.js';
import { formFiles } from './form-files.js';
import { keepFiles, severalRefused } from './keep-files.js';
import { largestFile } from './limits.js';
import type { MediaRoom } from './media-room.js';
import { type ReceivedFile, Reception, receiveFile } from './reception.js';
import { steadyBytes } from './steady-bytes.js';
import type { Uploads } from './uploads.js';
import { viewingOf, viewMedia } from './view.js';

/** `POST /v1/media`, in all its forms. */
export async function createMedia(
  call: Call<'media.create'>,
  room: MediaRoom,
  uploads: Uploads,
): Promise<StoredMedia> {
  const { body, file, caller } = call;
  if (file) return keepAll(call, room, await receivedFrom(file, room));
  if (body?.url !== undefined)
    return keepAll(call, room, [await fetched(body.url, body.filename, call, room)]);
  if (body?.bytes === undefined)
    throw new Error('A request without a file, a URL and a size was let through.');
  // Not kept under the idempotency key: the address is a secret, and one that is not used harms nobody.
  const upload = await uploads.issue({
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    filename: body.filename,
    bytes: body.bytes,
  });
  return { key: null, keys: [], media: [], upload };
}

/** Keeps what has come, and leaves nothing of what is not kept. */
async function keepAll(
  call: Call<'media.create'>,
  room: MediaRoom,
  files: readonly ReceivedFile[],
): Promise<StoredMedia> {
  const { caller, now, requestId } = call;
  const uploader = { workspaceId: caller.workspace.id, apiKeyId: caller.key.id, requestId, now };
  const viewing = await viewingOf(room);
  try {
    return await keepFiles(room, files, uploader, (write) =>
      call.commit(async (trx) => {
        const media = (await write(trx)).map((row) => viewMedia(row, viewing));
        return { key: media[0]?.key ?? null, keys: media.map(({ key }) => key), media, upload: null };
      }),
    );
  } finally {
    await discardAll(files);
  }
}

async function receivedFrom(file: SentFile, room: MediaRoom): Promise<ReceivedFile[]> {
  const { limits } = room;
  const bytes = steadyBytes(file.bytes, limits.idleMs);
  const isForm = /^multipart\/form-data/i.test(file.contentType);
  refuseAnnounced(file.announcedBytes, isForm ? limits.formBytes : largestFile(limits), isForm);
  if (!isForm) {
    const name = plainFileName(dispositionName(file.contentDisposition));
    const received = await receiveFile(bytes, await receptionFor(room, name));
    if (file.announcedBytes !== null && received.file.length !== file.announcedBytes) {
      await received.file.discard();
      throw new RequestRefused('upload_length_mismatch', 'Fewer bytes came than Content-Length announced.');
    }
    return [received];
  }
  const files: ReceivedFile[] = [];
  try {
    for await (const part of formFiles(file.contentType, bytes, limits.formBytes)) {
      const name = plainFileName(part.filename);
      const received = receiveFile(part.bytes, await receptionFor(room, name));
      files.push(await received.catch((error: unknown) => throwNamed(error, name, files.length)));
    }
    return files;
  } catch (error) {
    await discardAll(files);
    throw error;
  }
}

/** Of several files it has to be said which one is refused. */
function throwNamed(error: unknown, name: string | null, index: number): never {
  if (!(error instanceof MediaRefused)) throw error;
  throw severalRefused([{ refused: error, name: name ?? `file ${index + 1}` }]);
}

async function fetched(
  url: string,
  filename: string | undefined,
  { caller, signal }: Call<'media.create'>,
  room: MediaRoom,
): Promise<ReceivedFile> {
  const { limits } = room;
  const answer = await room.fetchMedia(url, {
    workspace: caller.workspace,
    signal,
    maxBytes: largestFile(limits),
  });
  const name = plainFileName(filename ?? urlName(answer.finalUrl));
  return receiveFile(answer.body, await receptionFor(room, name));
}

async function receptionFor({ storage, limits }: MediaRoom, name: string | null): Promise<Reception> {
  return new Reception(await storage.receive(), limits, name);
}

/** What is announced as too large is not waited for. */
function refuseAnnounced(announced: number | null, most: number, isForm: boolean): void {
  if (announced === null || announced <= most) return;
  const advice = isForm
    ? 'Send large files one by one.'
    : 'Save an image smaller or as JPEG; export a video at a lower bit rate or size.';
  throw new RequestRefused(
    'payload_too_large',
    `The request announces ${byteSize(announced)}, and ${isForm ? 'a form' : 'a file'} may have ${byteSize(most)} at most. Nothing of it was read. ${advice}`,
  );
}

async function discardAll(files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(({ file }) => file.discard()));
}
