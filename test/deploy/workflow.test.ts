import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly needs?: string;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(import.meta.dirname, '../../.github/workflows');
const texts = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
const stepsOf = (workflow: Workflow): readonly Step[] =>
  Object.values(workflow.jobs).flatMap(({ steps }) => steps);

describe.each(texts)('the workflow %s', (_, text) => {
  const workflow: Workflow = parse(text);

  it('pins every action by its commit, and says which version that is', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines.length).toBe(stepsOf(workflow).filter(({ uses }) => uses !== undefined).length);
    expect(lines.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  it('gives each job the permissions that it needs, and a time limit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(workflow.jobs)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      expect(Object.keys(job.permissions ?? {})).not.toContain('actions');
    }
  });

  it('puts nothing that a name could contain into a shell', () => {
    expect(stepsOf(workflow).filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

describe('the image of a release', () => {
  const [, text = ''] = texts.find(([name]) => name === 'release.yml') ?? [];
  const { image } = (parse(text) as Workflow).jobs;
  const builds = (image?.steps ?? []).filter(({ uses }) => uses?.startsWith('docker/build-push-action@'));

  it('is built after the package, tried, and then published for both processors with its provenance', () => {
    expect(image?.needs).toBe('package');
    expect(builds).toHaveLength(2);
    const [tried, published] = builds.map((step) => step.with ?? {});
    expect(tried).toMatchObject({ load: true, file: 'deploy/Dockerfile' });
    expect(tried?.['push']).toBeUndefined();
    expect(published).toMatchObject({
      file: 'deploy/Dockerfile',
      platforms: 'linux/amd64,linux/arm64',
      push: true,
      provenance: 'mode=max',
      sbom: true,
    });
    const order = (image?.steps ?? []).map(({ run, uses }) => run ?? uses ?? '');
    const tries = order.findIndex((step) => step.startsWith('deploy/try-image.sh'));
    expect(tries).toBeGreaterThan(order.findIndex((step) => step.startsWith('docker/build-push-action')));
    expect(tries).toBeLessThan(order.findIndex((step) => step.startsWith('docker/login-action')));
  });
});
