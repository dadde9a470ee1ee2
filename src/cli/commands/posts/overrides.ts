import * as z from 'zod';
import { nearestName } from '../../../base/nearest-name.js';
import { isPlatform, PLATFORM_ALIASES, PLATFORMS } from '../../../contract/platforms.js';
import { Override } from '../../../contract/posts/content.js';
import { RULES } from '../../../networks/rules.js';
import { usageFailure } from '../../failure.js';

const FIELDS = Object.keys(Override.shape).filter((name) => name !== 'target');

/** Fields with several values: the option is repeated for each. */
const LISTS: readonly string[] = ['mediaUrls', 'altTexts', 'thread', 'disclosure'];

const HOW =
  'Write it like --set "x.text=Shorter." or --set "mastodon.contentWarning=Food", or with := and JSON';

/**
 * Reads overrides for single targets: `<network or account>.<field>=<text>`, or `:=` with JSON. The field decides
 * whether a value is text; a field with several values is repeated.
 *
 * @throws CliFailure if one cannot be read
 */
export function readOverrides(pairs: readonly string[]): readonly Override[] {
  const overrides = new Map<string, Record<string, unknown>>();
  for (const pair of pairs) {
    const [, place, field, option, operator, written] =
      /^([\w-]+)\.(\w+)(?:\.(\w+))?(:?=)(.*)$/s.exec(pair) ?? [];
    if (place === undefined || field === undefined || written === undefined)
      throw usageFailure(`Cannot read "${pair}".`, HOW);
    const target = placeOf(place);
    const isOption = !FIELDS.includes(field);
    const offered = isOption ? rareOptionsAt(target) : [];
    if (isOption && !offered.includes(field)) throw unknownField(field, offered);
    if (option !== undefined && field !== 'options')
      throw usageFailure(`"${pair}": ${field} has no subfields.`, HOW);
    const override = overrides.get(target) ?? { target };
    overrides.set(target, override);
    const name = isOption ? field : option;
    const value =
      operator === ':=' ? readJson(pair, written) : plainValue(isOption ? 'options' : field, written);
    if (name !== undefined) override['options'] = { ...asRecord(override['options']), [name]: value };
    else if (LISTS.includes(field) && operator === '=') override[field] = [...asList(override[field]), value];
    else override[field] = value;
  }
  return [...overrides.values()].map(checked);
}

function placeOf(word: string): string {
  const name = word.toLowerCase();
  return isPlatform(name) ? name : (PLATFORM_ALIASES[name] ?? word);
}

/** The rarer options of a network, whose names work as fields do; of an account, those of every network. */
function rareOptionsAt(target: string): readonly string[] {
  const platforms = isPlatform(target) ? [target] : PLATFORMS;
  return [...new Set(platforms.flatMap((platform) => Object.keys(RULES[platform].rareOptions)))];
}

function unknownField(field: string, options: readonly string[]): Error {
  const names = [...FIELDS, ...options];
  const meant = nearestName(field, names);
  return usageFailure(
    `Unknown field "${field}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    `Fields: ${names.join(', ')}`,
  );
}

/** Reads `true`, `false` and numbers for fields that do not take text. */
function plainValue(field: string, written: string): unknown {
  if (field !== 'madeForKids' && field !== 'options') return written;
  if (/^(true|yes)$/i.test(written)) return true;
  if (/^(false|no)$/i.test(written)) return false;
  return field === 'options' && /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : written;
}

function readJson(pair: string, written: string): unknown {
  try {
    return JSON.parse(written);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageFailure(`"${pair}": the value after := is not valid JSON (${why}).`, HOW);
  }
}

function checked(override: Record<string, unknown>): Override {
  const read = Override.safeParse(override);
  if (read.success) return read.data;
  const target = String(override['target']);
  const faults = read.error.issues.map((issue) => `${[target, ...issue.path].join('.')} ${faultOf(issue)}`);
  throw usageFailure(`--set: ${faults.join('; ')}.`, HOW);
}

/** What is wrong with a value, as the end of a sentence. */
function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return `must be a ${issue.expected}`;
  return `is invalid: ${issue.message}`;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  const read = z.record(z.string(), z.unknown()).safeParse(value);
  return read.success ? read.data : {};
}
