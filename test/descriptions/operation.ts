import type { Exchange } from './exchange.js';
import type { Schema } from './schemas.js';

interface Parameter {
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** A list is written as one text with commas. */
  readonly isCommaList?: boolean;
}

/** An operation of a network, as a description has it. */
export interface Operation {
  readonly method: string;
  /** `/api/v1/statuses/{id}`; with a host if it is not the network's own. */
  readonly path: string;
  readonly query: Readonly<Record<string, Parameter>>;
  /** By the kind of body; absent: the description has none of that kind. */
  readonly body: Readonly<Partial<Record<Exchange['body']['kind'], Schema>>>;
  /** By status; `default` for those that are not named. Null: without a body. */
  readonly answers: Readonly<Record<string, Schema | null>>;
}

/** Whether a path is one of a template: `{id}` stands for one step. */
function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  const fits = (step: string, index: number) => step.startsWith('{') || step === given[index];
  return wanted.length === given.length && wanted.every(fits);
}

/** The operation of a request; one without a parameter in its path goes first. */
export function operationOf(
  operations: readonly Operation[],
  { method, path }: Pick<Exchange, 'method' | 'path'>,
): Operation | undefined {
  const found = operations.filter((one) => one.method === method && matches(one.path, path));
  return found.find((one) => one.path === path) ?? found[0];
}
