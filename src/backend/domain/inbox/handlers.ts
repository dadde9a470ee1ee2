import type { Handlers } from '../../operations/call.js';
import { deleteComment, type ModerationDependencies, markRead, setHidden } from './moderate.js';
import { getThread, listComments } from './reading/read-comments.js';
import {
  getConversation,
  getMessage,
  listConversations,
  listMessages,
  readConversation,
} from './reading/read-messages.js';
import { createComment } from './replies/create-comment.js';
import { createMessage } from './replies/create-message.js';
import { resolveComment, resolveMessage } from './replies/resolve.js';

export function inboxHandlers(dependencies: ModerationDependencies) {
  return {
    'comments.list': listComments,
    'comments.get': getThread,
    'comments.create': createComment,
    'comments.read': markRead,
    'comments.hide': (call) => setHidden(call, dependencies, true),
    'comments.unhide': (call) => setHidden(call, dependencies, false),
    'comments.delete': (call) => deleteComment(call, dependencies),
    'comments.resolve': resolveComment,
    'conversations.list': listConversations,
    'conversations.get': getConversation,
    'conversations.read': readConversation,
    'messages.list': listMessages,
    'messages.get': getMessage,
    'messages.create': (call) => createMessage(call, { kind: call.caller.isPerson ? 'person' : 'key' }),
    'messages.resolve': resolveMessage,
  } satisfies Partial<Handlers>;
}
