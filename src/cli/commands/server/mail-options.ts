import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { settingOf } from '../../../client/settings.js';
import { usageFailure } from '../../failure.js';

/** How mail is sent, from the environment. @throws CliFailure one of the two is missing or cannot be used */
export function mailOptions(env: Readonly<Record<string, string | undefined>>): Pick<BackendOptions, 'mail'> {
  const smtpUrl = settingOf(env['POSTRIDER_SMTP_URL']);
  const from = settingOf(env['POSTRIDER_MAIL_FROM']);
  if (smtpUrl === undefined && from === undefined) return {};
  if (smtpUrl === undefined)
    throw usageFailure('POSTRIDER_MAIL_FROM is set without POSTRIDER_SMTP_URL.', 'Set both, or neither.');
  if (from === undefined)
    throw usageFailure('POSTRIDER_SMTP_URL is set without POSTRIDER_MAIL_FROM.', 'Set both, or neither.');
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol))
    throw usageFailure(
      'POSTRIDER_SMTP_URL is not the address of a mail server.',
      'Write it like smtps://user:password@smtp.example.org, with special characters percent-encoded.',
    );
  if (!/^[^\r\n]{0,200}[^\s<>,;@]@[^\s<>,;@]+>?$/.test(from))
    throw usageFailure(
      'POSTRIDER_MAIL_FROM is not an email address.',
      'Write it like postrider@example.org or Postrider <postrider@example.org>.',
    );
  return { mail: { smtpUrl, from } };
}
