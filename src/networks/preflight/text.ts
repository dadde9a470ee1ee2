import type { Issue } from '../../contract/errors.js';
import { type CountUnit, countText, fitsUpTo } from '../count/count.js';
import { countCashtags, countHashtags, countLinks, countMentions } from '../count/mentions-and-tags.js';
import { UNIT_WORDS } from '../count/unit-words.js';
import type { Figure } from '../figure.js';
import type { AmountRule, LengthRule } from '../network-rules.js';
import { carries, type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';

/** How much of a field's room is used. */
export interface FieldCount {
  readonly field: string;
  readonly used: number;
  readonly max: number;
  /** Negative when it is too long. */
  readonly room: number;
  readonly unit: CountUnit;
}

/** Whether this form of post shows the text at all. */
export function showsText(target: PreflightTarget): boolean {
  return !target.rules.text.hiddenOn?.value.includes(target.form);
}

/** The limits of a target's text: in the network's unit, and in bytes where it sets both. */
export function textLimits(target: PreflightTarget): (LengthRule & { field: string })[] {
  const { text } = target.rules;
  if (text.withImages && carries(target) === 'images') return [text.withImages];
  const { field, unit, warn, maxBytes } = text;
  const max = (target.account.premium && text.premiumMax) || text.max;
  const first = { field, unit, max, ...(warn && { warn }) };
  return maxBytes ? [first, { field, unit: 'utf8-bytes', max: maxBytes }] : [first];
}

/** How long the target's text is, as its network counts. */
export function textCounts(target: PreflightTarget): FieldCount[] {
  if (!showsText(target)) return [];
  return textLimits(target).map((limit) => countField('text', countedText(target), limit));
}

/** What counts as the target's text: with the content warning before it where the network adds both up. */
export function countedText(target: PreflightTarget, text = target.content.text): string {
  const { withWarning } = target.rules.text;
  const warning = withWarning && target.content.options[withWarning.value];
  return typeof warning === 'string' ? warning + text : text;
}

/** How much of one field's limit is used. */
export function countField(field: string, value: string, { unit, max }: LengthRule): FieldCount {
  const used = countText(value, unit);
  return { field, used, max: max.value, room: max.value - used, unit };
}

/** Checks a target's text: that it is there, its length, its characters, and how much it names. */
export function textIssues(target: PreflightTarget, counts: readonly FieldCount[]): Issue[] {
  const { content, rules, pointers } = target;
  if (!showsText(target)) return content.text === '' ? [] : [hiddenText(target)];

  const findings: Finding[] = [
    ...missing(target),
    ...textLimits(target).flatMap((limit, index) => {
      const used = counts[index]?.used;
      const counted = countedText(target);
      return withinText(
        tooLong(counted, {
          subject: counted === content.text ? 'text' : 'text with its content warning',
          code: 'text_too_long',
          network: nameOf(target),
          limit,
          used,
        }),
        counted.length - content.text.length,
      );
    }),
    ...refused(content.text, rules.text.field, rules.text.refused, nameOf(target)),
    ...amounts(target, content.text),
  ];
  return findings.map((finding) => issueOf(target, pointers.text, finding));
}

/** Places within the text alone, where something was counted before it. */
export function withinText(findings: readonly Finding[], before: number): Finding[] {
  return findings.map((finding) =>
    finding.fitsUpTo === undefined
      ? finding
      : { ...finding, fitsUpTo: Math.max(0, finding.fitsUpTo - before) },
  );
}

function hiddenText(target: PreflightTarget): Issue {
  const { field, hiddenOn } = target.rules.text;
  return issueOf(target, target.pointers.text, {
    code: 'option_ignored',
    severity: 'warning',
    message: `${nameOf(target)} shows no text on a ${target.form}; it is left out.`,
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
  return [
    {
      code: 'text_required',
      message: `${nameOf(target)} takes no post with neither text nor ${instead.join(' nor ')}.`,
      field: rules.text.field,
      fix: `Add text or ${instead.join(' or ')}.`,
      figure: rules.text.emptyWith,
    },
  ];
}

interface LengthCheck {
  /** What the message calls the field. */
  readonly subject: string;
  readonly code: string;
  readonly network: string;
  readonly limit: LengthRule & { field: string };
  /** The length, where it has been counted before. */
  readonly used?: number | undefined;
}

/** Finds a field that is longer than its network takes, or than is advisable. */
export function tooLong(value: string, check: LengthCheck): Finding[] {
  const { unit, max, warn, field } = check.limit;
  const used = check.used ?? countText(value, unit);
  if (used > max.value) {
    const words = UNIT_WORDS[unit];
    return [
      {
        code: check.code,
        message: `The ${check.subject} has ${used} ${words}; ${check.network} takes ${max.value}.`,
        field,
        actual: used,
        limit: max.value,
        unit,
        fitsUpTo: fitsUpTo(value, unit, max.value),
        fix: `Shorten the ${check.subject} to at most ${max.value} ${words}.`,
        figure: max,
      },
    ];
  }
  const near = warn && countText(value, warn.unit);
  if (!warn || near === undefined || near <= warn.value) return [];
  return [
    {
      code: 'near_limit',
      severity: 'warning',
      message: `The ${check.subject} has ${near} ${UNIT_WORDS[warn.unit]}, more than ${warn.value}: ${warn.note}.`,
      field,
      actual: near,
      limit: warn.value,
      unit: warn.unit,
      fitsUpTo: fitsUpTo(value, warn.unit, warn.value),
      figure: warn,
    },
  ];
}

/** Finds characters that a network refuses in a field. */
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
      message: `${network} refuses ${found.join(' and ')} in ${field}.`,
      field,
      actual: found.join(' '),
      fix: `Remove ${found.join(' and ')}.`,
      figure: rule,
    },
  ];
}

/** Finds more hashtags, mentions, symbols or links than the network takes in one text. */
export function amounts(target: PreflightTarget, text: string, link = target.content.link): Finding[] {
  const { rules } = target;
  const of = (what: string, rule: AmountRule, count: () => number): Finding[] =>
    rule.max || rule.warn ? tooMany(target, what, rule, count()) : [];
  return [
    ...of('hashtags', rules.hashtags, () => countHashtags(text)),
    ...of('mentions', rules.mentions, () => countMentions(text)),
    ...of('cashtags', rules.cashtags, () => countCashtags(text)),
    ...of('links', rules.links, () => countLinks(text, link)),
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
        message: `The text has ${actual} ${what}; ${nameOf(target)} takes ${max.value}.`,
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
