import type { CallContext, Outcome } from './call-context.js';
import type { Fields, InputOf, ToolDefinition } from './definition/tool-definition.js';
import { inputRefused } from './errors/error-answer.js';
import { readInput } from './lenient-input/lenient-input.js';

/** A tool's handler, taking unread arguments. */
export type CallHandler = (args: unknown, call: CallContext) => Promise<Outcome>;

/** Joins a definition and its handler: the handler gets arguments that were read and checked. */
export function handle<All extends Fields>(
  definition: Omit<ToolDefinition, 'input'> & { readonly input: All },
  run: (input: InputOf<All>, call: CallContext) => Promise<Outcome>,
): CallHandler {
  return async (args, call) => {
    const reading = readInput(definition.input, args);
    if (!reading.ok) return inputRefused(definition, reading.problems);
    return (await call.refusedByKey(definition)) ?? run(reading.input, call);
  };
}
