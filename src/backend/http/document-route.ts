import type { Context } from 'hono';
import { OPERATIONS } from '../../contract/operations.js';
import { type OperationEngine, performOperation } from './perform-operation.js';
import type { HttpEnv } from './request-context.js';
import { queryOf } from './requests/query.js';
import { JsonDocument } from './responses/document-answer.js';

const { path } = OPERATIONS['openapi.get'];

const NOTHING_SENT = { path: {}, query: new URLSearchParams(), body: undefined };

/** The route of the OpenAPI description, which is made by the first request. */
export function openApiRoute(engine: OperationEngine): (c: Context<HttpEnv>) => Promise<Response> {
  let document: JsonDocument | undefined;
  return async (c) => {
    const context = c.get('context');
    context.route = path;
    queryOf(c.req.url);
    if (document === undefined) {
      const request = {
        sent: NOTHING_SENT,
        path,
        caller: null,
        callerSecret: null,
        key: null,
        context,
        call: undefined,
      };
      const { answer } = await performOperation('openapi.get', engine, request);
      document = new JsonDocument(JSON.stringify(answer));
    }
    return document.answer(c.req.raw, context);
  };
}
