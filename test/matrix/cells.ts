import { DELIVERY_STEPS, type DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import type { Platform } from '../../src/contract/platforms.js';
import { PLATFORMS } from '../../src/contract/platforms.js';
import { inboxOf } from '../../src/networks/capabilities.js';
import { RULES } from '../../src/networks/rules.js';

/** What must appear once. */
export const THINGS = [
  'main post',
  'thread part 1',
  'thread part 2',
  'first comment',
  'public reply',
  'private reply',
  'message',
] as const;
export type Thing = (typeof THINGS)[number];

/** How the answer to a request is lost. `before`: the network never saw the request, and its sender does not know. */
export type WireFault = 'reset' | '502' | 'hang' | 'before';

/** What goes wrong for one account: in its n-th request that publishes, counted from 0, or at a step. */
export type Fault =
  | { readonly kind: WireFault; readonly request: number }
  | {
      readonly kind: 'kill';
      readonly step: DeliveryStep;
      /** How often the account reaches the step before that. */
      readonly earlier: number;
      /** The request that is lost first, so that it has to be looked up. */
      readonly loses?: number;
    };

/** One thing at one network, and what goes wrong with it. */
export interface Cell {
  readonly platform: Platform;
  readonly thing: Thing;
  readonly fault: Fault;
}

/** The column of a cell. */
export const COLUMNS = ['reset', '502', 'hang', 'killed'] as const;
export type Column = (typeof COLUMNS)[number];

export function columnOf({ fault }: Cell): Column {
  if (fault.kind === 'kill' || fault.kind === 'before') return 'killed';
  return fault.kind;
}

/** What a post on this network has, in the order in which it is sent. */
export function thingsOf(platform: Platform): readonly Thing[] {
  const { thread, firstComment } = RULES[platform];
  return [
    'main post',
    ...(thread ? (['thread part 1', 'thread part 2'] as const) : []),
    ...(firstComment ? (['first comment'] as const) : []),
  ];
}

const isOfPart = (step: DeliveryStep): boolean => step.startsWith('part_');
const isLookUp = (step: DeliveryStep): boolean => step.endsWith('looked_up');

function postCells(platform: Platform): Cell[] {
  const { adapter } = NETWORKS[platform];
  return thingsOf(platform).flatMap((thing, place) => {
    const lost = (['reset', '502', 'hang'] as const).map((kind): Fault => ({ kind, request: place }));
    const canBeLookedUp = place === 0 ? adapter.recovery === 'lookup' : adapter.findPart !== undefined;
    const steps = DELIVERY_STEPS.filter(
      (step) =>
        isOfPart(step) === place > 0 &&
        (step !== 'prepared' || adapter.prepare !== undefined) &&
        // Without parts there is nothing to record before the end.
        (step !== 'main_recorded' || thingsOf(platform).length > 1) &&
        (!isLookUp(step) || (canBeLookedUp && adapter.recovery === 'lookup')),
    );
    const killed = steps.map((step): Fault => {
      // A part that is looked up was the only one that had to be.
      if (isLookUp(step)) return { kind: 'kill', step, earlier: 0, loses: place };
      return { kind: 'kill', step, earlier: Math.max(0, place - 1) };
    });
    return [...lost, ...killed].map((fault) => ({ platform, thing, fault }));
  });
}

const SEND_STEPS: readonly DeliveryStep[] = ['claimed', 'looked_up', 'marked', 'created'];

function sendCells(platform: Platform): Cell[] {
  // Simulated accounts of some networks have no inbox, though real ones do.
  const { comments, messages } = inboxOf(platform, true) ? NETWORKS[platform].adapter : {};
  const things: readonly Thing[] = [
    ...(comments ? (['public reply'] as const) : []),
    ...(comments && messages ? (['private reply'] as const) : []),
    ...(messages ? (['message'] as const) : []),
  ];
  return things.flatMap((thing) => {
    const lost = (['reset', '502', 'hang'] as const).map((kind): Fault => ({ kind, request: 0 }));
    const killed = SEND_STEPS.map(
      (step): Fault => ({ kind: 'kill', step, earlier: 0, ...(isLookUp(step) && { loses: 0 }) }),
    );
    return [...lost, ...killed].map((fault) => ({ platform, thing, fault }));
  });
}

/** Every cell of the matrix: each is one account of a round. */
export const POST_CELLS: readonly Cell[] = PLATFORMS.flatMap(postCells);
export const SEND_CELLS: readonly Cell[] = PLATFORMS.flatMap(sendCells);
