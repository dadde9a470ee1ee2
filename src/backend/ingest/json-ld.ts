import { isRecord } from '../../base/is-record.js';
import type { JsonObject } from '../../base/json.js';

/** All JSON-LD objects of a page, with graphs flattened. */
export function readJsonLd(scripts: readonly string[]): readonly JsonObject[] {
  return scripts.flatMap((script) => objectsIn(parsed(script), 0));
}

const ARTICLE =
  /(Article|BlogPosting|Posting|Report|Recipe|Product|NewsRelease|HowTo|Review|WebPage|QAPage|Event|VideoObject)$/;

/** The object that describes the subject of the page. Articles take precedence over plain pages. */
export function mainObject(objects: readonly JsonObject[]): JsonObject | null {
  const known = objects.filter((object) => typesOf(object).some((type) => ARTICLE.test(type)));
  return known.find((object) => !typesOf(object).includes('WebPage')) ?? known[0] ?? null;
}

/** The names of the people or organizations in a field. */
export function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isRecord(value) ? namesIn(value['name']) : [];
}

export function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (Array.isArray(value)) return textIn(value[0]);
  if (!isRecord(value)) return null;
  return textIn(value['@id'] ?? value['url'] ?? value['name'] ?? null);
}

function typesOf(object: JsonObject): string[] {
  const type = object['@type'];
  return Array.isArray(type) ? type.map(String) : [String(type ?? '')];
}

function objectsIn(value: unknown, depth: number): JsonObject[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((inner) => objectsIn(inner, depth + 1));
  if (!isRecord(value)) return [];
  return [value, ...objectsIn(value['@graph'], depth + 1), ...objectsIn(value['mainEntity'], depth + 1)];
}

/** Invalid JSON is ignored. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*(<!--|\/\*<!\[CDATA\[\*\/)|(-->|\/\*\]\]>\*\/)\s*$/g, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
