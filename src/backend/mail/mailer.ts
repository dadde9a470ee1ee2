/** How mail is sent. */
export interface MailSettings {
  /** `smtps://user:password@smtp.example.org` or `smtp://…:587`, as nodemailer reads it. */
  readonly smtpUrl: string;
  /** The sender: `postrider@example.org` or `Postrider <postrider@example.org>`. */
  readonly from: string;
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every attempt at one mail, so that a mail system can tell a repeated one. */
  readonly messageId: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** How long a server may take to accept a connection, to greet, and to answer each command, in milliseconds. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 15_000;

/**
 * Sends one mail on a connection of its own. The first call loads nodemailer.
 *
 * @throws Error with the answer of the server
 */
export function mailer({ smtpUrl, from }: MailSettings): SendMail {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(
      {
        url: smtpUrl,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: ANSWER_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // Other programs must not answer it, such as an out-of-office reply.
      { from, headers: { 'Auto-Submitted': 'auto-generated' } },
    );
    try {
      await transport.sendMail({ ...mail, to: [{ name: '', address: mail.to }] });
    } finally {
      transport.close();
    }
  };
}
