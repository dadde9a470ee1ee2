/** What a release is made from. */
export interface ReleaseState {
  /** The version in package.json. */
  readonly version: string;
  readonly changelog: string;
  /** The tags of the commit that is checked out. */
  readonly tags: readonly string[];
  /** Files that differ from that commit, as `git status --porcelain` lists them. */
  readonly changed: readonly string[];
  /** Whether npm can prove which workflow published the package. */
  readonly hasIdentity: boolean;
}

/** Why this state must not be published, each with what to do; empty if it may be. */
export function releaseProblems({ version, changelog, tags, changed, hasIdentity }: ReleaseState): string[] {
  const problems: string[] = [];
  const tag = `v${version}`;
  if (changed.length > 0)
    problems.push(`Files differ from the commit: ${changed.join(', ')}. Commit them first.`);
  if (!tags.includes(tag)) problems.push(`The commit has no tag ${tag}. Create it: git tag ${tag}`);
  const entries = sectionOf(changelog, version);
  if (entries === null) problems.push(`CHANGELOG.md has no heading "## [${version}]". Add it.`);
  else if (entries === '') problems.push(`CHANGELOG.md says nothing about ${version}. Say what changed.`);
  if (sectionOf(changelog, 'Unreleased'))
    problems.push(`CHANGELOG.md has entries under [Unreleased]. Move them to [${version}].`);
  if (!hasIdentity)
    problems.push(
      'npm proves where a package comes from only in a workflow with `id-token: write`. Push the tag, and .github/workflows/release.yml publishes it.',
    );
  return problems;
}

/** What is below a version's heading; null if it has none. */
function sectionOf(changelog: string, version: string): string | null {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start === -1) return null;
  const length = lines.slice(start + 1).findIndex((line) => /^## |^\[[^\]]+\]: /.test(line));
  return lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}
