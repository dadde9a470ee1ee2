import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandRead } from '../cli/support/typed-line.js';
import {
  argOf,
  copyOf,
  environmentOf,
  healthCheckOf,
  named,
  readDockerfile,
  type Stage,
  wordsOf,
} from './support/dockerfile.js';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const TEXT = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
const { args, stages } = readDockerfile(TEXT);
const all = stages.flatMap(({ instructions }) => instructions);
const image = stages.at(-1) as Stage;

describe('the Dockerfile', () => {
  it('begins each stage with an image that is pinned by version and digest', () => {
    expect(stages.length).toBe(2);
    for (const { base } of stages) {
      const [, name = ''] = /^\$\{(\w+)\}$/.exec(base) ?? [];
      expect(args.get(name)).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    }
  });

  it('fetches nothing by itself: no ADD, no addresses, no package manager of the system', () => {
    expect(all.filter(({ name }) => name === 'ADD')).toEqual([]);
    const steps = all.filter(({ name }) => name === 'RUN' || name === 'COPY').map(({ text }) => text);
    expect(steps.filter((text) => /https?:|\bcurl\b|\bwget\b|\bapt|\bsudo\b/.test(text))).toEqual([]);
    // What npm installs is in the lock file with its hash, and its scripts do not run.
    const installs = steps.filter((text) => /\bnpm /.test(text));
    expect(installs).toHaveLength(1);
    expect(installs[0]).toContain('npm ci --omit=dev --ignore-scripts');
  });

  it('copies exactly what the context lets through', () => {
    const ignore = readFileSync(join(DEPLOY, 'Dockerfile.dockerignore'), 'utf8');
    const [first, ...others] = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    const copied = all
      .filter(({ name }) => name === 'COPY')
      .map(copyOf)
      .filter(({ from }) => from === null)
      .flatMap(({ sources }) => sources);
    expect(others).toEqual(copied.map((source) => `!${source}`));
  });

  it('runs as a user with a number, who owns only /data', () => {
    const users = named(image, 'USER').map(({ text }) => text);
    expect(users).toEqual(['10001:10001']);
    const after = image.instructions.slice(image.instructions.findIndex(({ name }) => name === 'USER'));
    expect(after.map(({ name }) => name).filter((name) => name === 'RUN' || name === 'COPY')).toEqual([]);
    const owned = named(image, 'RUN').flatMap(({ text }) => text.match(/-o \S+ -g \S+ \S+/g) ?? []);
    expect(owned).toEqual(['-o 10001 -g 10001 /data']);
    expect(all.filter(({ text }) => text.includes('--chown'))).toEqual([]);
    expect(named(image, 'VOLUME').map(({ text }) => text)).toEqual(['/data']);
    expect(environmentOf(image)).toMatchObject({ HOME: '/data', POSTRIDER_DATA: '/data' });
  });

  it('starts and checks itself with commands that exist', async () => {
    expect(wordsOf(image, 'ENTRYPOINT')).toEqual(['postrider']);
    await commandRead(wordsOf(image, 'CMD'));
    const { flags, command } = healthCheckOf(image);
    expect(command).toEqual(['postrider', 'health']);
    await commandRead(command.slice(1));
    expect(flags.get('start-period')).toMatch(/^\d+m$/);
    const port = named(image, 'EXPOSE').map(({ text }) => text);
    const { PORT } = await import('../../src/cli/commands/server/announce.js');
    expect(port).toEqual([String(PORT)]);
  });

  it('says what it is made from', () => {
    const labels = named(image, 'LABEL')
      .map(({ text }) => text)
      .join(' ');
    const keys = [...labels.matchAll(/org\.opencontainers\.image\.(\w+)=/g)].map(([, key]) => key);
    expect(keys).toEqual([
      'title',
      'description',
      'licenses',
      'source',
      'documentation',
      'version',
      'revision',
    ]);
    expect(named(image, 'ARG').map((arg) => argOf(arg)[0])).toEqual(['VERSION', 'REVISION']);
  });
});

describe('reading a Dockerfile', () => {
  it('joins lines, and leaves out comments between them', () => {
    const { stages: read } = readDockerfile('ARG A=1\nFROM x:1 AS one\nRUN a \\\n  # why\n  && b\nFROM y');
    expect(read).toEqual([
      { name: 'one', base: 'x:1', instructions: [{ name: 'RUN', text: 'a && b', line: 3 }] },
      { name: null, base: 'y', instructions: [] },
    ]);
    expect(() => readDockerfile('RUN early')).toThrow('before the first FROM');
    expect(() => readDockerfile('FROM x\nnonsense here')).toThrow('line 2 is not an instruction');
  });
});
