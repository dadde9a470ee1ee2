import { type Issue, issueText } from '../../../../contract/errors.js';
import { SERVICE_LIMITS } from '../../../../networks/service-limits.js';
import { RequestRefused } from '../../../operations/refusal.js';

/**
 * A file that cannot be accepted. The message says what is wrong and how to fix it. The HTTP status is 415 for an
 * unsupported type or codec, 413 for a file that is too large, and 422 for a damaged file.
 */
export class MediaRefused extends RequestRefused {
  override readonly code: MediaRefusalCode;
  readonly issue: Issue;

  constructor(code: MediaRefusalCode, issue: Omit<Issue, 'code' | 'severity'>) {
    const whole: Issue = { code, severity: 'error', ...issue };
    super(code, issueText(issue), { errors: [whole] });
    this.code = code;
    this.issue = whole;
  }
}

export type MediaRefusalCode = 'media_type_unsupported' | 'payload_too_large' | 'media_invalid';

/** The types that uploads may have, for any network. */
const ACCEPTED_TYPES = [...SERVICE_LIMITS.image.types.value, ...SERVICE_LIMITS.video.types.value];

/**
 * @param message what the file is, in one sentence
 * @param actual the content type or codec
 * @param fix how to fix it, in one sentence
 */
export function unsupported(message: string, actual: string, fix: string): MediaRefused {
  return new MediaRefused('media_type_unsupported', { message, actual, allowed: ACCEPTED_TYPES, fix });
}

/** @param message what is wrong with the file, in one sentence */
export function damaged(
  message: string,
  fix = 'Export or save it again, and upload the complete file.',
): MediaRefused {
  return new MediaRefused('media_invalid', { message: `The file is damaged or incomplete. ${message}`, fix });
}
