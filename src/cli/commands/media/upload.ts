import { AbortedError, PostriderError } from '../../../client/errors/errors.js';
import type { Media } from '../../../contract/media/media.js';
import { defineCommand, text } from '../../command.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { failureOf } from '../../failure-of.js';
import { uploadMedia } from '../../input/upload-media.js';
import { plainLine } from '../../output/plain-text.js';
import { table } from '../../output/table.js';
import { withClient } from '../../with-client.js';
import { MEDIA_COLUMNS, mediaText } from './media-text.js';

export const mediaUpload = defineCommand({
  name: 'media upload',
  group: 'Publish',
  operations: ['media.create'],
  summary: 'Upload images and videos, and print their storage keys',
  details:
    'Accepts JPEG, PNG and WebP up to 50 MB, and MP4 and MOV up to 500 MB. After a broken connection, an upload resumes where it stopped. Uploading the same file again returns the same key. URLs are fetched by the backend.',
  arguments: [{ name: '<files...>', description: 'Local files or URLs (https://…)' }],
  options: { name: text('--name <name>', 'File name to store, if you upload a single file') },
  examples: [
    { type: 'media upload beans.jpg', does: 'Upload an image and show which networks accept it' },
    { type: 'media upload *.jpg opening.mp4', does: 'Upload several files' },
    { type: 'media upload https://fernhill.example/beans.jpg', does: 'Let the backend fetch a URL' },
    { type: 'media upload beans.jpg --quiet', does: 'Print only the storage key' },
    { type: "media upload *.jpg --json | jq -r '.keys[]'", does: 'Print all storage keys' },
  ],
  run: ({ arguments: files, options: { name } }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      if (name !== undefined && files.length > 1) throw usageFailure('--name works only with a single file.');
      const uploaded: Media[] = [];
      const failed: Failed[] = [];
      for (const file of files) {
        try {
          uploaded.push(await uploadMedia(file, name, client, context));
        } catch (error) {
          if (!(error instanceof PostriderError) || error instanceof AbortedError || files.length === 1)
            throw error;
          const failure = failureOf(error, false);
          context.output.note(`${plainLine(file)}: ${failure.message}`);
          failed.push({ file, failure });
        }
      }
      const [first] = failed;
      if (first && uploaded.length === 0) throw allFailed(failed, first);
      report(uploaded, failed, context);
      return first?.failure.kind;
    }),
});

interface Failed {
  readonly file: string;
  readonly failure: CliFailure;
}

function report(uploaded: readonly Media[], failed: readonly Failed[], { output }: Context): void {
  const keys = uploaded.map(({ key }) => key);
  output.result({
    data: {
      key: keys[0] ?? null,
      keys,
      media: uploaded,
      upload: null,
      failed: failed.map(({ file, failure }) => ({ file, message: failure.message, ...failure.data })),
    },
    brief: keys,
    text: (screen) => {
      const [only, ...others] = uploaded;
      return only && others.length === 0 ? mediaText(only, screen) : table(MEDIA_COLUMNS, uploaded, screen);
    },
  });
}

function allFailed(failed: readonly Failed[], first: Failed): CliFailure {
  return new CliFailure(first.failure.kind, `None of the ${failed.length} files were uploaded.`, {
    lines: failed.map(({ file, failure }) => `${plainLine(file)}: ${failure.message}`),
    changed: 'nothing',
    next: first.failure.next,
  });
}
