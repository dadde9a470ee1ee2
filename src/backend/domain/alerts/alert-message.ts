import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import type { AlertFact, AlertFacts } from './alert-facts.js';
import type { AlertEvent } from './alert-topics.js';

/** An alert in words, before it is written for a mail or a chat. */
export interface AlertMessage {
  readonly subject: string;
  readonly lines: readonly AlertLine[];
  readonly end: string;
}

interface AlertLine {
  readonly says: string;
  /** Words of a post or a name: whatever somebody wrote. */
  readonly quote: string | null;
  readonly url: string;
}

/** Characters of a post that an alert quotes. */
const MAX_QUOTE_LENGTH = 80;

export interface MessageOptions {
  readonly publicUrl: string;
  readonly withText: boolean;
}

/** What happened, with the page on which to act. What was deleted since is told without its name. */
export async function alertMessage(
  db: Queries,
  workspace: Pick<WorkspaceRow, 'id' | 'name'>,
  { facts, more }: AlertFacts,
  options: MessageOptions,
): Promise<AlertMessage> {
  const lines: AlertLine[] = [];
  for (const fact of facts) lines.push(await lineOf(db, workspace.id, fact, options));
  const count = facts.length + more;
  const [only] = lines;
  const what = count === 1 && only ? only.says : `${count} things need you`;
  return {
    subject: `Postrider: ${what} (${plainText(workspace.name, MAX_QUOTE_LENGTH)})`,
    lines,
    end: `${more > 0 ? `And ${more} more. ` : ''}All that needs you: ${options.publicUrl}/`,
  };
}

/** The message of the button that sends one to try it. */
export function testMessage(workspace: Pick<WorkspaceRow, 'name'>, publicUrl: string): AlertMessage {
  return {
    subject: `Postrider: Test alert (${plainText(workspace.name, MAX_QUOTE_LENGTH)})`,
    lines: [
      {
        says: 'This is a test. Alerts arrive here',
        quote: null,
        url: `${publicUrl}/settings/alerts`,
      },
    ],
    end: 'Nothing has failed.',
  };
}

async function lineOf(
  db: Queries,
  workspaceId: string,
  { type, objectId, detail }: AlertFact,
  { publicUrl, withText }: MessageOptions,
): Promise<AlertLine> {
  if (type === 'webhook.disabled') {
    const row = await db
      .selectFrom('webhooks')
      .select('label')
      .where('id', '=', objectId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    const quote = row && row.label !== '' ? plainText(row.label, MAX_QUOTE_LENGTH) : null;
    return { says: 'A webhook was disabled', quote, url: `${publicUrl}/settings/webhooks/${objectId}` };
  }
  if (type === 'account.health_changed') {
    const row = await db
      .selectFrom('accounts')
      .select(['handle', 'platform'])
      .where('id', '=', objectId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    const says = `${row ? `An account on ${PLATFORM_NAMES[row.platform]}` : 'An account'} ${HEALTH[detail] ?? 'needs you'}`;
    return {
      says,
      quote: row ? plainText(row.handle, MAX_QUOTE_LENGTH) : null,
      url: `${publicUrl}/channels#${objectId}`,
    };
  }
  const says = `${POSTS[type]}${detail === '' ? '' : `: ${detail}`}`;
  return {
    says,
    quote: withText ? await firstWords(db, workspaceId, objectId) : null,
    url: `${publicUrl}/posts/${objectId}`,
  };
}

const POSTS: Readonly<Record<Exclude<AlertEvent, 'account.health_changed' | 'webhook.disabled'>, string>> = {
  'post.failed': 'A post could not be published',
  'post.partially_published': 'A post was published on some of its accounts only',
  'post.unknown': 'A post was sent, and its outcome is unknown',
  'post.missed': 'A post missed its time and was not published',
};

const HEALTH: Readonly<Record<string, string>> = {
  expiring: 'loses its access soon: reconnect it',
  limited: 'is restricted',
  reconnect_required: 'has to be reconnected',
  disabled: 'was disabled',
};

async function firstWords(db: Queries, workspaceId: string, postId: string): Promise<string | null> {
  const row = await db
    .selectFrom('posts')
    .select('text')
    .where('id', '=', postId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row && row.text !== '' ? plainText(row.text, MAX_QUOTE_LENGTH) : null;
}

/** One line without characters that would change how it reads: controls, line breaks, marks of direction. */
export function plainText(text: string, maxLength: number): string {
  // A surrogate pair may be cut in half by the first slice, and the second one cuts by characters.
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
