import { readFile } from 'node:fs/promises';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** Reads all of standard input as UTF-8. */
export async function readStdin({ stdin }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a text file, or standard input for `-`. @throws CliFailure if it cannot be read */
export async function readTextFrom(path: string, context: Context): Promise<string> {
  if (path === '-') return readStdin(context);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliFailure('usage', `Cannot read ${path}.`, {
      lines: cause instanceof Error ? [cause.message] : [],
      changed: 'nothing',
      cause,
    });
  }
}

/** Removes the line break that files and `echo` end with. */
export function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
