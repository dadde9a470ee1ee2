import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../../src/cli/command-table.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/contract/operations.js';
import { COMMAND_CASES, CommandScene } from './support/command-cases.js';
import { inPipe } from './support/terminal.js';

/** Operations without a command, and why. */
const WITHOUT_COMMAND: Partial<Record<OperationId, string>> = {
  'openapi.get': 'A document for programs: curl <base URL>/openapi.json.',
  'posts.createBatch': '`posts import` creates rows one by one, and continues where it stopped.',
  'posts.validateBatch': '`posts import --dry-run` checks rows one by one.',
  'media.uploadStatus': 'A step of `media upload`, which resumes broken uploads.',
  'media.uploadBytes': 'A step of `media upload`.',
  'people.list': '`people` commands act on the data of the backend, as `keys` do: no key is needed.',
  'people.update': '`people role` and `people disable` act on the data of the backend.',
  'people.remove': '`people remove` acts on the data of the backend.',
  'people.sessions': '`sessions list` acts on the data of the backend.',
  'people.endSession': '`sessions end` acts on the data of the backend.',
  'people.endSessions': '`sessions end --all --person` acts on the data of the backend.',
  'invitations.list': 'Open invitations are withdrawn in the dashboard, or with the client.',
  'invitations.create': '`people invite` acts on the data of the backend.',
  'invitations.withdraw': 'Open invitations are withdrawn in the dashboard, or with the client.',
  'testFaults.set':
    'Its request has a form of many fields, which a test writes as JSON; `sandbox faults` lists and clears.',
  'testAnswers.list': 'For tests that check replies: `postrider/testing`, or curl.',
  'testSnapshots.list': 'A step of a test, in its program: `postrider/testing`, or curl.',
  'testSnapshots.take': 'A step of a test, in its program.',
  'testSnapshots.restore': 'A step of a test, in its program.',
  'testSnapshots.drop': 'A step of a test, in its program.',
};

/** Commands that need more than a sandbox. */
const TRIED_ELSEWHERE = [
  // `answering.full.test.ts` loses a response for them.
  'comments resolve',
  'messages resolve',
  // `connect.test.ts` has a live backend and a server to connect to.
  'accounts connect',
];

const standing = COMMANDS.filter(({ operations = [] }) => operations.length > 0);

describe('every operation', () => {
  it('has a command, or a reason for not having one', () => {
    const covered = new Set<OperationId>(standing.flatMap(({ operations = [] }) => operations));
    const neither = OPERATION_IDS.filter((id) => !covered.has(id) && WITHOUT_COMMAND[id] === undefined);
    const both = OPERATION_IDS.filter((id) => covered.has(id) && WITHOUT_COMMAND[id] !== undefined);
    expect({ neither, both }).toEqual({ neither: [], both: [] });
  });
});

describe('the --json output of a command', () => {
  let scene: CommandScene;
  beforeAll(async () => {
    scene = await CommandScene.open();
  });
  afterAll(() => scene.close());

  const tried = standing.filter(({ name }) => !TRIED_ELSEWHERE.includes(name));
  it.each(tried.map((command) => [command.name, command] as const))(
    'is the answer of the API: %s',
    async (name, { operations = [], jsonLines = false }) => {
      const cases = COMMAND_CASES[name] ?? [];
      expect(cases, `arguments for ${name} in command-cases.ts`).not.toEqual([]);
      for (const given of cases) {
        const args = typeof given === 'function' ? await given(scene) : given;
        const { code, stdout, stderr } = await inPipe([...name.split(' '), ...args, '--json'], scene.env);
        expect({ code, stderr }).toEqual({ code: expect.toBeOneOf([0, 1]), stderr: '' });
        const schemas = operations.map((id) => (jsonLines ? itemOf(id) : OPERATIONS[id].response));
        const lines = stdout.trim().split('\n');
        expect(lines.length).toBeGreaterThan(0);
        if (!jsonLines) expect(lines).toHaveLength(1);
        for (const line of lines) {
          const read = schemas.map((schema) => schema.safeParse(JSON.parse(line)));
          const fault = read.some(({ success }) => success)
            ? ''
            : z.prettifyError(read[0]?.error ?? new z.ZodError([]));
          expect(fault).toBe('');
        }
      }
    },
  );
});

/** The first item of a page, or the value itself if it is not a page. */
function itemOf(id: OperationId): z.ZodType {
  const schema: z.ZodType = OPERATIONS[id].response;
  const data = schema instanceof z.ZodObject ? schema.shape['data'] : undefined;
  return data instanceof z.ZodArray && data.element instanceof z.ZodType ? data.element : schema;
}
