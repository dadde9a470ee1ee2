import { readFile } from 'node:fs/promises';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** Everything on standard input, as UTF-8. */
export async function readStdin({ stdin }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** The text of a file, or of standard input for `-`. @throws CliFailure where it cannot be read */
export async function readTextFrom(path: string, context: Context): Promise<string> {
  if (path === '-') return readStdin(context);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliFailure('usage', `The file ${path} cannot be read.`, {
      lines: cause instanceof Error ? [cause.message] : [],
      changed: 'nothing',
      cause,
    });
  }
}

/** A text without the line break with which files and `echo` end. */
export function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
