import type { Issue } from '../../../../contract/errors.js';
import { PLATFORM_NAMES, type Platform } from '../../../../contract/platforms.js';
import { countText, fitsUpTo } from '../../../../networks/count/count.js';
import { UNIT_WORDS } from '../../../../networks/count/unit-words.js';
import type { LengthRule } from '../../../../networks/length-rule.js';
import { RequestRefused } from '../../../operations/refusal.js';

/** What is wrong with the text of a reply or message. */
export function textIssues(text: string, platform: Platform, { unit, max }: LengthRule): Issue[] {
  const base = { severity: 'error', pointer: '/text', platform } as const;
  if (text.trim() === '') {
    return [{ ...base, code: 'text_required', message: 'The text is empty.', fix: 'Write a text.' }];
  }
  const used = countText(text, unit);
  if (used <= max.value) return [];
  const words = UNIT_WORDS[unit];
  return [
    {
      ...base,
      code: 'text_too_long',
      message: `The text has ${used} ${words}; ${PLATFORM_NAMES[platform]} allows ${max.value}.`,
      actual: used,
      limit: max.value,
      unit,
      fitsUpTo: fitsUpTo(text, unit, max.value),
      fix: `Shorten it to at most ${max.value} ${words}.`,
    },
  ];
}

/** @throws RequestRefused if there are any issues */
export function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues;
  if (!first) return;
  const more = issues.length > 1 ? ` There are ${issues.length - 1} more problems: see \`errors\`.` : '';
  throw new RequestRefused('reply_rules_violated', `${first.message}${more}`, {
    errors: [...issues],
  });
}
