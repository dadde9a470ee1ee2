/** A value in an answer. `undefined` and `null` are left out. */
export type Fact =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Fact[]
  | { readonly [name: string]: Fact };
export type Facts = Readonly<Record<string, Fact>>;

/** Texts of only these characters are written as they are. All others are quoted, so that their end is clear. */
const PLAIN = /^[\p{L}\p{N}@][\p{L}\p{N} @._:/+()?&=%#~’'-]*$/u;

/** The same for ASCII, which most texts are: tested first, in a quarter of the time. */
const PLAIN_ASCII = /^[A-Za-z0-9@][A-Za-z0-9 @._:/+()?&=%#~'-]*$/;

/** Longer list entries get their own line. */
const LONG_ENTRY = 60;

/**
 * Writes facts in few tokens: `name: value` lines, a record on one line, a list of records one line each, and
 * multi-line texts indented behind a bar.
 */
export function renderFacts(facts: Facts): string {
  const lines: string[] = [];
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    if (!isSaid(value)) continue;
    const said = block(value);
    lines.push(said.startsWith('\n') ? `${name}:${said}` : `${name}: ${said}`);
  }
  return lines.join('\n');
}

function block(value: Fact): string {
  if (typeof value === 'string' && value.includes('\n'))
    return value.replace(/^/gm, '\n| ').replaceAll('\n\n|', '\n|');
  if (isList(value) && value.some(needsLine)) return value.map((item) => `\n- ${inner(item)}`).join('');
  return isFacts(value) ? pairs(value) : inner(value);
}

function needsLine(item: Fact): boolean {
  return typeof item === 'object' || (typeof item === 'string' && item.length > LONG_ENTRY);
}

function inner(value: Fact): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value);
  if (isList(value)) return `[${value.map(nested).join(', ')}]`;
  return isFacts(value) ? pairs(value) : String(value);
}

function isPlain(text: string): boolean {
  return PLAIN_ASCII.test(text) || PLAIN.test(text);
}

function nested(value: Fact): string {
  return isFacts(value) ? `{${pairs(value)}}` : inner(value);
}

function pairs(facts: Facts): string {
  let said = '';
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    if (isSaid(value)) said += `${said === '' ? '' : ', '}${name}: ${nested(value)}`;
  }
  return said;
}

/** Absent values, empty lists and empty records are left out. */
function isSaid(value: Fact): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') return true;
  return (isList(value) ? value : Object.keys(value)).length > 0;
}

export function isList(value: Fact): value is readonly Fact[] {
  return Array.isArray(value);
}

export function isFacts(value: Fact): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
