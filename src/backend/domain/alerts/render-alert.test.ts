import { expect, it } from 'vitest';
import type { AlertMessage } from './alert-message.js';
import { plainText } from './plain-text.js';
import { asDiscord, asMail, asSlack } from './render-alert.js';

const message = (quote: string): AlertMessage => ({
  subject: 'Postrider: A post could not be published (Northwind)',
  lines: [{ says: 'A post could not be published: X', quote, url: 'https://post.example/posts/post_1' }],
  isOneLine: false,
  end: 'All that needs you: https://post.example/',
});

it('a mail has the same in text and HTML, escaped', () => {
  const { text, html } = asMail(message('<script>alert(1)</script> & "more"'));
  expect(text).toBe(
    'A post could not be published: X: “<script>alert(1)</script> & "more"”\nhttps://post.example/posts/post_1\n\nAll that needs you: https://post.example/\n',
  );
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;');
  expect(html).not.toContain('<script>');
});

it.each([
  '<!channel> <!here> <@U012AB3CD> <https://evil.example|Your bank>',
  '@channel @all @here',
  '[a](https://evil.example)',
])('Slack and Mattermost see no mention and no hidden link in %s', (quote) => {
  const text = Reflect.get(asSlack(message(quote)), 'text');
  expect(text).not.toMatch(/<[!@h]|@\w|\]\(/);
});

it('Discord mentions nobody, and shows markup as it was written', () => {
  const sent = asDiscord(message('@everyone <@1> **bold** [a](https://evil.example)'));
  expect(sent).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
  expect(Reflect.get(sent, 'content')).toContain('\\<@1\\> \\*\\*bold\\*\\* \\[a\\]\\(https');
  const many = {
    ...message('x'),
    lines: Array.from({ length: 60 }, () => message('x'.repeat(80)).lines[0]).flatMap((line) => line ?? []),
  };
  expect(String(Reflect.get(asDiscord(many), 'content'))).toHaveLength(2_000);
});

it('a chat is told of one failure once', () => {
  const one = { ...message('Hello'), isOneLine: true };
  expect(Reflect.get(asSlack(one), 'text')).toBe(
    'Postrider: A post could not be published (Northwind)\n“Hello”\nhttps://post.example/posts/post_1\nAll that needs you: https://post.example/',
  );
  expect(Reflect.get(asSlack(message('Hello')), 'text')).toContain(
    '• A post could not be published: X: “Hello”',
  );
});

it.each([
  ['a line break of a header', 'a\r\nBcc: everybody@example.org', 'a Bcc: everybody@example.org'],
  ['marks of direction', 'a\u202eb\u2066c', 'a b c'],
  ['line separators', 'a\u2028b\u2029c', 'a b c'],
  ['half a surrogate pair', 'a\ud83d b', 'a b'],
  ['a long text', '👍'.repeat(100), `${'👍'.repeat(9)}…`],
])('a quote has no %s', (_what, text, expected) => {
  expect(plainText(text, text.length > 100 ? 10 : 80)).toBe(expected);
});

it('the work for a quote does not grow with the text', () => {
  expect(plainText('a'.repeat(5_000_000), 80)).toHaveLength(80);
});
