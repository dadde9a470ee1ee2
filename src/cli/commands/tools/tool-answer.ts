import * as z from 'zod';
import { readFormText } from '../../../mcp/confirmation/form-words.js';

/** A tool result, as far as the command line shows it. */
const Result = z
  .object({
    content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
    structuredContent: z.record(z.string(), z.unknown()).default({}),
    isError: z.boolean().default(false),
  })
  .transform(({ content, structuredContent, isError }) => ({
    kind: 'result' as const,
    text: content.map(({ text }) => text).join('\n'),
    structured: structuredContent,
    isError,
  }));

/** A confirmation form that must be answered before the tool acts. */
const Form = z
  .object({
    requestState: z.string(),
    inputRequests: z.object({
      confirm: z.object({
        params: z.object({ message: z.string() }),
      }),
    }),
  })
  .transform(({ requestState, inputRequests: { confirm } }) => ({
    kind: 'form' as const,
    state: requestState,
    ...readFormText(confirm.params.message),
  }));

const ToolAnswer = z.union([Result, Form]);

export type ToolAnswer = z.infer<typeof ToolAnswer>;
export type ToolResult = Extract<ToolAnswer, { kind: 'result' }>;

/** Parses a tool's answer. @throws z.ZodError for any other form */
export function readToolAnswer(answer: unknown): ToolAnswer {
  return ToolAnswer.parse(answer);
}
