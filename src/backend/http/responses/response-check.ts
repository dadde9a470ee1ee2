import type * as z from 'zod';
import { errorsOf } from '../../../contract/error-codes.js';
import { Problem } from '../../../contract/errors.js';
import type { Operation } from '../../../contract/operation.js';
import type { RequestRefused } from '../../operations/refusal.js';

/** An answer that does not match the contract. */
class AnswerOffContract extends Error {
  override readonly name = 'AnswerOffContract';
}

/**
 * Checks a refusal against the contract: its code is one that the operation names, and its document is a problem.
 *
 * @throws AnswerOffContract
 */
export function checkRefusal(operationId: string, operation: Operation, refusal: RequestRefused): void {
  if (!errorsOf(operation).includes(refusal.code)) {
    throw new AnswerOffContract(`${operationId} does not name the error ${refusal.code} in the contract.`);
  }
  checkAnswer(operationId, Problem, refusal.toProblem(''));
}

/**
 * Checks an answer against its schema: every field as described, and no others.
 *
 * @throws AnswerOffContract
 */
export function checkAnswer(operationId: string, schema: z.ZodType, answer: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(answer));
  const result = schema.safeParse(sent);
  if (!result.success) {
    const faults = result.error.issues.map(
      (issue) => `/${issue.path.map(String).join('/')}: ${issue.message}`,
    );
    throw new AnswerOffContract(
      `The answer of ${operationId} does not match the contract. ${faults.join('; ')}`,
    );
  }
  const undescribed = droppedFields(sent, result.data, '');
  if (undescribed.length > 0) {
    throw new AnswerOffContract(
      `The answer of ${operationId} has fields that are not in the contract: ${undescribed.join(', ')}`,
    );
  }
}

/** JSON pointers to the fields that parsing dropped because the schema does not have them. */
function droppedFields(sent: unknown, kept: unknown, pointer: string): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const place = `${pointer}/${name}`;
    const isKept = typeof kept === 'object' && kept !== null && Object.hasOwn(kept, name);
    return isKept ? droppedFields(value, Reflect.get(kept, name), place) : [place];
  });
}
