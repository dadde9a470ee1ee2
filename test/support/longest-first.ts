import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take over two minutes on two cores. */
const LONGEST = [
  'test/hostile/bombs/bombs.full.test.ts',
  'test/full/package-managers/compilers.test.ts',
  'test/full/slots.test.ts',
  'test/full/crash.test.ts',
  'test/full/backup.test.ts',
  'test/operations/operations.full.test.ts',
  'test/full/matrix.test.ts',
  'test/full/dashboard/every-page.test.ts',
  'test/cli/every-command.full.test.ts',
  'test/linear/strangers-texts.test.ts',
  'test/hostile/scripts/scripts.full.test.ts',
  'test/full/inspector.test.ts',
  'test/full/dashboard/a-days-work.test.ts',
  'test/full/package-managers/package-managers.test.ts',
];

/** Starts the longest files first, so that no worker is left alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at === -1 ? LONGEST.length : at;
    };
    const others = await super.sort(files);
    return others.sort((one, other) => place(one) - place(other));
  }
}
