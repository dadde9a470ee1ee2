import type { ToolDefinition, Toolset } from '../definition.js';
import { createPost } from './create-post.js';
import { getPost } from './get-post.js';
import { listAccounts } from './list-accounts.js';
import { listPosts } from './list-posts.js';
import { validatePost } from './validate-post.js';

/** Every tool, in the order in which hosts list them: look, prepare, act. */
export const TOOLS = [
  listAccounts,
  listPosts,
  getPost,
  validatePost,
  createPost,
] as const satisfies readonly ToolDefinition[];

export type ToolName = (typeof TOOLS)[number]['name'];

/** Which tools a server shows. */
export interface ToolSelection {
  /** Only these groups; all when unset. */
  readonly toolsets?: readonly Toolset[] | undefined;
  /** Only tools that change nothing, whatever else is asked for. */
  readonly readOnly?: boolean | undefined;
}

/** The tools that a selection leaves. */
export function selectTools({ toolsets, readOnly }: ToolSelection): readonly (typeof TOOLS)[number][] {
  return TOOLS.filter(
    (tool) => (!toolsets || toolsets.includes(tool.toolset)) && (!readOnly || tool.readOnly),
  );
}
