import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { settingOf } from '../../../client/settings.js';
import { text } from '../../command.js';
import { usageFailure } from '../../failure.js';

/** The options of `serve` for how long to keep logs. */
export const RETENTION_OPTIONS = {
  keepEvents: text('--keep-events <days>', 'How long to keep events: days, or forever (default 30)'),
  keepDeliveries: text(
    '--keep-deliveries <days>',
    'How long to keep webhook deliveries: days, or forever (default 30)',
  ),
  keepActivity: text(
    '--keep-activity <days>',
    'How long to keep the activity log: days, or forever (default 90)',
  ),
} as const;

type Typed = { readonly [Name in keyof typeof RETENTION_OPTIONS]: string | undefined };

/** Reads how long to keep logs from options and environment. @throws CliFailure */
export function retentionOptions(
  typed: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Pick<BackendOptions, 'retentionDays'> {
  const days = (option: string, value: string | undefined, variable: string) =>
    daysOf(option, value ?? settingOf(env[variable]));
  const events = days('--keep-events', typed.keepEvents, 'POSTRIDER_KEEP_EVENTS');
  const deliveries = days('--keep-deliveries', typed.keepDeliveries, 'POSTRIDER_KEEP_DELIVERIES');
  const activity = days('--keep-activity', typed.keepActivity, 'POSTRIDER_KEEP_ACTIVITY');
  return {
    retentionDays: {
      ...(events !== undefined && { events }),
      ...(deliveries !== undefined && { deliveries }),
      ...(activity !== undefined && { activity }),
    },
  };
}

/**
 * @param option the flag, for messages
 * @returns days; null for forever; undefined if not given
 */
export function daysOf(option: string, given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'forever') return null;
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days >= 1) return days;
  throw usageFailure(`${option}: "${given}" is neither a number of days from 1 to 99999 nor forever.`);
}
