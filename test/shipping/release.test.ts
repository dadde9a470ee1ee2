import { describe, expect, it } from 'vitest';
import { type ReleaseState, releaseProblems } from '../../scripts/shipping/release-problems.js';

const CHANGELOG = [
  '# Changelog',
  '## [Unreleased]',
  '## [1.2.0] - 2026-12-01',
  '',
  '- Something new.',
  '',
  '## [1.1.0]',
  '',
  '[unreleased]: https://example.com/compare',
].join('\n');

const READY: ReleaseState = {
  version: '1.2.0',
  changelog: CHANGELOG,
  tags: ['latest', 'v1.2.0'],
  changed: [],
  hasIdentity: true,
};

describe('a release', () => {
  it('may be published if everything agrees', () => {
    expect(releaseProblems(READY)).toEqual([]);
  });

  it.each<[string, Partial<ReleaseState>]>([
    ['Files differ from the commit: src/index.ts.', { changed: ['src/index.ts'] }],
    ['The commit has no tag v1.2.0.', { tags: ['v1.2.0-beta.1'] }],
    ['CHANGELOG.md has no heading "## [1.3.0]".', { version: '1.3.0', tags: ['v1.3.0'] }],
    ['CHANGELOG.md says nothing about 1.1.0.', { version: '1.1.0', tags: ['v1.1.0'] }],
    [
      'CHANGELOG.md has entries under [Unreleased].',
      { changelog: CHANGELOG.replace('[Unreleased]', '[Unreleased]\n\n- Not yet.\n') },
    ],
    ['npm proves where a package comes from only in a workflow', { hasIdentity: false }],
  ])('is refused: %s', (reason, difference) => {
    const problems = releaseProblems({ ...READY, ...difference });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
  });
});
