import { withTimeLimit } from '../../../base/time-limit.js';
import type { StoredMedia } from '../../../contract/media/media.js';
import { MAX_DOWNLOAD_MS } from '../../../contract/time-limits.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { Call } from '../../operations/call.js';
import { inTurn } from '../../operations/in-turn.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { SentFile } from '../../operations/sent-file.js';
import type { MediaDependencies } from './dependencies.js';
import { MediaRefused } from './facts/media-refused.js';
import { plainFileName, urlName } from './file-name.js';
import { maxFileBytes } from './limits.js';
import { refusalOfSeveral, saveFiles } from './save-files.js';
import { FileReceiver, type ReceivedFile, receiveFile } from './uploads/file-receiver.js';
import { withStallTimeout } from './uploads/stall-timeout.js';
import type { UploadSessions } from './uploads/upload-sessions.js';
import { viewMedia, viewOptions } from './view.js';

/** `POST /v1/media`: one file, a form with files, a URL to fetch, or a request for an upload URL. */
export async function createMedia(
  call: Call<'media.create'>,
  dependencies: MediaDependencies,
  uploads: UploadSessions,
): Promise<StoredMedia> {
  const { body, file, caller } = call;
  const { receiving } = dependencies;
  if (file) {
    return receiving.during(caller.workspace.id, async (count) =>
      saveAll(call, dependencies, await receive(file, count, dependencies)),
    );
  }
  if (body?.url !== undefined) {
    const { url, filename } = body;
    return receiving.during(caller.workspace.id, async (count) =>
      saveAll(call, dependencies, [await fetchInTurn({ url, filename, count }, call, dependencies)]),
    );
  }
  if (body?.bytes === undefined) throw new Error('The request has neither a file, a URL nor a size.');
  // Not stored under the idempotency key: the URL is a secret, and an unused URL does no harm.
  const upload = await uploads.create({
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    filename: body.filename,
    bytes: body.bytes,
  });
  return { key: null, keys: [], media: [], upload };
}

/** Saves received files, and removes what was not saved. */
async function saveAll(
  call: Call<'media.create'>,
  dependencies: MediaDependencies,
  files: readonly ReceivedFile[],
): Promise<StoredMedia> {
  const { caller, now, requestId } = call;
  const uploader = { workspaceId: caller.workspace.id, apiKeyId: caller.key.id, requestId, now };
  const options = await viewOptions(dependencies);
  try {
    return await saveFiles(dependencies, files, uploader, (write) =>
      call.commit(async (trx) => {
        const media = (await write(trx)).map((row) => viewMedia(row, options));
        return { key: media[0]?.key ?? null, keys: media.map(({ key }) => key), media, upload: null };
      }),
    );
  } finally {
    await discardAll(files);
  }
}

/** Counts the bytes that arrive. */
type Count = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

async function receive(
  file: SentFile,
  count: Count,
  dependencies: MediaDependencies,
): Promise<ReceivedFile[]> {
  const { limits } = dependencies;
  const bytes = count(withStallTimeout(file.bytes, limits.idleMs));
  const isForm = file.parseForm !== null;
  refuseTooLarge(file.declaredBytes, isForm ? limits.formBytes : maxFileBytes(limits), isForm);
  if (!file.parseForm) {
    const received = await receiveFile(bytes, await receiverFor(dependencies, plainFileName(file.filename)));
    if (file.declaredBytes !== null && received.file.length !== file.declaredBytes) {
      await received.file.discard();
      throw new RequestRefused(
        'upload_length_mismatch',
        'The body was shorter than its Content-Length. Send the whole file again.',
      );
    }
    return [received];
  }
  const files: ReceivedFile[] = [];
  try {
    for await (const part of file.parseForm(bytes, limits.formBytes)) {
      const name = plainFileName(part.filename);
      const received = receiveFile(part.bytes, await receiverFor(dependencies, name));
      files.push(await received.catch((error: unknown) => throwNamed(error, name, files.length)));
    }
    return files;
  } catch (error) {
    await discardAll(files);
    throw error;
  }
}

/** Adds to the refusal which of several files it is about. */
function throwNamed(error: unknown, name: string | null, index: number): never {
  if (!(error instanceof MediaRefused)) throw error;
  throw refusalOfSeveral([{ refusal: error, name: name ?? `file ${index + 1}` }]);
}

/** When a workspace with too many downloads may try again, in seconds. */
const RETRY_AFTER_SECONDS = 15;

/** How long a download has at least once its turn comes, in milliseconds. */
const MIN_DOWNLOAD_MS = 10_000;

interface Download {
  readonly url: string;
  readonly filename: string | undefined;
  readonly count: Count;
}

function fetchInTurn(
  download: Download,
  call: Call<'media.create'>,
  dependencies: MediaDependencies,
): Promise<ReceivedFile> {
  const signal = withTimeLimit(MAX_DOWNLOAD_MS, call.signal);
  const turn = {
    signal: withTimeLimit(MAX_DOWNLOAD_MS - MIN_DOWNLOAD_MS, call.signal),
    what: 'downloads',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  };
  return inTurn(dependencies.downloads, call, turn, () =>
    fetchFile(download, { caller: call.caller, signal }, dependencies),
  );
}

async function fetchFile(
  { url, filename, count }: Download,
  { caller, signal }: Pick<Call<'media.create'>, 'caller' | 'signal'>,
  dependencies: MediaDependencies,
): Promise<ReceivedFile> {
  const answer = await dependencies.fetchMedia(url, {
    workspace: caller.workspace,
    signal,
    maxBytes: maxFileBytes(dependencies.limits),
  });
  const name = plainFileName(filename ?? urlName(answer.finalUrl));
  return receiveFile(count(answer.body), await receiverFor(dependencies, name));
}

async function receiverFor(
  { storage, limits }: MediaDependencies,
  name: string | null,
): Promise<FileReceiver> {
  return new FileReceiver(await storage.receive(), limits, name);
}

/** Refuses a body that declares a size over the limit, before any of it is read. */
function refuseTooLarge(declared: number | null, limit: number, isForm: boolean): void {
  if (declared === null || declared <= limit) return;
  const advice = isForm
    ? 'Send large files in separate requests.'
    : 'Save an image at a smaller size or as JPEG. Export a video at a lower bit rate or size.';
  throw new RequestRefused(
    'payload_too_large',
    `The request declares ${byteSize(declared)}, but ${isForm ? 'a form' : 'a file'} can have at most ${byteSize(limit)}. ${advice}`,
  );
}

async function discardAll(files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(({ file }) => file.discard()));
}
