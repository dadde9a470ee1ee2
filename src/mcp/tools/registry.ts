import type { Scope } from '../../contract/scopes.js';
import type { Toolset } from '../../contract/service/key-policy.js';
import type { ToolDefinition } from '../definition.js';
import { cancelPost } from './cancel-post.js';
import { createPost } from './create-post.js';
import { createSchedule } from './create-schedule.js';
import { deleteSchedule } from './delete-schedule.js';
import { getComment } from './get-comment.js';
import { getPost } from './get-post.js';
import { ingestSource } from './ingest-source.js';
import { listAccounts } from './list-accounts.js';
import { listComments } from './list-comments.js';
import { listConversations } from './list-conversations.js';
import { listMessages } from './list-messages.js';
import { listPosts } from './list-posts.js';
import { listSchedules } from './list-schedules.js';
import { listSlots } from './list-slots.js';
import { publishPost } from './publish-post.js';
import { replyToComment } from './reply-to-comment.js';
import { resolvePost } from './resolve-post.js';
import { retryPost } from './retry-post.js';
import { sendMessage } from './send-message.js';
import { updatePost } from './update-post.js';
import { updateSchedule } from './update-schedule.js';
import { uploadMedia } from './upload-media.js';
import { validatePost } from './validate-post.js';

/** Every tool, in the order in which hosts list them: look, prepare, act. */
export const TOOLS = [
  listAccounts,
  listPosts,
  getPost,
  listSlots,
  listSchedules,
  listComments,
  getComment,
  listConversations,
  listMessages,
  validatePost,
  uploadMedia,
  ingestSource,
  createPost,
  updatePost,
  publishPost,
  cancelPost,
  retryPost,
  resolvePost,
  createSchedule,
  updateSchedule,
  deleteSchedule,
  replyToComment,
  sendMessage,
] as const satisfies readonly ToolDefinition[];

export type ToolName = (typeof TOOLS)[number]['name'];

/** Which tools a server shows. */
export interface ToolSelection {
  /** Only these groups; all when unset. */
  readonly toolsets?: readonly Toolset[] | undefined;
  /** Only tools that change nothing, whatever else is asked for. */
  readonly readOnly?: boolean | undefined;
  /** Only what a key with these permissions may use; all when unset: the API decides in any case. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** The tools that a selection leaves. */
export function selectTools(selection: ToolSelection): readonly (typeof TOOLS)[number][] {
  return TOOLS.filter((tool) => isShown(tool, selection));
}

/** Whether a selection leaves it. */
export function isShown(
  what: Pick<ToolDefinition, 'toolset' | 'scope' | 'readOnly'>,
  selection: ToolSelection,
): boolean {
  return isOffered(what, selection) && mayUse(what, selection);
}

/** Whether a server shows it, whatever the key may do. */
export function isOffered(
  { toolset, readOnly }: Pick<ToolDefinition, 'toolset' | 'readOnly'>,
  selection: ToolSelection,
): boolean {
  return (!selection.toolsets || selection.toolsets.includes(toolset)) && (!selection.readOnly || readOnly);
}

/** Whether the key may use it, where its permissions are known. */
function mayUse({ scope }: Pick<ToolDefinition, 'scope'>, { scopes }: ToolSelection): boolean {
  return !scopes || scopes.includes(scope);
}
