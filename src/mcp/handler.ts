import type { CallContext, Outcome } from './call-context.js';
import type { Fields, InputOf, ToolDefinition } from './definition/tool-definition.js';
import { inputRefused } from './errors/error-answer.js';
import { readInput } from './lenient-input/lenient-input.js';

/** A tool's handler behind the reading of its arguments. */
export type CallHandler = (args: unknown, call: CallContext) => Promise<Outcome>;

/** Joins a definition and what carries it out: the handler sees input that was read and checked. */
export function handle<All extends Fields>(
  definition: Omit<ToolDefinition, 'input'> & { readonly input: All },
  carryOut: (input: InputOf<All>, call: CallContext) => Promise<Outcome>,
): CallHandler {
  return async (args, call) => {
    const reading = readInput(definition.input, args);
    if (!reading.ok) return inputRefused(definition, reading.faults);
    return (await call.refusedByKey(definition)) ?? carryOut(reading.input, call);
  };
}
