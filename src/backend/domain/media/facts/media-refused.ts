import type { Issue } from '../../../../contract/errors.js';
import { SERVICE_LIMITS } from '../../../../networks/service-limits.js';
import { RequestRefused } from '../../../operations/refusal.js';

/**
 * A file that is not taken: its message says what was found and what to do. The http layer answers with 415
 * for a kind of file or a codec that is not taken, with 413 for one that is too large, and with 422 for one that
 * is of a right kind and broken. Its problem document carries the one issue that it is about.
 */
export class MediaRefused extends RequestRefused {
  override readonly code: MediaRefusalCode;
  readonly issue: Issue;

  constructor(code: MediaRefusalCode, issue: Omit<Issue, 'code' | 'severity'>) {
    const whole: Issue = { code, severity: 'error', ...issue };
    super(code, [issue.message, issue.fix].filter(Boolean).join(' '), { errors: [whole] });
    this.code = code;
    this.issue = whole;
  }
}

export type MediaRefusalCode = 'media_type_unsupported' | 'payload_too_large' | 'media_invalid';

/** The types that are taken, whatever the network. */
const TAKEN_TYPES = [...SERVICE_LIMITS.image.types.value, ...SERVICE_LIMITS.video.types.value];

/**
 * @param message what it is, in one sentence
 * @param actual what was found: a content type, a codec
 * @param fix what to do, in one sentence
 */
export function unsupported(message: string, actual: string, fix: string): MediaRefused {
  return new MediaRefused('media_type_unsupported', { message, actual, allowed: TAKEN_TYPES, fix });
}

/** @param message what is wrong with the file, in one sentence */
export function damaged(
  message: string,
  fix = 'Export or save it again, and upload it whole.',
): MediaRefused {
  return new MediaRefused('media_invalid', { message: `The file is damaged or incomplete. ${message}`, fix });
}
