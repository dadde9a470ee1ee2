import type { Assistant } from '../../../backend/domain/assistants/assistants.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** An assistant with its instants in ISO 8601, as in the API. */
export function withInstants({ connectedAt, lastUsedAt, endedAt, ...rest }: Assistant) {
  const iso = (instant: number | null): string | null =>
    instant === null ? null : new Date(instant).toISOString();
  return { ...rest, connectedAt: iso(connectedAt), lastUsedAt: iso(lastUsedAt), endedAt: iso(endedAt) };
}

/** The connected assistant that is meant: by its id, or by its name if only one has it. */
export function theAssistant(assistants: readonly Assistant[], name: string): Assistant {
  const connected = assistants.filter(({ endedAt }) => endedAt === null);
  const found = connected.filter(({ id, label }) => id === name || label === name);
  const [assistant, other] = found;
  if (assistant === undefined) {
    throw new CliFailure('not_found', 'No connected assistant has this id or name.', {
      changed: 'nothing',
      next: [`List assistants: ${typed('assistants list')}`],
    });
  }
  if (other !== undefined) {
    throw new CliFailure('refused', 'Several connected assistants have this name.', {
      lines: found.map(({ id, label }) => `${id}  ${label}`),
      changed: 'nothing',
      next: ['Use the id of one.'],
    });
  }
  return assistant;
}
