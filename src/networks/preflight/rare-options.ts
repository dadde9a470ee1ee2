import type { Issue } from '../../contract/errors.js';
import { PLATFORM_NAMES } from '../../contract/platforms.js';
import type { OptionValue } from '../content.js';
import type { LengthRule } from '../network-rules.js';
import { joinedWords, type RareOption, type RareOptions, valuesOfRareOption } from '../rare-options.js';
import { carries, type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';
import { tooLong } from './text.js';

/** Checks the rarer options of a target: their names, their values, and whether they mean something here. */
export function rareOptionIssues(target: PreflightTarget): Issue[] {
  const { rareOptions } = target.rules;
  return Object.entries(target.content.options).flatMap(([name, value]) => {
    const pointer = `${target.pointers.options}/${escaped(name)}`;
    const option = Object.hasOwn(rareOptions, name) ? rareOptions[name] : undefined;
    const findings = option ? check(target, name, option, value) : [unknown(target, name)];
    return findings.map((finding) => issueOf(target, pointer, finding));
  });
}

/** A name as a part of a JSON Pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unknown(target: PreflightTarget, name: string): Finding {
  const known = namesNear(name, target.rules.rareOptions);
  const [first] = known;
  const isNear = first !== undefined && isLike(name, first, target.rules.rareOptions[first]);
  const fix = isNear
    ? `Write "${first}".`
    : `Leave it out${first === undefined ? '.' : ', or choose one of the allowed names.'}`;
  return {
    code: 'option_unknown',
    message: `${PLATFORM_NAMES[target.account.platform]} has no option "${name}": it would be lost.`,
    actual: name,
    allowed: known,
    fix,
  };
}

/** All names, those like the one that was written first. */
function namesNear(name: string, options: RareOptions): string[] {
  const likeness = (known: string) => (isLike(name, known, options[known]) ? 0 : 1);
  return Object.keys(options).sort((one, other) => likeness(one) - likeness(other));
}

/** `reply_settings`, `ReplySetting` and `spoiler_text` are as good as our names to whoever mistook them. */
function isLike(written: string, known: string, option: RareOption | undefined): boolean {
  const wanted = plain(written);
  if (wanted.length < 3) return false;
  return [known, option?.field ?? '']
    .map(plain)
    .some((name) => name.includes(wanted) || wanted.includes(name));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function check(target: PreflightTarget, name: string, option: RareOption, value: OptionValue): Finding[] {
  const isOff = value === false || value === '' || (Array.isArray(value) && value.length === 0);
  if (!applies(target, option)) return isOff ? [] : [idle(target, name, option)];
  switch (option.kind) {
    case 'flag':
      return typeof value === 'boolean' ? [] : [wrong(target, name, option, value, 'true or false')];
    case 'choice':
      return typeof value === 'string' && option.values.value.includes(value)
        ? []
        : [wrong(target, name, option, value, 'one of the allowed values')];
    case 'choices':
      return checkChoices(target, name, option, value);
    case 'text':
      return checkText(target, name, option, value);
    case 'texts':
      return checkTexts(target, name, option, value);
    case 'whole':
      return typeof value === 'number' && Number.isInteger(value) && value >= option.min.value
        ? []
        : [wrong(target, name, option, value, `a whole number from ${option.min.value} on`)];
  }
}

type Of<Kind extends RareOption['kind']> = Extract<RareOption, { kind: Kind }>;

function applies(target: PreflightTarget, { onlyOn, onlyWith }: RareOption): boolean {
  return (!onlyOn || onlyOn.includes(target.form)) && (!onlyWith || onlyWith.includes(carries(target)));
}

function idle(target: PreflightTarget, name: string, { field, onlyOn, onlyWith }: RareOption): Finding {
  const where = onlyOn ? `on a ${onlyOn.join(' or ')}` : `with ${onlyWith?.join(' or ')}`;
  return {
    code: 'option_ignored',
    severity: 'warning',
    message: `The option ${name} is left out: ${nameOf(target)} takes it only ${where}.`,
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
  if (!known) return [wrong(target, name, option, value, 'one or several of the allowed values')];
  const lone = chosen.length > 1 ? option.alone?.find((one) => chosen.includes(one)) : undefined;
  return lone === undefined ? [] : [wrong(target, name, option, value, `"${lone}" alone, or the others`)];
}

function checkText(target: PreflightTarget, name: string, option: Of<'text'>, value: OptionValue): Finding[] {
  if (typeof value !== 'string') return [wrong(target, name, option, value, 'text')];
  if (option.form && value !== '' && !new RegExp(option.form.value).test(value)) {
    return [wrong(target, name, option, value, option.form.words)];
  }
  return option.length ? long(target, name, option.field, option.length, value) : [];
}

function checkTexts(
  target: PreflightTarget,
  name: string,
  option: Of<'texts'>,
  value: OptionValue,
): Finding[] {
  const words = Array.isArray(value) ? value : [value];
  const form = option.form ? new RegExp(option.form.value) : null;
  if (!words.every((word): word is string => typeof word === 'string' && (!form || form.test(word)))) {
    return [wrong(target, name, option, value, option.form?.words ?? 'a list of words')];
  }
  if (option.most && words.length > option.most.value) {
    return [
      {
        ...wrong(target, name, option, value, `at most ${option.most.value}`),
        actual: words.length,
        limit: option.most.value,
        figure: option.most,
      },
    ];
  }
  return option.joinedLength ? long(target, name, option.field, option.joinedLength, joinedWords(words)) : [];
}

function long(
  target: PreflightTarget,
  name: string,
  field: string,
  length: LengthRule,
  value: string,
): Finding[] {
  const check = {
    subject: name,
    code: 'option_invalid',
    network: nameOf(target),
    limit: { ...length, field },
  };
  // A place in the joined words is no place in the value.
  return tooLong(value, check).map(({ fitsUpTo: _place, ...finding }) => finding);
}

function wrong(
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
    message: `${nameOf(target)} takes ${wanted} for ${name}.`,
    field: option.field,
    actual: typeof value === 'number' ? value : String(value),
    ...(allowed && { allowed }),
    ...(figure && { figure }),
    fix: `Set ${name} to ${allowed ? allowed.join(', ') : wanted}, or leave it out.`,
  };
}

function figureOf(option: RareOption) {
  if (option.kind === 'choice' || option.kind === 'choices') return option.values;
  if (option.kind === 'whole') return option.min;
  return option.kind === 'flag' ? option.offered : (option.form ?? option.offered);
}
