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
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/retry$/, tool: 'postrider_retry_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/resolve$/, tool: 'postrider_resolve_post' },
  { method: 'POST', path: /\/v1\/posts\/[^/\s]+\/reject$/, tool: 'a person, in the dashboard' },
  { method: 'POST', path: /\/v1\/media$/, tool: 'postrider_upload_media' },
  { method: 'POST', path: /\/v1\/schedules$/, tool: 'postrider_create_schedule' },
  { method: 'POST', path: /\/v1\/comments$/, tool: 'postrider_reply_to_comment' },
  { method: 'POST', path: /\/v1\/messages$/, tool: 'postrider_send_message' },
  { method: 'GET', path: /\/v1\/queue\/slots(?:\?\S*)?$/, tool: 'postrider_list_slots' },
];

/** A sentence that starts with a request. */
const REQUEST_SENTENCE = / (?:GET|POST|PATCH|DELETE) \/v1\/[^.]*\./g;

const REQUEST = /\b(GET|POST|PATCH|DELETE) (\/v1\/[\w./{}?=&-]*[\w}])/g;

/**
 * Rewords an API message for a reader who has tools: "(POST /v1/posts/post_1/retry)" becomes the tool's name, and
 * sentences about requests that no tool makes are dropped.
 */
export function toToolWording(detail: string): string {
  return detail
    .replace(/^Query parameter `(\w+)`: /, '')
    .replace(REQUEST, (words: string, method: string, path: string) => {
      return TOOLS_FOR.find((one) => one.method === method && one.path.test(path))?.tool ?? words;
    })
    .replace(REQUEST_SENTENCE, '');
}
