import { readOverrideTerm, readRequestTerm, renameApiTerms } from '../../contract/api-terms.js';

/** The tool that makes a request of the API. */
interface ToolFor {
  readonly method: string;
  /** The end of its path. */
  readonly path: RegExp;
  readonly tool: string;
}

const TOOLS_FOR: readonly ToolFor[] = [
  { method: 'PATCH', path: /\/v1\/posts\/[^/\s]+$/, tool: 'postrider_update_post' },
  { method: 'DELETE', path: /\/v1\/posts\/[^/\s]+$/, tool: 'postrider_cancel_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/(?:publish|approve)$/, tool: 'postrider_publish_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/delete-published$/, tool: 'postrider_cancel_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/retry$/, tool: 'postrider_retry_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/resolve$/, tool: 'postrider_resolve_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/reject$/, tool: 'a person, in the dashboard' },
  { method: 'POST', path: /\/v1\/media$/, tool: 'postrider_upload_media' },
  { method: 'POST', path: /\/v1\/schedules$/, tool: 'postrider_create_schedule' },
  { method: 'POST', path: /\/v1\/comments$/, tool: 'postrider_reply_to_comment' },
  { method: 'POST', path: /\/v1\/messages$/, tool: 'postrider_send_message' },
  { method: 'GET', path: /\/v1\/queue\/slots(?:\?\S*)?$/, tool: 'postrider_list_slots' },
];

/**
 * Rewords an API message for a reader who has tools: `POST /v1/posts/post_1/retry` becomes the tool's name, and
 * sentences about requests that no tool makes are dropped. Fields keep their names, which are also the arguments'.
 */
export function toToolWording(message: string): string {
  return renameApiTerms(message, nameForTools) || message;
}

function nameForTools(term: string): string | null {
  const request = readRequestTerm(term);
  if (request !== null) {
    const found = TOOLS_FOR.find(({ method, path }) => method === request.method && path.test(request.path));
    return found?.tool ?? null;
  }
  const override = readOverrideTerm(term);
  return override === null ? `\`${term}\`` : `\`${override.field}\` in the override for ${override.target}`;
}
