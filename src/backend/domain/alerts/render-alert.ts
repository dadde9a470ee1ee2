import type { AlertMessage } from './alert-message.js';

/** A mail, as text and as HTML. */
export function asMail({ subject, lines, end }: AlertMessage): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const text = [...lines.map(({ says, quote, url }) => `${says}${quoted(quote)}\n${url}`), end].join('\n\n');
  const items = lines.map(
    ({ says, quote, url }) => `<li><a href="${html(url)}">${html(says)}</a>${html(quoted(quote))}</li>`,
  );
  return { subject, text: `${text}\n`, html: `<ul>${items.join('')}</ul><p>${html(end)}</p>` };
}

const quoted = (quote: string | null): string => (quote === null ? '' : `: “${quote}”`);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const html = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A message for an incoming webhook of Slack, or of Mattermost, which takes the same form. Slack reads mentions from
 * `<!channel>` and `<@U…>`, and Mattermost from `@channel`: neither is left of what people wrote. Mattermost reads
 * Markdown, so a link cannot have another text than its address.
 */
export function asSlack(message: AlertMessage): object {
  return { text: chatText(message, slackText), mrkdwn: false, unfurl_links: false, unfurl_media: false };
}

/** A zero-width space, after which a name is not a mention. */
const BREAK = '\u200b';

const slackText = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll('@', `@${BREAK}`)
    .replaceAll('](', `]${BREAK}(`);

/** Discord takes messages of 2,000 characters. */
const MAX_DISCORD_LENGTH = 2_000;
/** The flag that keeps Discord from fetching linked pages. */
const SUPPRESS_EMBEDS = 4;

/** A message for a webhook of Discord. It mentions nobody, whatever it says. */
export function asDiscord(message: AlertMessage): object {
  const text = chatText(message, (written) => written.replaceAll(/[\\*_~`|>#[\]()<]/g, '\\$&'));
  return {
    content: text.length <= MAX_DISCORD_LENGTH ? text : `${text.slice(0, MAX_DISCORD_LENGTH - 1)}…`,
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  };
}

function chatText(
  { subject, lines, isOneLine, end }: AlertMessage,
  literal: (text: string) => string,
): string {
  const items = lines.map(({ says, quote, url }) => {
    if (!isOneLine) return `• ${literal(`${says}${quoted(quote)}`)}\n${url}`;
    return quote === null ? url : `${literal(`“${quote}”`)}\n${url}`;
  });
  return [literal(subject), ...items, end].join('\n');
}
