import { RequestRefused } from '../../operations/refusal.js';

/** The refusal of a request that names a post which the workspace does not have. */
export const noSuchPost = (id: string): RequestRefused =>
  new RequestRefused('post_not_found', `There is no post ${id} in this workspace.`);
