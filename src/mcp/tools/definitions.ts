import type { Scope } from '../../contract/scopes.js';
import type { Toolset } from '../../contract/service/key-policy.js';
import type { ToolDefinition } from '../definition/tool-definition.js';
import { listAccounts } from './accounts/list-accounts.definition.js';
import { getComment } from './inbox/get-comment.definition.js';
import { listComments } from './inbox/list-comments.definition.js';
import { listConversations } from './inbox/list-conversations.definition.js';
import { listMessages } from './inbox/list-messages.definition.js';
import { replyToComment } from './inbox/reply-to-comment.definition.js';
import { sendMessage } from './inbox/send-message.definition.js';
import { getInsights } from './insights/get-insights.definition.js';
import { uploadMedia } from './media/upload-media.definition.js';
import { cancelPost } from './posts/cancel-post.definition.js';
import { createPost } from './posts/create-post.definition.js';
import { getPost } from './posts/get-post.definition.js';
import { listPosts } from './posts/list-posts.definition.js';
import { planPosts } from './posts/plan-posts.definition.js';
import { publishPost } from './posts/publish-post.definition.js';
import { resolvePost } from './posts/resolve-post.definition.js';
import { retryPost } from './posts/retry-post.definition.js';
import { updatePost } from './posts/update-post.definition.js';
import { validatePost } from './posts/validate-post.definition.js';
import { createSchedule } from './schedules/create-schedule.definition.js';
import { deleteSchedule } from './schedules/delete-schedule.definition.js';
import { listSchedules } from './schedules/list-schedules.definition.js';
import { listSlots } from './schedules/list-slots.definition.js';
import { updateSchedule } from './schedules/update-schedule.definition.js';
import { ingestSource } from './sources/ingest-source.definition.js';

/** Every tool, in the order in which hosts list them: read, prepare, act. */
export const TOOLS = [
  listAccounts,
  listPosts,
  getPost,
  getInsights,
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
  planPosts,
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

/** Which tools a server lists. */
export interface ToolSelection {
  /** Only these toolsets; all when unset. */
  readonly toolsets?: readonly Toolset[] | undefined;
  /** Only tools that change nothing, whatever else is selected. */
  readonly readOnly?: boolean | undefined;
  /** Only what a key with these scopes may use; all when unset. The API checks scopes in any case. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** The tools that match a selection. */
export function selectTools(selection: ToolSelection): readonly (typeof TOOLS)[number][] {
  return TOOLS.filter((tool) => isListed(tool, selection));
}

/** Whether tools/list includes it. */
export function isListed(
  what: Pick<ToolDefinition, 'toolset' | 'scope' | 'readOnly'>,
  selection: ToolSelection,
): boolean {
  return isEnabled(what, selection) && mayUse(what, selection);
}

/** Whether the server enables it, whatever the key's scopes are. */
export function isEnabled(
  { toolset, readOnly }: Pick<ToolDefinition, 'toolset' | 'readOnly'>,
  selection: ToolSelection,
): boolean {
  return (!selection.toolsets || selection.toolsets.includes(toolset)) && (!selection.readOnly || readOnly);
}

/** Whether the key's scopes allow it; true if they are unknown. */
function mayUse({ scope }: Pick<ToolDefinition, 'scope'>, { scopes }: ToolSelection): boolean {
  return !scopes || scopes.includes(scope);
}
