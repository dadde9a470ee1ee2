import type { Command } from './command.js';
import { commentsCreate } from './commands/inbox/comments/create.js';
import { commentsDelete } from './commands/inbox/comments/delete.js';
import { commentsGet } from './commands/inbox/comments/get.js';
import { commentsHide, commentsUnhide } from './commands/inbox/comments/hide.js';
import { commentsList } from './commands/inbox/comments/list.js';
import { commentsPrivateReply } from './commands/inbox/comments/private-reply.js';
import { commentsRead } from './commands/inbox/comments/read.js';
import { commentsReply } from './commands/inbox/comments/reply.js';
import { commentsResolve } from './commands/inbox/comments/resolve.js';
import { conversationsGet } from './commands/inbox/conversations/get.js';
import { conversationsList } from './commands/inbox/conversations/list.js';
import { conversationsRead } from './commands/inbox/conversations/read.js';
import { inbox } from './commands/inbox/inbox.js';
import { messagesGet } from './commands/inbox/messages/get.js';
import { messagesList } from './commands/inbox/messages/list.js';
import { messagesResolve } from './commands/inbox/messages/resolve.js';
import { messagesSend } from './commands/inbox/messages/send.js';

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
