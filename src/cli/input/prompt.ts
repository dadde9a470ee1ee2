import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** Whether a question can be asked: standard input and standard error are terminals. */
export function canAsk({ stdin, stderr }: Context): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks for one line. @throws CliFailure `interrupted` on Ctrl-C and at the end of input */
export async function ask(context: Context, question: string): Promise<string> {
  const lines = createInterface({ input: context.stdin, output: context.stderr, terminal: true });
  return answerOf(lines, question);
}

/** Asks for one line without echoing it. */
export async function askHidden(context: Context, question: string): Promise<string> {
  context.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: context.stdin, output: nowhere, terminal: true });
  try {
    return await answerOf(lines, '');
  } finally {
    context.stderr.write('\n');
  }
}

/** Asks a yes/no question; anything but yes means no. */
export async function confirm(context: Context, question: string): Promise<boolean> {
  const answer = await ask(context, `${question} [y/N] `);
  return /^(y|yes)$/i.test(answer.trim());
}

function answerOf(lines: Interface, question: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let answered = false;
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      if (!answered) reject(new CliFailure('interrupted', 'Cancelled.', { changed: 'nothing' }));
    });
    lines.question(question, (answer) => {
      answered = true;
      lines.close();
      resolve(answer);
    });
  });
}
