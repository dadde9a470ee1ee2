import type { Command } from './command.js';
import { commentsCreate } from './commands/comments-create.js';
import { commentsDelete } from './commands/comments-delete.js';
import { commentsGet } from './commands/comments-get.js';
import { commentsHide, commentsUnhide } from './commands/comments-hide.js';
import { commentsList } from './commands/comments-list.js';
import { commentsPrivateReply } from './commands/comments-private-reply.js';
import { commentsRead } from './commands/comments-read.js';
import { commentsReply } from './commands/comments-reply.js';
import { commentsResolve } from './commands/comments-resolve.js';
import { conversationsGet } from './commands/conversations-get.js';
import { conversationsList } from './commands/conversations-list.js';
import { conversationsRead } from './commands/conversations-read.js';
import { inbox } from './commands/inbox.js';
import { messagesGet } from './commands/messages-get.js';
import { messagesList } from './commands/messages-list.js';
import { messagesResolve } from './commands/messages-resolve.js';
import { messagesSend } from './commands/messages-send.js';

/** What people wrote, and answers to it. */
export const INBOX_COMMANDS: readonly Command[] = [
  inbox,
  commentsList,
  commentsGet,
  commentsReply,
  commentsPrivateReply,
  commentsCreate,
  commentsRead,
  commentsHide,
  commentsUnhide,
  commentsDelete,
  commentsResolve,
  conversationsList,
  conversationsGet,
  conversationsRead,
  messagesList,
  messagesGet,
  messagesSend,
  messagesResolve,
];
