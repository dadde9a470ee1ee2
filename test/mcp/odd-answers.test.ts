import { describe, expect, it } from 'vitest';
import { fetchTransport } from '../../src/client/transport/fetch-transport.js';
import { exampleMe } from '../../src/contract/examples.js';
import { TOOLS, type ToolName } from '../../src/mcp/tools/definitions.js';
import { ODD_ANSWERS, withNewValues } from '../support/http/odd-answers.js';
import { exampleFor } from '../support/http/scripted-server.js';
import type { ToolAnswer } from '../support/mcp-session.js';
import { callDirectly, clientOf } from '../support/tool-harness.js';

const POST = 'post_01k9x3m5t7v9b2c4d6f8g0h1jk';
const ACCOUNT = 'acc_01k9x3m5t7v9b2c4d6f8g0h1jk';
const SCHEDULE = 'sch_01k9x3m5t7v9b2c4d6f8g0h1jk';
const COMMENT = 'cmt_01k9x3m5t7v9b2c4d6f8g0h1jk';
const CONVERSATION = 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk';

/** Arguments with which each tool sends a request. */
const ARGUMENTS: Readonly<Record<ToolName, Readonly<Record<string, unknown>>>> = {
  postrider_list_accounts: {},
  postrider_list_posts: {},
  postrider_get_post: { id: POST },
  postrider_get_insights: {},
  postrider_list_slots: {},
  postrider_list_schedules: {},
  postrider_list_comments: {},
  postrider_get_comment: { id: COMMENT },
  postrider_list_conversations: {},
  postrider_list_messages: { conversationId: CONVERSATION },
  postrider_validate_post: { text: 'Hello', platforms: ['bluesky'] },
  postrider_upload_media: { url: 'https://example.org/photo.jpg' },
  postrider_ingest_source: { text: 'We are open on Sundays from now on.' },
  postrider_create_post: { text: 'Hello', platforms: ['bluesky'], scheduleMode: 'now' },
  postrider_plan_posts: { posts: [{ text: 'Hello', platform: 'bluesky', scheduledAt: 'tomorrow 9:00' }] },
  postrider_update_post: { id: POST, text: 'Hello again' },
  postrider_publish_post: { id: POST, scheduleMode: 'now' },
  postrider_cancel_post: { id: POST },
  postrider_retry_post: { id: POST },
  postrider_resolve_post: { id: POST, outcome: 'check' },
  postrider_create_schedule: { label: 'Mornings', accountIds: [ACCOUNT], days: ['mon'], startTime: '09:00' },
  postrider_update_schedule: { id: SCHEDULE, label: 'Evenings' },
  postrider_delete_schedule: { id: SCHEDULE },
  postrider_reply_to_comment: { commentId: COMMENT, text: 'Thank you' },
  postrider_send_message: { conversationId: CONVERSATION, text: 'Hello' },
};

/** Words of a program's fault, which no answer may have. */
const FAULT = /TypeError|undefined|is not a function|is not iterable|\[object|internal_error/;

/** A call to a backend that knows the key, and answers everything else with `answer`. */
function call(tool: ToolName, answer: (request: Request) => Response): Promise<ToolAnswer> {
  const transport = fetchTransport((request) =>
    new URL(request.url).pathname === '/v1/me' ? Response.json(exampleMe) : answer(request),
  );
  const client = clientOf('postrider_api_test', { transport });
  return callDirectly({ tool, args: ARGUMENTS[tool], client, policy: 'never' });
}

describe.each(TOOLS.map(({ name }) => name))('%s', (tool) => {
  it.each(ODD_ANSWERS)('says in plain words that it got $what', async ({ respond }) => {
    const { text, structured, isError } = await call(tool, respond);
    expect(isError).toBe(true);
    expect(`${text} ${JSON.stringify(structured)}`).not.toMatch(FAULT);
    expect(text).toMatch(/is not from a Postrider backend|no usable response arrived/);
  });

  it('answers although a newer backend sends values that it does not know', async () => {
    const { text } = await call(tool, ({ method, url }) =>
      Response.json(withNewValues(exampleFor({ method, path: url }))),
    );
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(FAULT);
  });
});
