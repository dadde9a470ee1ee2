import { expect, it } from 'vitest';
import { mailOptions } from './mail-options.js';

const BOTH = { POSTRIDER_SMTP_URL: 'smtps://user:secret@smtp.example', POSTRIDER_MAIL_FROM: 'a@b.example' };

it('reads how mail is sent', () => {
  expect(mailOptions({})).toEqual({});
  expect(mailOptions(BOTH)).toEqual({ mail: { smtpUrl: BOTH.POSTRIDER_SMTP_URL, from: 'a@b.example' } });
  const from = 'Postrider <a@b.example>';
  expect(mailOptions({ ...BOTH, POSTRIDER_MAIL_FROM: from }).mail?.from).toBe(from);
});

it.each([
  [{ POSTRIDER_SMTP_URL: BOTH.POSTRIDER_SMTP_URL }, 'without POSTRIDER_MAIL_FROM'],
  [{ POSTRIDER_MAIL_FROM: 'a@b.example' }, 'without POSTRIDER_SMTP_URL'],
  [{ ...BOTH, POSTRIDER_SMTP_URL: 'secret.example' }, 'not the address of a mail server'],
  [{ ...BOTH, POSTRIDER_SMTP_URL: 'http://secret.example' }, 'not the address of a mail server'],
  [{ ...BOTH, POSTRIDER_MAIL_FROM: 'nobody' }, 'not an email address'],
  [{ ...BOTH, POSTRIDER_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'not an email address'],
])('refuses %j, without repeating the secret', (env, message) => {
  expect(() => mailOptions(env)).toThrow(message);
  expect(() => mailOptions(env)).not.toThrow(/secret/);
});
