import type { Issue } from '../../contract/errors.js';
import type { CountUnit } from '../count/count.js';
import type { TextCounts } from '../count/text-counts.js';
import { UNIT_WORDS } from '../count/unit-words.js';
import type { Figure } from '../figure.js';
import type { LengthRule } from '../length-rule.js';
import type { AmountRule } from '../network-rules.js';
import {
  carries,
  type Finding,
  goesToInbox,
  inboxKeepsText,
  issueOf,
  lostInInbox,
  nameOf,
  type PreflightTarget,
} from './target.js';

/** The length of a field and its limit. */
export interface FieldCount {
  readonly field: string;
  readonly used: number;
  readonly max: number;
  /** Units left; negative if the field is too long. */
  readonly room: number;
  readonly unit: CountUnit;
  /** Where the field is too long, as a UTF-16 index; null if it is not. */
  readonly cutAt: number | null;
}

/** Whether this post type shows the text. */
export function showsText(target: PreflightTarget): boolean {
  if (goesToInbox(target) && !inboxKeepsText(target)) return false;
  return !target.rules.text.hiddenOn?.value.includes(target.form);
}

/** The limits of a target's text: in the network's unit, and in bytes if the network has both. */
export function textLimits(target: PreflightTarget): (LengthRule & { field: string })[] {
  const { text } = target.rules;
  if (text.withImages && carries(target) === 'images') return [text.withImages];
  const { field, unit, warn, maxBytes, linkLength } = text;
  const max = (target.account.premium && text.premiumMax) || text.max;
  const first = { field, unit, max, ...(warn && { warn }), ...(linkLength !== undefined && { linkLength }) };
  return maxBytes ? [first, { field, unit: 'utf8-bytes', max: maxBytes }] : [first];
}

/** The length of the target's text, as its network counts. */
export function textCounts(target: PreflightTarget): FieldCount[] {
  if (!showsText(target)) return [];
  const counted = countedText(target);
  const before = counted.length - target.content.text.length;
  return textLimits(target).map((limit) => countField(target, 'text', counted, limit, before));
}

/** The text that counts toward the limit: on some networks the content warning is included. */
export function countedText(target: PreflightTarget, text = target.content.text): string {
  const { withWarning } = target.rules.text;
  const warning = withWarning && target.content.options[withWarning.value];
  return typeof warning === 'string' ? warning + text : text;
}

/**
 * The length of one field, and its limit.
 *
 * @param before the length of a prefix of `value` that is not part of the field
 */
export function countField(
  { texts }: PreflightTarget,
  field: string,
  value: string,
  { unit, max, linkLength }: LengthRule,
  before = 0,
): FieldCount {
  const used = texts.length(value, unit, linkLength);
  const fits = used <= max.value ? null : texts.fitsUpTo(value, unit, max.value, linkLength);
  const cutAt = fits === null ? null : Math.max(0, fits - before);
  return { field, used, max: max.value, room: max.value - used, unit, cutAt };
}

/** Checks a target's text: that it is present, its length, its characters, and the number of links and tags. */
export function textIssues(target: PreflightTarget): Issue[] {
  const { content, rules, pointers } = target;
  if (!showsText(target)) return content.text === '' ? [] : [hiddenText(target)];

  const findings: Finding[] = [
    ...missing(target),
    ...textLimits(target).flatMap((limit) => {
      const counted = countedText(target);
      return withinText(
        tooLong(counted, {
          subject: counted === content.text ? 'the text' : 'the text with its content warning',
          code: 'text_too_long',
          network: nameOf(target),
          limit,
          texts: target.texts,
        }),
        counted.length - content.text.length,
      );
    }),
    ...refused(content.text, rules.text.field, rules.text.refused, nameOf(target)),
    ...amounts(target, content.text),
  ];
  return findings.map((finding) => issueOf(target, pointers.text, finding));
}

/** Shifts `fitsUpTo` to an index into the text if a prefix of length `before` was counted with it. */
export function withinText(findings: readonly Finding[], before: number): Finding[] {
  return findings.map((finding) =>
    finding.fitsUpTo === undefined
      ? finding
      : { ...finding, fitsUpTo: Math.max(0, finding.fitsUpTo - before) },
  );
}

function hiddenText(target: PreflightTarget): Issue {
  const { field, hiddenOn } = target.rules.text;
  if (goesToInbox(target))
    return issueOf(target, target.pointers.text, lostInInbox(target, 'The text', field));
  return issueOf(target, target.pointers.text, {
    code: 'option_ignored',
    severity: 'warning',
    message: `${nameOf(target)} does not show text on a ${target.form}, so it is ignored.`,
    field,
    ...(hiddenOn && { figure: hiddenOn }),
  });
}

function missing(target: PreflightTarget): Finding[] {
  const { content, rules, formRules } = target;
  if (content.text.trim() !== '' || formRules.mediaRequired.value) return [];
  const { value: instead } = rules.text.emptyWith;
  if (instead.includes('media') && content.mediaUrls.length > 0) return [];
  if (instead.includes('link') && content.link !== null) return [];
  const choices = instead.map((kind) => (kind === 'link' ? 'a link' : kind));
  const needed = `${['text', ...choices.slice(0, -1)].join(', ')} or ${choices.at(-1)}`;
  return [
    {
      code: 'text_required',
      message: `A post on ${nameOf(target)} needs ${needed}.`,
      field: rules.text.field,
      fix: `Add ${needed}.`,
      figure: rules.text.emptyWith,
    },
  ];
}

interface LengthCheck {
  /** The field in messages, such as `the title`. */
  readonly subject: string;
  readonly code: string;
  readonly network: string;
  readonly limit: LengthRule & { field: string };
  readonly texts: TextCounts;
}

/** An error if a field is longer than its network allows, or a warning if it is longer than advisable. */
export function tooLong(value: string, check: LengthCheck): Finding[] {
  const { unit, max, warn, field, linkLength } = check.limit;
  const subject = check.subject.charAt(0).toUpperCase() + check.subject.slice(1);
  const used = check.texts.length(value, unit, linkLength);
  if (used > max.value) {
    const words = UNIT_WORDS[unit];
    return [
      {
        code: check.code,
        message: `${subject} has ${used} ${words}, but ${check.network} accepts at most ${max.value}.`,
        field,
        actual: used,
        limit: max.value,
        unit,
        fitsUpTo: check.texts.fitsUpTo(value, unit, max.value, linkLength),
        fix: `Shorten ${check.subject} to at most ${max.value} ${words}.`,
        figure: max,
      },
    ];
  }
  const near = warn && check.texts.length(value, warn.unit);
  if (!warn || near === undefined || near <= warn.value) return [];
  return [
    {
      code: 'near_limit',
      severity: 'warning',
      message: `${subject} has ${near} ${UNIT_WORDS[warn.unit]}, more than ${warn.value}: ${warn.note}.`,
      field,
      actual: near,
      limit: warn.value,
      unit: warn.unit,
      fitsUpTo: check.texts.fitsUpTo(value, warn.unit, warn.value),
      figure: warn,
    },
  ];
}

/** An error if a field contains characters that the network does not allow. */
export function refused(
  value: string,
  field: string,
  rule: Figure<readonly string[]> | undefined,
  network: string,
): Finding[] {
  const found = rule?.value.filter((char) => value.includes(char)) ?? [];
  if (!rule || found.length === 0) return [];
  return [
    {
      code: 'characters_refused',
      message: `${network} does not allow ${found.join(' and ')} in ${field}.`,
      field,
      actual: found.join(' '),
      fix: `Remove ${found.join(' and ')}.`,
      figure: rule,
    },
  ];
}

/** Errors and warnings for too many hashtags, mentions, cashtags or links in one text. */
export function amounts(target: PreflightTarget, text: string, link = target.content.link): Finding[] {
  const { rules, texts } = target;
  const of = (what: string, rule: AmountRule, count: () => number): Finding[] =>
    rule.max || rule.warn ? tooMany(target, what, rule, count()) : [];
  return [
    ...of('hashtags', rules.hashtags, () => texts.amount(text, 'hashtags')),
    ...of('mentions', rules.mentions, () => texts.amount(text, 'mentions')),
    ...of('cashtags', rules.cashtags, () => texts.amount(text, 'cashtags')),
    ...of('links', rules.links, () => texts.links(text, link)),
  ];
}

function tooMany(
  target: PreflightTarget,
  what: string,
  { max, warn }: AmountRule,
  actual: number,
): Finding[] {
  const { field } = target.rules.text;
  if (max && actual > max.value) {
    return [
      {
        code: `too_many_${what}`,
        message: `The text has ${actual} ${what}, but ${nameOf(target)} accepts at most ${max.value}.`,
        field,
        actual,
        limit: max.value,
        unit: what,
        fix: `Remove ${actual - max.value} of the ${what}.`,
        figure: max,
      },
    ];
  }
  if (!warn || actual <= warn.value) return [];
  return [
    {
      code: 'near_limit',
      severity: 'warning',
      message: `The text has ${actual} ${what}, more than ${warn.value}: ${warn.note}.`,
      field,
      actual,
      limit: warn.value,
      unit: what,
      figure: warn,
    },
  ];
}
