import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import type { AlertFact, AlertFacts } from './alert-facts.js';
import { type AlertTrouble, isAlertTrouble } from './alert-topics.js';

/** A trouble that an address knows of. */
export type KnownTrouble = Pick<AlertFact, 'type' | 'objectId'>;

/** A fact that waits for the next alert. */
interface WaitingFact extends AlertFact {
  /** An earlier alert told of the same trouble. */
  readonly wasTold?: true;
}

/** What an address knows, and what it is told next. */
export interface Notebook {
  readonly waiting: { readonly facts: readonly WaitingFact[]; readonly more: number };
  readonly told: readonly KnownTrouble[];
}

/** Facts that one alert lists; further ones are counted. */
const MAX_FACTS = 10;

/** Troubles that an address knows of; the oldest are forgotten first, and their end is not told. */
const MAX_TOLD = 100;

export function readNotebook({
  gathered_json: gathered,
  told_json: told,
}: Pick<AlertChannelRow, 'gathered_json' | 'told_json'>): Notebook {
  return {
    waiting: gathered === null ? { facts: [], more: 0 } : (JSON.parse(gathered) as AlertFacts),
    told: JSON.parse(told) as readonly KnownTrouble[],
  };
}

/** The columns of a notebook. */
export function notebookColumns({ waiting, told }: Notebook) {
  return {
    gathered_json: isEmpty(waiting) ? null : JSON.stringify(waiting),
    told_json: JSON.stringify(told),
  };
}

const isEmpty = ({ facts, more }: AlertFacts): boolean => facts.length === 0 && more === 0;

/** The troubles of a kind that nobody reports by an event. */
export function knownTroubles({
  told,
}: Notebook): readonly (KnownTrouble & { readonly type: AlertTrouble })[] {
  return told.flatMap(({ type, objectId }) => (isAlertTrouble(type) ? [{ type, objectId }] : []));
}

/** Adds facts, of which a later one about the same object replaces an earlier one. */
export function withFacts(notebook: Notebook, added: readonly AlertFact[]): Notebook {
  return added.reduce(withFact, notebook);
}

function withFact({ waiting, told }: Notebook, fact: AlertFact): Notebook {
  const isSame = (other: KnownTrouble): boolean =>
    other.type === fact.type && other.objectId === fact.objectId;
  const former = waiting.facts.find(isSame);
  const rest = { ...waiting, facts: waiting.facts.filter(({ objectId }) => objectId !== fact.objectId) };
  const others = told.filter((trouble) => !isSame(trouble));
  const wasTold = former ? former.wasTold === true || former.isOver === true : others.length < told.length;
  if (fact.isOver) {
    // Nobody was told of it, so nobody waits for its end.
    return { waiting: wasTold ? withMore(rest, fact) : rest, told: others };
  }
  const { type, objectId } = fact;
  return {
    waiting: withMore(rest, { ...fact, ...(wasTold && { wasTold }) }),
    told: canEnd(type) ? [...others, { type, objectId }].slice(-MAX_TOLD) : told,
  };
}

const canEnd = (type: AlertFact['type']): boolean =>
  type === 'account.health_changed' || isAlertTrouble(type);

function withMore({ facts, more }: Notebook['waiting'], fact: WaitingFact): Notebook['waiting'] {
  return facts.length < MAX_FACTS ? { facts: [...facts, fact], more } : { facts, more: more + 1 };
}

/** Forgets a trouble of which nobody has to hear that it is over, such as of something that was deleted. */
export function withoutTrouble({ waiting, told }: Notebook, gone: KnownTrouble): Notebook {
  const stays = ({ type, objectId }: KnownTrouble): boolean =>
    type !== gone.type || objectId !== gone.objectId;
  return { waiting: { ...waiting, facts: waiting.facts.filter(stays) }, told: told.filter(stays) };
}
