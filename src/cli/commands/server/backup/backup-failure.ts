import { errnoOf } from '../../../../base/errno.js';
import type { ExitKind } from '../../../exit-codes.js';
import { CliFailure } from '../../../failure.js';
import { typed } from '../../../typed-name.js';
import { type DataLocation, dataFailure } from '../data-location.js';
import { secretKeyFailure } from '../secret-key-options.js';

interface Explained {
  readonly kind: ExitKind;
  readonly next: readonly string[];
}

const WITHOUT_KEY = [
  'If the key is lost, restore without access tokens and webhook secrets: --without-secrets',
] as const;

const ANOTHER_BACKUP = 'Use another backup.';

/** How each reason of a BackupUnusable ends the command. */
const REASONS: Readonly<Record<string, Explained>> = {
  not_a_backup: {
    kind: 'failed',
    next: ['Name a file that this program’s backup command wrote. If it is encrypted, decrypt it first.'],
  },
  incomplete: {
    kind: 'failed',
    next: ['Copy the file again from where it was made, or use another backup.'],
  },
  damaged: { kind: 'failed', next: ['Copy the file again from where it was made, or use another backup.'] },
  too_new: { kind: 'refused', next: ['Update Postrider: npm install -g postrider@latest', ANOTHER_BACKUP] },
  rotating: { kind: 'refused', next: [`Stop the backend, then finish it: ${typed('secrets rotate')}`] },
  in_use: { kind: 'refused', next: ['Stop all Postrider processes that use this data, then try again.'] },
};

/** Translates an error of a backup or a restore. The data that a backend uses is as it was. */
export async function backupFailure(
  error: unknown,
  place: DataLocation,
  notEmpty: readonly string[],
): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError') {
    return new CliFailure('interrupted', 'Interrupted.', { changed: 'nothing', cause: error });
  }
  const reason = 'reason' in error ? String(error.reason) : '';
  const explained: Explained | undefined =
    reason === 'not_empty' ? { kind: 'refused', next: notEmpty } : REASONS[reason];
  if (explained && ['BackupUnusable', 'DatabaseUnusable'].includes(error.name)) {
    return new CliFailure(explained.kind, error.message, {
      changed: 'nothing',
      next: explained.next,
      data: { reason },
      cause: error,
    });
  }
  if (error.name === 'SchemaTooNew') {
    return new CliFailure('refused', error.message, { changed: 'nothing', cause: error });
  }
  if (error.name === 'SecretKeyRefused') return secretKeyFailure(error, WITHOUT_KEY);
  const { isDiskFull } = await import('../../../../backend/store/database-errors.js');
  if (isDiskFull(error)) {
    return new CliFailure('unavailable', `The disk is full (${errnoOf(error)}).`, {
      changed: 'nothing',
      next: ['Free some space, or choose another disk, then try again.'],
      cause: error,
    });
  }
  return dataFailure(error, place);
}
