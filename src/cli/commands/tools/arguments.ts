import { isRecord } from '../../../base/is-record.js';
import { usageFailure } from '../../failure.js';

/**
 * Reads tool arguments: `name=text`, or `name:=json` for lists, objects and numbers. Tools also accept text for many
 * fields, so `platforms=bluesky,x` and `waitSeconds=30` need no JSON.
 *
 * @param pairs the words after the tool's name
 * @param json the object from `--json-args`, which the pairs override
 * @throws CliFailure for anything else
 */
export function readArguments(pairs: readonly string[], json: string | undefined): Record<string, unknown> {
  const args: Record<string, unknown> = json === undefined ? {} : readObject(json);
  for (const pair of pairs) {
    const [, name, operator, value] = /^([A-Za-z_][\w.-]*)(:?=)(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) {
      throw usageFailure(
        `Cannot read the argument "${pair}".`,
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
    '--json-args must be a JSON object.',
    `Write it like --json-args '{"platform": "bluesky", "text": "Hello"}'`,
  );
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(
      `${name}: not valid JSON (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
