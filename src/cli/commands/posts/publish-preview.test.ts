import { describe, expect, it } from 'vitest';
import type { PostDraft } from '../../../contract/posts/content.js';
import type { PostValidation, TargetPreview } from '../../../contract/posts/posts.js';
import { priceLines, publishPreview } from './publish-preview.js';

const screen = { width: null, style: (_: unknown, words: string) => words };

function target(more: Partial<TargetPreview>): TargetPreview {
  const { text = 'Hello' } = more;
  return {
    accountId: 'acc_1',
    platform: 'x',
    handle: '@fernhill',
    simulated: false,
    ok: true,
    text,
    link: null,
    taggedLinks: 0,
    counts: [],
    split: null,
    title: null,
    postType: 'feed',
    parts: [{ kind: 'main', text, mediaUrls: [], altTexts: [], foldAt: { desktop: null, phone: null } }],
    card: null,
    scheduledAt: null,
    when: null,
    errors: [],
    warnings: [],
    ...more,
  };
}

function shown(targets: TargetPreview[], draft: PostDraft = {}, more: Partial<PostValidation> = {}) {
  const check: PostValidation = {
    ok: true,
    scheduleMode: 'now',
    when: null,
    targets,
    errors: [],
    warnings: [],
    duplicateOf: null,
    ...more,
  };
  const { preview, question } = publishPreview({ draft, check });
  return { text: preview(screen), question, prices: priceLines(check, screen) };
}

const inInbox = { target: 'tiktok', options: { publishTo: 'inbox' } };
const tiktok = target({ accountId: 'acc_2', platform: 'tiktok', handle: '@clips' });

describe('what is shown before the question', () => {
  it('has the warnings below their account, and the sum of several prices', () => {
    const warnings = [{ code: 'account_standing', severity: 'warning' as const, message: 'X charges.' }];
    const second = target({ accountId: 'acc_3', handle: '@other', text: 'https://example.org', warnings });
    const { text, prices, question } = shown([target({ warnings }), second]);
    expect(text).toContain('x @fernhill \n  │ Hello\n  Warning: X charges.\nx @other');
    expect(text).toContain('Real network: what is published is public.\nTogether: $0.215.\n');
    expect(text.endsWith('This will be published now.')).toBe(true);
    expect(prices).toEqual([
      'Warning: x @fernhill: X charges.',
      'Warning: x @other: X charges.',
      'Together: $0.215.',
    ]);
    expect(question).toBe('Publish?');
  });

  it('has no price and no sum on simulated networks', () => {
    const { text, prices } = shown([target({ simulated: true }), target({ simulated: true })]);
    expect(text).toContain('Simulated network: nothing becomes public.');
    expect(text).not.toContain('Together');
    expect(prices).toEqual([]);
  });

  it('does not call a draft in the inbox of an app published', () => {
    const { text, question } = shown([tiktok], { overrides: [inInbox] });
    expect(text).toContain(
      'Now this will be sent to the inbox of the TikTok app, where a person finishes it.',
    );
    expect(text).not.toContain('This will be published');
    expect(question).toBe('Send?');
  });

  it('says which of several accounts gets a draft', () => {
    const { text, question } = shown([target({}), tiktok], { overrides: [inInbox] });
    expect(text).toContain('tiktok @clips \n  │ Hello\n  This one is sent to the inbox of the TikTok app');
    expect(text).toContain('This will be published now.');
    expect(question).toBe('Publish?');
  });
});
