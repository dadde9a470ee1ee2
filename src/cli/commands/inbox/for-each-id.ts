import { AbortedError, PostriderError } from '../../../client/errors/errors.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { CliFailure } from '../../failure.js';
import { failureOf } from '../../failure-of.js';

interface Failed {
  readonly id: string;
  readonly failure: CliFailure;
}

/**
 * Runs an action for each id and reports all results: one failure does not stop the others.
 *
 * @param done the label of a success: `Hidden:`
 * @returns the exit code of the first failure
 * @throws the failure itself if every id failed
 */
export async function forEachId<One>(
  ids: readonly string[],
  act: (id: string) => Promise<One>,
  done: string,
  { output }: Context,
): Promise<ExitKind | undefined> {
  const changed: { readonly id: string; readonly now: One }[] = [];
  const failed: Failed[] = [];
  for (const id of new Set(ids)) {
    try {
      changed.push({ id, now: await act(id) });
    } catch (error) {
      if (!(error instanceof PostriderError) || error instanceof AbortedError || ids.length === 1)
        throw error;
      failed.push({ id, failure: failureOf(error, false) });
    }
  }
  const [first] = failed;
  const lines = failed.map(({ id, failure }) => `${id}: ${failure.message}`);
  if (first && changed.length === 0) {
    const { kind, next } = first.failure;
    throw new CliFailure(kind, `All ${failed.length} failed.`, {
      lines,
      changed: 'nothing',
      next,
    });
  }
  for (const { id, now } of changed) {
    output.result({ data: now, brief: [id], text: () => `${done} ${id}.` });
  }
  for (const line of lines) output.note(line);
  return first?.failure.kind;
}
