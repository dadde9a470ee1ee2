import type { Offer, Place, PlaceOption } from './places.js';

/** The branches of a shell `case`: one for each distinct offer, with every place and option that has it. */
export function valueCases(places: readonly Place[]): string[] {
  const byOffer = new Map<string, string[]>();
  for (const { path, options } of places) {
    for (const option of options) {
      if (option.value === null || option.value === 'nothing') continue;
      const offer = offerWord(option.value);
      const patterns = namesOf(option).map((name) => `'${path}|${name}'`);
      byOffer.set(offer, [...(byOffer.get(offer) ?? []), ...patterns]);
    }
  }
  return [...byOffer].map(([offer, patterns]) => `  ${patterns.join(' | ')}) offer='${offer}' ;;`);
}

/** The long and the short name of an option. */
export function namesOf({ long, short }: PlaceOption): string[] {
  return short === null ? [long] : [long, short];
}

/** An offer in a script: its values, or the name of what the script looks up. */
export function offerWord(offer: Offer): string {
  return typeof offer === 'string' ? (offer === 'nothing' ? '' : `@${offer}`) : offer.words.join(' ');
}
