import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import type { AlertFacts } from './alert-facts.js';
import { type AlertLine, type LineOptions, lineOf } from './alert-lines.js';
import { MAX_QUOTE_LENGTH, plainText } from './plain-text.js';

/** An alert in words, before it is written for a mail or a chat. */
export interface AlertMessage {
  readonly subject: string;
  readonly lines: readonly AlertLine[];
  /** Whether the subject says what the only line says. */
  readonly isOneLine: boolean;
  readonly end: string;
}

/** What happened, with the page on which to act. What was deleted since is told without its name. */
export async function alertMessage(
  db: Queries,
  workspace: Pick<WorkspaceRow, 'id' | 'name'>,
  { facts, more }: AlertFacts,
  options: LineOptions,
): Promise<AlertMessage> {
  const lines: AlertLine[] = [];
  for (const fact of facts) lines.push(await lineOf(db, workspace.id, fact, options));
  const [only] = lines;
  const isOneLine = only !== undefined && lines.length + more === 1;
  const what = isOneLine ? only.says : subjectOf({ facts, more });
  return {
    subject: subject(what, workspace),
    lines,
    isOneLine,
    end: `${more > 0 ? `And ${more} more. ` : ''}All that needs you: ${options.publicUrl}/`,
  };
}

function subjectOf({ facts, more }: AlertFacts): string {
  const open = facts.filter(({ isOver }) => !isOver).length + more;
  if (open === 0) return `${facts.length} problems are over`;
  return open === 1 ? 'One thing needs you' : `${open} things need you`;
}

/** The subject of a message to the people of a workspace. */
export function subject(what: string, workspace: Pick<WorkspaceRow, 'name'>): string {
  return `Postrider: ${what} (${plainText(workspace.name, MAX_QUOTE_LENGTH)})`;
}

/** The message of the button that sends one to try it. */
export function testMessage(workspace: Pick<WorkspaceRow, 'name'>, publicUrl: string): AlertMessage {
  return {
    subject: subject('Test alert', workspace),
    lines: [
      {
        says: 'This is a test. Alerts arrive here',
        quote: null,
        url: `${publicUrl}/settings/alerts`,
      },
    ],
    isOneLine: false,
    end: 'Nothing has failed.',
  };
}
