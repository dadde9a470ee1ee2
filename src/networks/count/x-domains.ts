import { topLevelDomainEnd } from './tlds.js';

/** A part of a text, in UTF-16 units; `end` is behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands before a dot of a run, as the beginning of a domain. */
interface Label {
  readonly dot: number;
  /** Where its last underscore is; -1: it has none. Only labels before the last two may have any. */
  readonly underscore: number;
  /** Where the top-level domain behind its dot ends; -1: there is none. */
  readonly topLevelEnd: number;
  /** Where the domain ends that the next label begins; -1: it begins none. */
  readonly furtherEnd: number;
}

/**
 * The domains that could begin in a run of domain characters (letters, digits, `.`, `-`, `_`), each as long as
 * it can be, in the order in which a search meets them.
 */
export function* domainStarts(text: string, start: number, end: number): Generator<Span> {
  let index = start;
  for (const label of labelsOf(text, start, end)) {
    // A search that takes the character before an address with it meets the second index of a text first.
    if (index === 0) {
      yield* spanFrom(text, label, 1);
      yield* spanFrom(text, label, 0);
      index = 2;
    }
    if (label.furtherEnd < 0 && label.topLevelEnd < 0) {
      index = label.dot + 1;
      continue;
    }
    for (; index < label.dot; index++) yield* spanFrom(text, label, index);
    index = label.dot + 1;
  }
}

function labelsOf(text: string, start: number, end: number): Label[] {
  const dots: number[] = [];
  for (let dot = text.indexOf('.', start); dot >= 0 && dot < end; dot = text.indexOf('.', dot + 1))
    dots.push(dot);

  const labels: Label[] = [];
  let furtherEnd = -1;
  for (const [index, dot] of [...dots.entries()].reverse()) {
    const labelStart = index === 0 ? start : (dots[index - 1] ?? start) + 1;
    const underscore = text.slice(labelStart, dot).lastIndexOf('_');
    const label = {
      dot,
      underscore: underscore < 0 ? -1 : labelStart + underscore,
      topLevelEnd: topLevelDomainEnd(text, dot + 1),
      furtherEnd,
    };
    labels.push(label);
    furtherEnd = endFrom(text, label, labelStart);
  }
  return labels.reverse();
}

function* spanFrom(text: string, label: Label, start: number): Generator<Span> {
  const end = endFrom(text, label, start);
  if (end >= 0) yield { start, end };
}

/** Where the domain ends that begins at an index inside of a label; -1: none begins there. */
function endFrom(text: string, label: Label, start: number): number {
  if (start >= label.dot || isEdgeBarred(text, start) || isEdgeBarred(text, label.dot - 1)) return -1;
  if (label.furtherEnd >= 0) return label.furtherEnd;
  return label.underscore >= start ? -1 : label.topLevelEnd;
}

/** A label neither begins nor ends with a hyphen or an underscore. */
function isEdgeBarred(text: string, index: number): boolean {
  const char = text.charAt(index);
  return char === '-' || char === '_';
}
