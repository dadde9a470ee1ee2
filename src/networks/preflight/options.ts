import type { Issue } from '../../contract/errors.js';
import type { ContentField } from '../content.js';
import type { OptionRules } from '../network-rules.js';
import { carries, type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';
import { countField, type FieldCount, refused, tooLong } from './text.js';

type OptionName = keyof OptionRules & ContentField;

const OPTIONS: readonly OptionName[] = ['title', 'privacy', 'madeForKids', 'boardId', 'cover', 'link'];

/** What a person calls the options. */
const OPTION_WORDS: Readonly<Record<OptionName, string>> = {
  title: 'a title',
  privacy: 'a privacy setting',
  madeForKids: 'an answer to "made for kids"',
  boardId: 'a board',
  cover: 'a cover image',
  link: 'a link',
};

/** How long the options are that have a limit. */
export function optionCounts(target: PreflightTarget): FieldCount[] {
  const { title } = target.content;
  const rule = target.rules.options.title;
  return rule && title !== null && applies(target, 'title') ? [countField('title', title, rule)] : [];
}

/** Checks what a target says besides its text and media: demanded options, their values, and idle ones. */
export function optionIssues(target: PreflightTarget): Issue[] {
  const issues = OPTIONS.flatMap((name) =>
    checkOption(target, name).map((finding) => issueOf(target, target.pointers[name], finding)),
  );
  return [...issues, ...postTypeIssues(target)];
}

function checkOption(target: PreflightTarget, name: OptionName): Finding[] {
  const rule = target.rules.options[name];
  const value = target.content[name];
  if (!rule) return value === null ? [] : unknownOption(target, name);
  if (!applies(target, name)) return value === null ? [] : [idle(target, name, rule.field)];
  if (value === null) return rule.required.value ? [demanded(target, name)] : [];
  return checkValue(target, name);
}

/** Whether the option means something with the media that the target carries. */
export function applies(target: PreflightTarget, name: OptionName): boolean {
  const rule = target.rules.options[name];
  if (rule && 'onlyOn' in rule && !rule.onlyOn.includes(target.form)) return false;
  return !rule?.onlyWith || rule.onlyWith.includes(carries(target));
}

/** An option that the network does not have. Asking in vain for less than public must not pass. */
function unknownOption(target: PreflightTarget, name: OptionName): Finding[] {
  const { privacy } = target.content;
  if (name !== 'privacy') return [idle(target, name)];
  if (privacy === 'public' || privacy === null) return [];
  return [
    {
      code: 'option_invalid',
      message: `Posts on ${nameOf(target)} are public; it has no privacy "${privacy}".`,
      actual: privacy,
      allowed: ['public'],
      fix: `Leave ${nameOf(target)} out, or set its privacy to public.`,
    },
  ];
}

function idle(target: PreflightTarget, name: OptionName, field?: string): Finding {
  const why = field === undefined ? 'has none' : `takes it only ${onlyWith(target, name)}`;
  return {
    code: 'option_ignored',
    severity: 'warning',
    message: `The ${name} is left out on ${nameOf(target)}, which ${why}.`,
    ...(field !== undefined && { field }),
  };
}

function onlyWith(target: PreflightTarget, name: OptionName): string {
  const kinds = target.rules.options[name]?.onlyWith ?? [];
  return kinds.map((kind) => (kind === 'none' ? 'without media' : `with ${kind}`)).join(' or ');
}

function demanded(target: PreflightTarget, name: OptionName): Finding {
  const allowed = allowedValues(target.rules.options, name);
  const rule = target.rules.options[name];
  return {
    code: 'option_required',
    message: `${nameOf(target)} demands ${OPTION_WORDS[name]}, and nobody may guess it.`,
    ...(rule && { field: rule.field, figure: rule.required }),
    ...(allowed && { allowed }),
    fix: `Set ${name} in an override for ${target.account.platform}${allowed ? `: ${allowed.join(', ')}` : ''}.`,
  };
}

/** The values that an option may hold at a network, as strings; null: free text. */
export function allowedValues(options: OptionRules, name: keyof OptionRules): string[] | null {
  if (name === 'privacy' && options.privacy) return Object.keys(options.privacy.values.value);
  return name === 'madeForKids' ? ['true', 'false'] : null;
}

function checkValue(target: PreflightTarget, name: OptionName): Finding[] {
  const { content, rules } = target;
  const { title, privacy, boardId } = rules.options;
  const network = nameOf(target);

  if (name === 'title' && title && content.title !== null) {
    const check = { subject: 'title', code: 'text_too_long', network, limit: title };
    return [...tooLong(content.title, check), ...refused(content.title, title.field, title.refused, network)];
  }
  if (name === 'privacy' && privacy && content.privacy !== null && !privacy.values.value[content.privacy]) {
    const allowed = allowedValues(rules.options, name) ?? [];
    return [
      {
        code: 'option_invalid',
        message: `${network} has no privacy "${content.privacy}"; it has ${allowed.join(', ')}.`,
        field: privacy.field,
        actual: content.privacy,
        allowed,
        fix: 'Choose one of the allowed values.',
        figure: privacy.values,
      },
    ];
  }
  if (name === 'boardId' && boardId && content.boardId !== null) {
    if (new RegExp(boardId.pattern.value).test(content.boardId)) return [];
    return [
      {
        code: 'option_invalid',
        message: `"${content.boardId}" is no ${network} board id: those are digits only.`,
        field: boardId.field,
        actual: content.boardId,
        limit: boardId.pattern.value,
        fix: 'Use the id of one of the account’s boards.',
        figure: boardId.pattern,
      },
    ];
  }
  return [];
}

function postTypeIssues(target: PreflightTarget): Issue[] {
  const { postType } = target.content;
  if (postType === null || target.rules.forms[postType]) return [];
  const allowed = Object.keys(target.rules.forms);
  return [
    issueOf(target, target.pointers.postType, {
      code: 'option_invalid',
      message: `${nameOf(target)} has no post type "${postType}"; it has ${allowed.join(', ')}.`,
      actual: postType,
      allowed,
      fix: 'Choose one of the allowed values, or leave postType out.',
    }),
  ];
}
