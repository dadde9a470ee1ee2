import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { redact } from '../../client/redact.js';
import type { FormRequest } from '../call-context.js';

/**
 * A request for a form as the protocol has it. Written out and not made with the SDK's own function, so that
 * what a call loads does not hold the SDK a second time.
 */
export function askWithForm({ form: { message, agree }, state }: FormRequest): InputRequiredResult {
  return {
    resultType: 'input_required',
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: redact(message),
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: agree } },
            required: ['confirm'],
          },
        },
      },
    },
    requestState: state,
  };
}
