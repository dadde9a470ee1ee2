import type { Issue } from '../../contract/errors.js';
import { PLATFORM_NAMES } from '../../contract/platforms.js';
import type { OptionValue } from '../content.js';
import type { LengthRule } from '../length-rule.js';
import { joinedWords, type RareOption, type RareOptions, valuesOfRareOption } from '../rare-options.js';
import {
  carries,
  type Finding,
  goesToInbox,
  issueOf,
  lostInInbox,
  nameOf,
  ownField,
  type PreflightTarget,
} from './target.js';
import { tooLong } from './text.js';

/** Checks a target's rarer options: their names, their values, and whether they apply to this post. */
export function rareOptionIssues(target: PreflightTarget): Issue[] {
  const { rareOptions } = target.rules;
  return Object.entries(target.content.options).flatMap(([name, value]) => {
    const pointer = `${target.pointers.options}/${escaped(name)}`;
    const option = Object.hasOwn(rareOptions, name) ? rareOptions[name] : undefined;
    const findings = option ? check(target, name, option, value) : [unknown(target, name)];
    return findings.map((finding) => issueOf(target, pointer, finding));
  });
}

/** Escapes a name for a JSON Pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unknown(target: PreflightTarget, name: string): Finding {
  const known = namesNear(name, target.rules.rareOptions);
  const [first] = known;
  const isNear = first !== undefined && isSimilar(name, first, target.rules.rareOptions[first]);
  const fix = isNear
    ? `Use "${first}".`
    : `Remove it${first === undefined ? '.' : ', or use one of the allowed names.'}`;
  return {
    code: 'option_unknown',
    message: `${PLATFORM_NAMES[target.account.platform]} has no option "${name}", so it would be lost.`,
    actual: name,
    allowed: known,
    fix,
  };
}

/** All option names, those similar to `name` first. */
function namesNear(name: string, options: RareOptions): string[] {
  const rank = (known: string) => (isSimilar(name, known, options[known]) ? 0 : 1);
  return Object.keys(options).sort((one, other) => rank(one) - rank(other));
}

/** Matches other spellings and the network's own field name: `reply_settings`, `ReplySetting`, `spoiler_text`. */
function isSimilar(name: string, known: string, option: RareOption | undefined): boolean {
  const wanted = plain(name);
  if (wanted.length < 3) return false;
  return [known, option?.field ?? '']
    .map(plain)
    .some((candidate) => candidate.includes(wanted) || wanted.includes(candidate));
}

/** Longer names are compared by their start: no option's name is longer. */
const MAX_COMPARED_LENGTH = 100;

function plain(name: string): string {
  return name
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function check(target: PreflightTarget, name: string, option: RareOption, value: OptionValue): Finding[] {
  const isOff = value === false || value === '' || (Array.isArray(value) && value.length === 0);
  if (!applies(target, option)) return isOff ? [] : [ignored(target, name, option)];
  if (goesToInbox(target) && name !== target.rules.inboxDraft?.option)
    return isOff ? [] : [lostInInbox(target, `The option ${name}`, option.field)];
  switch (option.kind) {
    case 'flag':
      return typeof value === 'boolean' ? [] : [invalid(target, name, option, value, 'true or false')];
    case 'choice':
      return typeof value === 'string' && option.values.value.includes(value)
        ? []
        : [invalid(target, name, option, value, 'one of the allowed values')];
    case 'choices':
      return checkChoices(target, name, option, value);
    case 'text':
      return checkText(target, name, option, value);
    case 'texts':
      return checkTexts(target, name, option, value);
    case 'whole':
      return typeof value === 'number' && Number.isInteger(value) && value >= option.min.value
        ? []
        : [invalid(target, name, option, value, `a whole number of at least ${option.min.value}`)];
  }
}

type Of<Kind extends RareOption['kind']> = Extract<RareOption, { kind: Kind }>;

function applies(target: PreflightTarget, { onlyOn, onlyWith }: RareOption): boolean {
  return (!onlyOn || onlyOn.includes(target.form)) && (!onlyWith || onlyWith.includes(carries(target)));
}

function ignored(target: PreflightTarget, name: string, { field, onlyOn, onlyWith }: RareOption): Finding {
  const where = onlyOn ? `on a ${onlyOn.join(' or ')}` : `with ${onlyWith?.join(' or ')}`;
  return {
    code: 'option_ignored',
    severity: 'warning',
    message: `The option ${name} is ignored: ${nameOf(target)} supports it only ${where}.`,
    field,
  };
}

function checkChoices(
  target: PreflightTarget,
  name: string,
  option: Of<'choices'>,
  value: OptionValue,
): Finding[] {
  const chosen = Array.isArray(value) ? value : [value];
  const known = chosen.every((one) => typeof one === 'string' && option.values.value.includes(one));
  if (!known) return [invalid(target, name, option, value, 'one or more of the allowed values')];
  const lone = chosen.length > 1 ? option.alone?.find((one) => chosen.includes(one)) : undefined;
  return lone === undefined
    ? []
    : [invalid(target, name, option, value, `either "${lone}" alone or the other values`)];
}

function checkText(target: PreflightTarget, name: string, option: Of<'text'>, value: OptionValue): Finding[] {
  if (typeof value !== 'string') return [invalid(target, name, option, value, 'text')];
  if (option.pattern && value !== '' && !new RegExp(option.pattern.value).test(value)) {
    return [invalid(target, name, option, value, option.pattern.words)];
  }
  return option.length ? lengthFindings(target, name, option.field, option.length, value) : [];
}

function checkTexts(
  target: PreflightTarget,
  name: string,
  option: Of<'texts'>,
  value: OptionValue,
): Finding[] {
  const words = Array.isArray(value) ? value : [value];
  const pattern = option.pattern ? new RegExp(option.pattern.value) : null;
  if (!words.every((word): word is string => typeof word === 'string' && (!pattern || pattern.test(word)))) {
    return [invalid(target, name, option, value, option.pattern?.words ?? 'a list of words')];
  }
  if (option.maxItems && words.length > option.maxItems.value) {
    return [
      {
        ...invalid(target, name, option, value, `at most ${option.maxItems.value} values`),
        actual: words.length,
        limit: option.maxItems.value,
        figure: option.maxItems,
      },
    ];
  }
  return option.joinedLength
    ? lengthFindings(target, name, option.field, option.joinedLength, joinedWords(words))
    : [];
}

function lengthFindings(
  target: PreflightTarget,
  name: string,
  field: string,
  length: LengthRule,
  value: string,
): Finding[] {
  const check = {
    subject: `the option ${name}`,
    code: 'option_invalid',
    network: nameOf(target),
    limit: { ...length, field },
    texts: target.texts,
  };
  // An index into the joined words is not an index into the value.
  return tooLong(value, check).map(({ fitsUpTo: _index, ...finding }) => finding);
}

function invalid(
  target: PreflightTarget,
  name: string,
  option: RareOption,
  value: OptionValue,
  wanted: string,
): Finding {
  const allowed = valuesOfRareOption(option);
  const figure = figureOf(option);
  return {
    code: 'option_invalid',
    message: `On ${nameOf(target)}, ${name} must be ${wanted}.`,
    field: option.field,
    actual: typeof value === 'number' ? value : String(value),
    ...(allowed && { allowed }),
    ...(figure && { figure }),
    fix: `Set ${ownField(target, `options.${name}`)} to ${allowed ? allowed.join(', ') : wanted}, or remove it.`,
  };
}

function figureOf(option: RareOption) {
  if (option.kind === 'choice' || option.kind === 'choices') return option.values;
  if (option.kind === 'whole') return option.min;
  return option.kind === 'flag' ? option.offered : (option.pattern ?? option.offered);
}
