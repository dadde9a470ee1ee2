/** The settings of a section, in order. A setting may be there several times. */
export type Section = readonly (readonly [name: string, value: string])[];

/**
 * Reads a systemd unit file.
 *
 * @throws Error for a line that is neither a section, a setting nor a comment
 */
export function readUnitFile(text: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, [string, string][]>();
  let section: [string, string][] | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, heading] = /^\[(\w+)\]$/.exec(line) ?? [];
    const equals = line.indexOf('=');
    if (heading !== undefined) {
      section = [];
      sections.set(heading, section);
    } else if (section !== null && equals > 0) {
      section.push([line.slice(0, equals), line.slice(equals + 1)]);
    } else throw new Error(`line ${index + 1} is not a setting: ${line}`);
  }
  return sections;
}

/** The values of a setting, in order. */
export function valuesOf(section: Section | undefined, setting: string): readonly string[] {
  return (section ?? []).filter(([name]) => name === setting).map(([, value]) => value);
}
