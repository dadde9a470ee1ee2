interface OnNetwork {
  readonly simulated: boolean;
}

/**
 * Whether what happens on these accounts is real, for a sentence: ` (simulated)`. A workspace has accounts of one
 * kind only.
 *
 * @param isOut whether some of it is published
 */
export function realityMark(targets: readonly OnNetwork[], isOut: boolean): string {
  if (targets.length === 0) return '';
  if (targets.every(({ simulated }) => simulated)) return ' (simulated)';
  return isOut ? ' (for real, public)' : ` (real account${targets.length > 1 ? 's' : ''})`;
}

/** The same as a line of a preview; empty without accounts. */
export function realityLines(targets: readonly OnNetwork[]): string[] {
  if (targets.length === 0) return [];
  return targets.every(({ simulated }) => simulated)
    ? ['Simulated network: nothing becomes public.']
    : ['Real network: what is published is public.'];
}
