import { textAt } from '../../src/backend/networks/requests/json-answer.js';
import type { Wire, WireRequest } from '../../src/backend/networks/wire.js';
import { isRecord } from '../../src/base/is-record.js';

/** A request, and of its answer what is compared. */
export interface Exchange {
  /** What was being done. */
  readonly step: string;
  /** `GET /api/v1/statuses/:id` */
  readonly request: string;
  readonly status: number;
  /** The name or message of the error; null: it succeeded, or names none. */
  readonly error: string | null;
  /** The paths of its fields: `commit.cid`, `media_attachments[].id`. */
  readonly keys: readonly string[];
}

/** How the simulated network differs from the real one. */
export interface Difference {
  readonly kind: /** A step needs other requests. */
    | 'requests'
    | 'status'
    | 'error'
    /** Fields that only the real server sends. */
    | 'missing field'
    /** Fields that only the simulated network sends. */
    | 'invented field';
  /** The step, or for fields the request and the status. */
  readonly where: string;
  readonly real: string;
  readonly simulated: string;
}

/** Records what passes over a wire. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  step = '';

  over(wire: Wire): Wire {
    return {
      origin: wire.origin,
      webUrl: wire.webUrl,
      send: async (request, signal) => {
        const { step } = this;
        const answer = await wire.send(request, signal);
        const { status, body } = answer;
        const error = status < 400 ? null : (textAt(body, 'error') ?? 'not JSON');
        const keys = [...new Set(keysOf(body))].sort();
        this.exchanges.push({ step, request: routeOf(request), status, error, keys });
        return answer;
      },
    };
  }
}

function routeOf({ method, path }: WireRequest): string {
  const parts = path.split('/').map((part) => (/^v\d$|^[A-Za-z_.]*$/.test(part) ? part : ':id'));
  return `${method} ${parts.join('/')}`;
}

function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(one, `${path}[]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return [here, ...keysOf(inner, here)];
  });
}

/** @param errorsAreNames whether errors have names, which must be equal; otherwise they are sentences */
export function differences(
  real: readonly Exchange[],
  simulated: readonly Exchange[],
  errorsAreNames: boolean,
): readonly Difference[] {
  const steps = [...new Set([...real, ...simulated].map(({ step }) => step))];
  return [
    ...steps.flatMap((step) => {
      const inStep = (one: Exchange) => one.step === step;
      return ofStep(step, real.filter(inStep), simulated.filter(inStep), errorsAreNames);
    }),
    ...ofFields(real, simulated),
  ];
}

function ofStep(
  where: string,
  real: readonly Exchange[],
  simulated: readonly Exchange[],
  errorsAreNames: boolean,
): readonly Difference[] {
  const requests = (exchanges: readonly Exchange[]) => exchanges.map(({ request }) => request).join(', ');
  const found: Difference[] = [];
  const differ = (kind: Difference['kind'], ours: unknown, theirs: unknown) => {
    if (ours !== theirs) found.push({ kind, where, real: String(ours), simulated: String(theirs) });
  };
  differ('requests', requests(real), requests(simulated));
  for (const [place, answer] of real.entries()) {
    const other = simulated[place];
    if (other?.request !== answer.request) break;
    differ('status', answer.status, other.status);
    if (errorsAreNames) differ('error', answer.error, other.error);
  }
  return found;
}

/** Fields by request and status: one answer need not have every field that another one has. */
function ofFields(real: readonly Exchange[], simulated: readonly Exchange[]): readonly Difference[] {
  const ours = fieldsByAnswer(simulated);
  return [...fieldsByAnswer(real)].flatMap(([where, fields]) => {
    const others = ours.get(where);
    if (others === undefined) return [];
    const missing = [...fields].filter((field) => !others.has(field));
    const invented = [...others].filter((field) => !fields.has(field));
    return [
      ...outermost(missing).map(
        (field): Difference => ({ kind: 'missing field', where, real: field, simulated: '' }),
      ),
      ...outermost(invented).map(
        (field): Difference => ({ kind: 'invented field', where, real: '', simulated: field }),
      ),
    ];
  });
}

function fieldsByAnswer(exchanges: readonly Exchange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { request, status, keys } of exchanges) {
    const where = `${request} ${status}`;
    const fields = found.get(where) ?? new Set();
    for (const key of keys) fields.add(key);
    found.set(where, fields);
  }
  return found;
}

/** Without the fields inside another one that differs too. */
function outermost(fields: readonly string[]): readonly string[] {
  return fields.filter(
    (field) => !fields.some((outer) => field.startsWith(`${outer}.`) || field.startsWith(`${outer}[]`)),
  );
}
