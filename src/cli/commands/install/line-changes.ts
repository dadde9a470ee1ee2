/** Lines of context around a change. */
const CONTEXT_LINES = 2;

/** A diff of two texts as `-` and `+` lines with context; empty if they are equal. */
export function lineChanges(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, fresh.length) - head;
  while (tail < most && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  return [
    ...fresh.slice(Math.max(0, head - CONTEXT_LINES), head).map((line) => `  ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+ ${line}`),
    ...fresh.slice(fresh.length - tail, fresh.length - tail + CONTEXT_LINES).map((line) => `  ${line}`),
  ];
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
