import { describe, expect, it } from 'vitest';
import { type CheckRank, PasswordChecks } from './password-checks.js';

/** Checks that end when a test says so. */
class Scene {
  readonly checks = new PasswordChecks();
  readonly started: string[] = [];
  readonly results = new Map<string, boolean | null>();
  readonly #ends: (() => void)[] = [];
  atOnce = 0;
  maxAtOnce = 0;

  ask(name: string, rank: CheckRank): Promise<unknown> {
    const check = async () => {
      this.started.push(name);
      this.atOnce += 1;
      this.maxAtOnce = Math.max(this.maxAtOnce, this.atOnce);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
      this.atOnce -= 1;
      return true;
    };
    return this.checks.run(rank, check).then((result) => this.results.set(name, result));
  }

  /** Ends checks until none is left. */
  async finish(): Promise<void> {
    for (let end = this.#ends.shift(); end; end = this.#ends.shift()) {
      end();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
  }
}

describe('checks of passwords', () => {
  it('run one at a time', async () => {
    const scene = new Scene();
    const all = Array.from({ length: 20 }, (_, n) => scene.ask(`guess ${n}`, 'fresh'));
    await scene.finish();
    await Promise.all(all);
    expect(scene.started).toHaveLength(20);
    expect(scene.maxAtOnce).toBe(1);
  });

  it('begin with known browsers, then with addresses that have not tried before', async () => {
    const scene = new Scene();
    const all = [
      scene.ask('running', 'repeated'),
      scene.ask('guess 1', 'repeated'),
      scene.ask('guess 2', 'repeated'),
      scene.ask('new phone', 'fresh'),
      scene.ask('laptop', 'known'),
    ];
    await scene.finish();
    await Promise.all(all);
    expect(scene.started).toEqual(['running', 'laptop', 'new phone', 'guess 1', 'guess 2']);
  });

  it('turn repeated guesses away for a known browser when too many wait', async () => {
    const scene = new Scene();
    const all = Array.from({ length: 40 }, (_, n) => scene.ask(`guess ${n}`, 'repeated'));
    all.push(scene.ask('new phone', 'fresh'), scene.ask('laptop', 'known'));
    await scene.finish();
    await Promise.all(all);
    expect(scene.started.slice(1, 3)).toEqual(['laptop', 'new phone']);
    expect(scene.started).toHaveLength(31);
    expect([...scene.results.values()].filter((result) => result === null)).toHaveLength(11);
  });

  it('go on after one has failed', async () => {
    const checks = new PasswordChecks();
    await expect(checks.run('fresh', () => Promise.reject(new Error('no memory')))).rejects.toThrow(
      'no memory',
    );
    expect(await checks.run('fresh', async () => 'checked')).toBe('checked');
  });
});
