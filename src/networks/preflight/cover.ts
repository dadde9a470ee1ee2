import type { Issue } from '../../contract/errors.js';
import type { CoverRule } from '../network-rules.js';
import { mediaNotFound } from './media.js';
import { fileFindings } from './media-file.js';
import { applies } from './options.js';
import { type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';

/** Checks the cover image of a video if the network supports covers. */
export function coverIssues(target: PreflightTarget): Issue[] {
  const { content, rules, pointers } = target;
  const rule = rules.options.cover;
  if (content.cover === null || !rule || !applies(target, 'cover')) return [];
  return findings(target, content.cover, rule).map((finding) => issueOf(target, pointers.cover, finding));
}

function findings(target: PreflightTarget, key: string, { image }: CoverRule): Finding[] {
  const { cover, canConvert } = target;
  if (!cover) return [mediaNotFound(key)];
  if (cover.kind !== 'image') {
    const message = `The cover must be an image, but this file is ${cover.contentType}.`;
    return [
      {
        code: 'media_type_unsupported',
        message,
        actual: cover.contentType,
        fix: 'Use the key of an uploaded image.',
      },
    ];
  }
  const form = { images: { ...image, max: { ...image.types, value: 1 } } };
  return fileFindings({ file: cover, network: nameOf(target), form, premium: false, canConvert });
}
