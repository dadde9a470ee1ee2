import type { Issue } from '../../contract/errors.js';
import type { ContentField } from '../content.js';
import type { OptionRules } from '../network-rules.js';
import { boardFindings, chooseBoard } from './board.js';
import {
  carries,
  type Finding,
  goesToInbox,
  inboxKeepsText,
  issueOf,
  lostInInbox,
  nameOf,
  ownField,
  type PreflightTarget,
} from './target.js';
import { countField, type FieldCount, refused, tooLong } from './text.js';

type OptionName = keyof OptionRules & ContentField;

const OPTIONS: readonly OptionName[] = ['title', 'privacy', 'madeForKids', 'boardId', 'cover', 'link'];

/** What messages call the options. */
const OPTION_WORDS: Readonly<Record<OptionName, string>> = {
  title: 'a title',
  privacy: 'a privacy setting',
  madeForKids: 'an answer to "made for kids"',
  boardId: 'a board',
  cover: 'a cover image',
  link: 'a link',
};

/** The lengths of the options that have a limit. */
export function optionCounts(target: PreflightTarget): FieldCount[] {
  const { title } = target.content;
  const rule = target.rules.options.title;
  return rule && title !== null && applies(target, 'title') ? [countField(target, 'title', title, rule)] : [];
}

/** Checks a target's options: required ones, their values, and those the network ignores. */
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
  if (!applies(target, name)) return value === null ? [] : [ignored(target, name, rule.field)];
  if (goesToInbox(target) && !(name === 'title' && inboxKeepsText(target)))
    return value === null ? [] : [lostInInbox(target, `The ${name}`, rule.field)];
  if (value === null) return rule.required.value ? [missing(target, name)] : [];
  return checkValue(target, name);
}

/** Whether the option applies to the target's post type and media. */
export function applies(target: PreflightTarget, name: OptionName): boolean {
  const rule = target.rules.options[name];
  if (rule && 'onlyOn' in rule && !rule.onlyOn.includes(target.form)) return false;
  return !rule?.onlyWith || rule.onlyWith.includes(carries(target));
}

/** An option the network does not have. Privacy is an error: ignoring it would publish the post publicly. */
function unknownOption(target: PreflightTarget, name: OptionName): Finding[] {
  const { privacy } = target.content;
  if (name !== 'privacy') return [ignored(target, name)];
  if (privacy === 'public' || privacy === null) return [];
  return [
    {
      code: 'option_invalid',
      message: `Posts on ${nameOf(target)} are always public, so privacy "${privacy}" is not possible.`,
      actual: privacy,
      allowed: ['public'],
      fix: `Remove ${nameOf(target)} from the post, or set ${ownField(target, 'privacy')} to public.`,
    },
  ];
}

function ignored(target: PreflightTarget, name: OptionName, field?: string): Finding {
  const why = field === undefined ? 'does not support it' : `supports it only ${condition(target, name)}`;
  return {
    code: 'option_ignored',
    severity: 'warning',
    message: `The ${name} is ignored: ${nameOf(target)} ${why}.`,
    ...(field !== undefined && { field }),
  };
}

/** When the network supports an option that does not apply to this target. */
function condition({ form, rules }: PreflightTarget, name: OptionName): string {
  const rule = rules.options[name];
  if (rule && 'onlyOn' in rule && !rule.onlyOn.includes(form)) return `on a ${rule.onlyOn.join(' or ')} post`;
  const kinds = rule?.onlyWith ?? [];
  return kinds.map((kind) => (kind === 'none' ? 'without media' : `with ${kind}`)).join(' or ');
}

function missing(target: PreflightTarget, name: OptionName): Finding {
  const allowed = allowedValues(target.rules.options, name);
  const rule = target.rules.options[name];
  return {
    code: 'option_required',
    message: `${nameOf(target)} requires ${OPTION_WORDS[name]}, which Postrider cannot choose for you.`,
    ...(rule && { field: rule.field, figure: rule.required }),
    ...(allowed && { allowed }),
    fix:
      name === 'boardId'
        ? chooseBoard(target)
        : `Set ${ownField(target, name)}${allowed ? ` to one of: ${allowed.join(', ')}` : ''}.`,
  };
}

/** The values a network allows for an option, as strings; null: free text. */
export function allowedValues(options: OptionRules, name: keyof OptionRules): string[] | null {
  if (name === 'privacy' && options.privacy) return Object.keys(options.privacy.values.value);
  return name === 'madeForKids' ? ['true', 'false'] : null;
}

function checkValue(target: PreflightTarget, name: OptionName): Finding[] {
  const { content, rules } = target;
  const { title, privacy, link } = rules.options;
  const network = nameOf(target);

  if (name === 'title' && title && content.title !== null) {
    const check = { subject: 'the title', code: 'text_too_long', network, limit: title, texts: target.texts };
    return [...tooLong(content.title, check), ...refused(content.title, title.field, title.refused, network)];
  }
  if (name === 'privacy' && privacy && content.privacy !== null && !privacy.values.value[content.privacy]) {
    const allowed = allowedValues(rules.options, name) ?? [];
    return [
      {
        code: 'option_invalid',
        message: `${network} does not support privacy "${content.privacy}", only ${allowed.join(', ')}.`,
        field: privacy.field,
        actual: content.privacy,
        allowed,
        fix: `Set ${ownField(target, 'privacy')} to one of: ${allowed.join(', ')}.`,
        figure: privacy.values,
      },
    ];
  }
  if (name === 'link' && link && content.link !== null && !isWebAddress(content.link)) {
    return [
      {
        code: 'option_invalid',
        message: `"${content.link}" is not a web address, so ${network} cannot link to it.`,
        field: link.field,
        actual: content.link,
        fix: `Set ${ownField(target, 'link')} to an address that begins with https:// or http://.`,
      },
    ];
  }
  if (name === 'boardId') return boardFindings(target);
  return [];
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}

function postTypeIssues(target: PreflightTarget): Issue[] {
  const { postType } = target.content;
  if (postType === null || target.rules.forms[postType]) return [];
  const allowed = Object.keys(target.rules.forms);
  return [
    issueOf(target, target.pointers.postType, {
      code: 'option_invalid',
      message: `${nameOf(target)} does not support the post type "${postType}", only ${allowed.join(', ')}.`,
      actual: postType,
      allowed,
      fix: `Set ${ownField(target, 'postType')} to one of: ${allowed.join(', ')}, or remove it.`,
    }),
  ];
}
