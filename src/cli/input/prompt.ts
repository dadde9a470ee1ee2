import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { redact } from '../../client/redact.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** Whether a question can be asked: standard input and standard error are terminals. */
export function canAsk({ stdin, stderr }: Context): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** What every API key begins with. It is public; the rest is not. */
const KEY_PREFIX = 'postrider_api_';

/**
 * Asks for one line. An API key pasted here by mistake is not echoed and not returned: the question is asked again.
 *
 * @throws CliFailure `interrupted` on Ctrl-C and at the end of input
 */
export async function ask(context: Context, question: string): Promise<string> {
  for (;;) {
    const answer = await askOnce(context, question);
    if (redact(answer) === answer) return answer;
    context.stderr.write('\nThat is an API key. It was not stored, and this question is not about a key.\n');
  }
}

function askOnce({ stdin, stderr }: Context, question: string): Promise<string> {
  let lines: Interface | undefined;
  const echo = new Writable({
    write: (chunk, _encoding, done) => {
      if (!lines?.line.includes(KEY_PREFIX)) stderr.write(chunk);
      done();
    },
  });
  const { columns } = stderr;
  lines = createInterface({
    input: stdin,
    output: columns === undefined ? echo : Object.assign(echo, { columns }),
    terminal: true,
  });
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
