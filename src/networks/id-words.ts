import { isPlatform, networkName, type Platform } from '../contract/platforms.js';
import type { OptionValue } from './content.js';
import type { RareOption } from './rare-options.js';
import { RULES } from './rules.js';

/** An option's rule for ids, by the network whose option it is; undefined: it has no ids. */
function ruleOf(platform: string, name: string): Extract<RareOption, { kind: 'text' }> | undefined {
  if (!isPlatform(platform)) return undefined;
  const { rareOptions } = RULES[platform];
  const option = Object.hasOwn(rareOptions, name) ? rareOptions[name] : undefined;
  return option?.kind === 'text' && option.id ? option : undefined;
}

/**
 * The value of a rarer option for people. An id is shown with its name, `Music (10)`, or with what it is the id of:
 * `place 1234 on Facebook`. Everything else stays as it is.
 *
 * @param platform the network whose option it is; any other word: the value stays as it is
 */
export function optionWords(platform: string, name: string, value: OptionValue): string {
  const text = String(value);
  const option = ruleOf(platform, name);
  if (!option?.id || !isPlatform(platform) || !isId(option.pattern?.value, text)) return text;
  const { what, on = platform } = option.id;
  const known = namedIds(platform, name).get(text);
  return known === undefined ? `${what} ${text} on ${networkName(on)}` : `${known} (${text})`;
}

/** The ids with a name that an option can have, and their names; empty: none are known. */
export function namedIds(platform: Platform, name: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(ruleOf(platform, name)?.id?.names?.value ?? {}));
}

/** What somebody has to enter where an id has no known name: `The id of a place on Facebook`; null: it is not one. */
export function idHint(platform: Platform, name: string): string | null {
  const id = ruleOf(platform, name)?.id;
  return id && !id.names ? `The id of a ${id.what} on ${networkName(id.on ?? platform)}` : null;
}

const isId = (pattern: string | undefined, text: string): boolean =>
  pattern !== undefined && new RegExp(pattern).test(text);
