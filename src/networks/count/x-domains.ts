import { topLevelDomainEnd } from './tlds.js';

/** A range of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The label before a dot, as a possible start of a domain. */
interface Label {
  readonly start: number;
  readonly dot: number;
  /** Index of its last underscore; -1: none. Only labels before the last two can have one. */
  readonly underscore: number;
  /** End of the top-level domain after the dot; -1: none. */
  readonly topLevelEnd: number;
  /** End of the domain that starts at the next label; -1: none. */
  readonly furtherEnd: number;
}

/**
 * The domains that can start in a run of domain characters (letters, digits, `.`, `-`, `_`), each as long as possible, in
 * search order.
 */
export function* domainStarts(text: string, start: number, end: number): Generator<Span> {
  let index = start;
  for (const label of labelsOf(text, start, end)) {
    index = Math.max(index, label.start);
    // A match includes the character before a URL, so at the start of a text index 1 is tried before index 0.
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

/** The labels that are not empty. */
function labelsOf(text: string, start: number, end: number): Label[] {
  const dots: number[] = [];
  for (let dot = text.indexOf('.', start); dot >= 0 && dot < end; dot = text.indexOf('.', dot + 1))
    dots.push(dot);

  const labels: Label[] = [];
  let furtherEnd = -1;
  for (let index = dots.length - 1; index >= 0; index--) {
    const dot = dots[index] ?? end;
    const labelStart = index === 0 ? start : (dots[index - 1] ?? start) + 1;
    if (labelStart === dot) {
      furtherEnd = -1;
      continue;
    }
    const underscore = text.slice(labelStart, dot).lastIndexOf('_');
    const label = {
      start: labelStart,
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

/** End of the domain that starts at an index inside a label; -1: no domain starts there. */
function endFrom(text: string, label: Label, start: number): number {
  if (start >= label.dot || isInvalidEdge(text, start) || isInvalidEdge(text, label.dot - 1)) return -1;
  if (label.furtherEnd >= 0) return label.furtherEnd;
  return label.underscore >= start ? -1 : label.topLevelEnd;
}

/** A label cannot start or end with a hyphen or an underscore. */
function isInvalidEdge(text: string, index: number): boolean {
  const char = text.charAt(index);
  return char === '-' || char === '_';
}
