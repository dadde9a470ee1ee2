import { stat } from 'node:fs/promises';
import type { Media } from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { Answer } from '../../answers/answer.js';
import type { CallContext, LocalMedia } from '../../call-context.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { toolCall } from '../shared/tool-call.js';
import { allowedPath } from './allowed-folders.js';
import { looksLikeMedia } from './local-files.js';
import { folderAnswer, mediaAnswer } from './media-facts.js';
import { beginUpload, endedWithin, type RunningUpload, uploadWith } from './running-uploads.js';
import { uploadMedia } from './upload-media.definition.js';

/** Time reserved for the answer, in ms. */
const MARGIN_MS = 4_000;

export const callUploadMedia = handle(uploadMedia, async (input, call) => {
  const { path, url, uploadId, filename, bytes, altText } = input;
  const described = { filename, altText };
  const given = [path, url, uploadId].filter((one) => one !== undefined);
  if (given.length > 1) return unclear('Pass only one of path, url and uploadId.');
  if (uploadId !== undefined) return resumeUpload(uploadId, call);
  if (url !== undefined) return waitForUpload(fetchByService(url, described, call), call);
  if (path !== undefined && /^https?:\/\//i.test(path)) {
    return waitForUpload(fetchByService(path, described, call), call);
  }
  if (call.localMedia === null) return uploadAddress(path, filename, bytes, call);
  if (path === undefined) return unclear('Pass path or url.');
  return local(path, described, call.localMedia, call);
});

/** What the call says about the file. */
interface Described {
  readonly filename: string | undefined;
  readonly altText: string | undefined;
}

async function local(
  path: string,
  { filename, altText }: Described,
  media: LocalMedia,
  call: CallContext,
): Promise<Answer> {
  const allowed = await allowedPath(path, media);
  if ('refused' in allowed) {
    return allowed.refused === 'bad_url' ? notAFile() : notAllowed(allowed.refused, allowed.folders);
  }
  const found = await stat(allowed.path);
  if (found.isDirectory()) return folderAnswer(allowed.path);
  if (!found.isFile() || !(await looksLikeMedia(allowed.path))) {
    return refusal({
      code: 'no_media',
      message:
        'That file is not an image or video (only its first bytes were read). Accepted formats: JPEG, PNG, WebP, MP4 and MOV.',
      next: 'Choose another file. Pass a folder as path to list its images and videos.',
    });
  }
  const upload = beginUpload(async (signal, reached) => {
    const medium = await call.client.media.upload(allowed.path, {
      signal,
      filename,
      onProgress: ({ sentBytes, totalBytes }) => reached(totalBytes ? sentBytes / totalBytes : 0),
    });
    return withAltText(medium, altText, signal, call);
  });
  return waitForUpload(upload, call);
}

/** The service fetches the file; the request stays open until it is done. */
function fetchByService(url: string, { filename, altText }: Described, call: CallContext): RunningUpload {
  const body = filename === undefined ? { url } : { url, filename };
  return beginUpload(async (signal) => {
    const { media } = await call.client.media.create(body, { signal });
    const [medium] = media;
    if (!medium) throw new Error('The backend stored no media.');
    return withAltText(medium, altText, signal, call);
  });
}

/** The stored file, described: posts that name no alt text of their own get this one. */
async function withAltText(
  medium: Media,
  altText: string | undefined,
  signal: AbortSignal,
  call: CallContext,
): Promise<Media> {
  if (altText === undefined || altText.trim() === (medium.altText ?? '')) return medium;
  return call.client.media.update(medium.key, { altText }, { signal });
}

/** Waits for an upload as long as the call allows. The upload continues after the call. */
async function waitForUpload(upload: RunningUpload, call: CallContext): Promise<Answer> {
  const signal = call.request().signal;
  const stop = (): void => upload.stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const medium = await endedWithin(upload, call.remainingMs() - MARGIN_MS, async () => {
      const percent = upload.percent();
      if (percent !== null) await call.progress(percent, 100, `${percent} % sent`);
    });
    return medium ? mediaAnswer(medium) : uploadInProgress(upload);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function resumeUpload(uploadId: string, call: CallContext): Promise<Answer> {
  const upload = uploadWith(uploadId);
  if (upload) return waitForUpload(upload, call);
  return refusal({
    code: 'upload_unknown',
    message: `There is no upload ${JSON.stringify(uploadId)}: it finished more than an hour ago, or this server has been restarted since.`,
    next: 'Upload the file again. The same file gets the same key, so nothing is stored twice.',
  });
}

function uploadInProgress(upload: RunningUpload): Answer {
  const percent = upload.percent();
  return {
    message: `The upload is still running${percent === null ? '' : ` (${percent} % sent)`}.`,
    facts: { uploadId: upload.id, status: 'uploading', percent },
    next: toolCall('upload_media', { uploadId: upload.id }),
  };
}

/** A one-time upload URL, if this server cannot read local files. */
async function uploadAddress(
  path: string | undefined,
  filename: string | undefined,
  bytes: number | undefined,
  call: CallContext,
): Promise<Answer> {
  const name = filename ?? path?.split(/[/\\]/).at(-1);
  if (name === undefined || bytes === undefined) {
    return refusal({
      code: 'no_local_files',
      message: 'This server runs on another machine and cannot read local files.',
      next: 'Pass url. Or pass filename and bytes (the exact size) to get a one-time upload URL.',
    });
  }
  const body = { filename: name, contentType: 'application/octet-stream', bytes };
  const { upload } = await call.client.media.create(body, call.request());
  if (!upload) throw new Error('The backend returned no upload URL.');
  return {
    message: `Send the file (${byteSize(bytes)}) to uploadUrl with PUT within one hour. No API key is needed: anyone with the URL can upload this one file. The response contains its key.`,
    facts: {
      status: 'waiting_for_file',
      uploadUrl: upload.uploadUrl,
      method: 'PUT',
      bytes,
      expiresAt: upload.expiresAt,
    },
    next: `curl -T FILE '${upload.uploadUrl}', then pass the key from the response to postrider_create_post in mediaUrls`,
  };
}

function notAllowed(why: 'outside' | 'hidden' | 'missing', folders: readonly string[]): Answer {
  if (why === 'missing') {
    return refusal({
      code: 'file_missing',
      message: 'The file does not exist.',
      facts: { allowedFolders: folders },
      next: 'Pass a folder as path to list its newest images and videos.',
    });
  }
  const hidden = 'Files and folders whose names start with a dot are not read.';
  const where = folders.length === 0 ? 'No folder is allowed.' : 'Only files in allowedFolders can be read.';
  return refusal({
    code: 'path_refused',
    message: `That path is not allowed. ${why === 'hidden' ? hidden : where}`,
    facts: { allowedFolders: folders },
    next: `${folders.length === 0 ? 'A person can allow a folder' : 'Use a file in one of them. A person can allow another folder'} with mcp --media-root <folder> at the end of args in the mcpServers entry, or POSTRIDER_MEDIA_ROOTS in its env.`,
  });
}

function notAFile(): Answer {
  return unclear(
    'That file URL does not name a file on this machine: it has a host, or escapes that no path can have. Pass the path of the file, or a URL that starts with file:///.',
  );
}

function unclear(message: string): Answer {
  return refusal({
    code: 'arguments_invalid',
    message,
    next: toolCall('upload_media', { path: '~/Pictures/beans.jpg' }),
  });
}
