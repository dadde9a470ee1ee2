import { isRecord } from '../../base/is-record.js';
import { usageFailure } from '../failure.js';

/**
 * Arguments of a tool as they are typed: `name=text`, or `name:=json` for lists, objects and numbers. The tool
 * itself reads texts generously, so `platforms=bluesky,x` and `waitSeconds=30` need no JSON.
 *
 * @param pairs the words after the tool's name
 * @param json the object of `--json-args`; pairs win over it
 * @throws CliFailure for words that are neither
 */
export function readArguments(pairs: readonly string[], json: string | undefined): Record<string, unknown> {
  const args: Record<string, unknown> = json === undefined ? {} : readObject(json);
  for (const pair of pairs) {
    const [, name, operator, value] = /^([A-Za-z_][\w.-]*)(:?=)(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) {
      throw usageFailure(
        `"${pair}" is no argument.`,
        'Write name=value, such as platform=bluesky text="Hello"',
      );
    }
    args[name] = operator === ':=' ? readJson(name, value) : value;
  }
  return args;
}

function readObject(json: string): Record<string, unknown> {
  const value = readJson('--json-args', json);
  if (isRecord(value)) return { ...value };
  throw usageFailure(
    '--json-args takes an object.',
    `--json-args '{"platform": "bluesky", "text": "Hello"}'`,
  );
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(
      `${name}: this is no JSON (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
