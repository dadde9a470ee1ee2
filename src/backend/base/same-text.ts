import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that depends on their lengths alone: for secrets and signatures. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
