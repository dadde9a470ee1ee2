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
  const text = await readUtf8(path);
  const start = text.slice(0, MAX_BINARY_MARK);
  if (start.startsWith('%PDF-')) {
    throw notText(
      `${path} is a PDF, not a text.`,
      'Copy its text into a file, or ingest the PDF from its URL.',
    );
  }
  if (start.includes('\0')) throw notText(`${path} is not a text file.`, 'Save it as plain text in UTF-8.');
  return text;
}

/** How much of a file is looked at to see whether it is a text, in characters. */
const MAX_BINARY_MARK = 4096;

function notText(message: string, line: string): CliFailure {
  return new CliFailure('usage', message, { lines: [line], changed: 'nothing' });
}

async function readUtf8(path: string): Promise<string> {
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
