import { readFileSync } from 'node:fs';
import { errnoOf } from '../../base/errno.js';
import { settingOf } from '../../client/settings.js';
import { CliFailure } from '../failure.js';
import { DATABASE_URL, VARIABLES } from './environment.js';

type Env = Readonly<Record<string, string | undefined>>;

/** No secret is longer; a file that is, is another one. In bytes. */
const MAX_SECRET_BYTES = 64 * 1024;

/** The variables that a file can hold, such as a secret of Docker, Kubernetes or systemd. */
const IN_FILES: readonly string[] = [
  ...VARIABLES.filter(({ secret }) => secret).map(({ name }) => name),
  DATABASE_URL,
];

/** The variables that name those files. */
export const FILE_VARIABLES: readonly string[] = IN_FILES.map(fileVariable);

function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/**
 * The environment with the secrets that files hold: with `DATABASE_URL_FILE=/run/secrets/database`, what is in that
 * file is `DATABASE_URL`. Files are read once, when a command begins.
 *
 * @throws CliFailure a file cannot be used, or a variable is given twice
 */
export function withSecretFiles(env: Env): Env {
  const read = IN_FILES.flatMap((name) => {
    const file = settingOf(env[fileVariable(name)]);
    if (file === undefined) return [];
    if (settingOf(env[name]) !== undefined) {
      throw unusable(`${name} and ${fileVariable(name)} are both set.`, 'Remove one of the two.');
    }
    return [[name, secretIn(file, name)] as const];
  });
  return read.length === 0 ? env : { ...env, ...Object.fromEntries(read) };
}

/** Where a secret was given, in words: the variable, or the file that it is in. */
export function whereSet(name: string, env: Env): string {
  const variable = fileVariable(name);
  return settingOf(env[variable]) === undefined ? name : `the file that ${variable} names`;
}

function secretIn(file: string, name: string): string {
  const from = `the file that ${fileVariable(name)} names, ${file}`;
  const text = textOf(file, from);
  if (Buffer.byteLength(text) > MAX_SECRET_BYTES) {
    throw unusable(`There is more than one secret in ${from}: it has over ${MAX_SECRET_BYTES / 1024} KB.`);
  }
  const secret = text.trim();
  if (secret === '') throw unusable(`Nothing is in ${from}.`, 'Write the secret into it.');
  return secret;
}

function textOf(file: string, from: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'it does not exist',
      EACCES: 'this user may not read it',
      EISDIR: 'it is a folder',
    };
    const code = errnoOf(error) ?? 'unknown error';
    throw unusable(
      `Postrider cannot read ${from}: ${reasons[code] ?? code}.`,
      'Name a file that can be read.',
    );
  }
}

function unusable(message: string, ...next: readonly string[]): CliFailure {
  return new CliFailure('configuration', message, { changed: 'nothing', next });
}
