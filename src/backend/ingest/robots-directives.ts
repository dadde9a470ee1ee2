/** Robots directives in lower case, without those that allow what is allowed anyway. */
export function directives(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(/[,;]/))
    .map((one) => one.trim().toLowerCase().slice(0, 60))
    .filter((one) => one !== '' && one !== 'all' && one !== 'index' && one !== 'follow')
    .slice(0, 20);
}
