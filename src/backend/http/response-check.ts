import type * as z from 'zod';

/** An answer that the contract does not describe. */
class AnswerOffContract extends Error {
  override readonly name = 'AnswerOffContract';
}

/**
 * Holds an answer against its schema: every field as described, and no field that is not.
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
    throw new AnswerOffContract(`${operationId} answered off contract. ${faults.join('; ')}`);
  }
  const undescribed = fieldsLost(sent, result.data, '');
  if (undescribed.length > 0) {
    throw new AnswerOffContract(
      `${operationId} answered fields that the contract lacks: ${undescribed.join(', ')}`,
    );
  }
}

/** Pointers to what parsing left out: fields that the schema does not know. */
function fieldsLost(sent: unknown, kept: unknown, pointer: string): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const place = `${pointer}/${name}`;
    const isKept = typeof kept === 'object' && kept !== null && Object.hasOwn(kept, name);
    return isKept ? fieldsLost(value, Reflect.get(kept, name), place) : [place];
  });
}
