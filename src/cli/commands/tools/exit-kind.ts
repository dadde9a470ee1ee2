import { API_ERROR_CODES } from '../../../contract/errors.js';
import type { ExitKind } from '../../exit-codes.js';
import { exitKindOfCode } from '../../failure-of.js';
import type { ToolResult } from './tool-answer.js';

/** Codes that tools answer with and the API does not have. */
const TOOL_ERRORS: Readonly<Record<string, ExitKind>> = {
  arguments_invalid: 'usage',
  argument_invalid: 'usage',
  key_unusable: 'configuration',
  base_url_invalid: 'configuration',
  plain_http_refused: 'configuration',
  proxy_invalid: 'configuration',
  option_invalid: 'configuration',
  backend_unreachable: 'unavailable',
  no_usable_answer: 'unavailable',
  outcome_unknown: 'outcome_unknown',
  aborted: 'interrupted',
  confirm_mismatch: 'not_confirmed',
  confirm_token_invalid: 'not_confirmed',
};

const UNCONFIRMED: readonly unknown[] = ['needs_confirmation', 'declined', 'cancelled'];

/** What `call` ends with after a tool's answer. */
export function exitKindOf({ structured, isError }: ToolResult): ExitKind {
  const { status, error, id } = structured;
  if (!isError) return id === undefined && UNCONFIRMED.includes(status) ? 'not_confirmed' : 'ok';
  if (typeof error !== 'string') return 'failed';
  const known = TOOL_ERRORS[error];
  if (known !== undefined) return known;
  const code = API_ERROR_CODES.find((one) => one === error);
  return code === undefined ? 'failed' : exitKindOfCode(code);
}
