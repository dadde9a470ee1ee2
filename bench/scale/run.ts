import { parseArgs } from 'node:util';
import { type Figure, isWithinBudget, median, tableOf } from '../figures.js';
import { machineName } from '../machine.js';
import { writeMeasured } from '../written-down.js';
import { type Amounts, Filled, Place, type StoreName } from './place.js';
import { MAX_RATIO, SUBJECTS } from './requests.js';

const HELP = `Fills a database with millions of rows and compares requests to it with requests to a small one.

  npm run bench:scale                             10,000,000 posts, 1,000,000 conversations, embedded
  npm run bench:scale -- --store postgres         over PostgreSQL
  npm run bench:scale -- --posts 1000000 --conversations 100000
  npm run bench:scale -- --write                  and writes the table into docs/measured.md

Needs 3 KB of disk per post while it runs, and cleans up afterwards. Exits with 1 if a budget is exceeded.`;

const SMALL: Amounts = { posts: 1_000, conversations: 1_000 };

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'embedded' },
    posts: { type: 'string', default: '10000000' },
    conversations: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const store = (['embedded', 'postgres'] as const).find((name) => name === values.store);
const large: Amounts = { posts: Number(values.posts), conversations: Number(values.conversations) };
if (values.help || !store || !(large.posts > SMALL.posts) || !(large.conversations >= SMALL.conversations)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const place = await Place.make(store);
// Clean up gigabytes if a long run is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void place.remove().finally(() => process.exit(1)));
}
try {
  const figures = await measure(store);
  const text = tableOf(figures, 'markdown');
  const words = `${machineName()}. ${large.posts.toLocaleString('en')} posts and ${large.conversations.toLocaleString('en')} conversations in one workspace, compared with ${SMALL.posts.toLocaleString('en')} and ${SMALL.conversations.toLocaleString('en')}.`;
  console.log(`${words}\n\n${tableOf(figures)}`);
  if (values.write) writeMeasured(`scale-${store}`, `${words}\n\n${text}`);
  if (figures.some((figure) => isWithinBudget(figure) === false)) process.exitCode = 1;
} finally {
  await place.remove();
}

async function measure(name: StoreName): Promise<Figure[]> {
  const short = await Filled.make(place, 'small', SMALL);
  const begun = performance.now();
  const long = await Filled.make(place, 'large', large);
  const filledIn = performance.now() - begun;
  try {
    const startUps = [await short.start(), await long.start()] as const;
    const figures: Figure[] = [
      { name: 'time to fill the database', value: filledIn / 60_000, unit: 'minutes' },
      { name: 'size of the database', value: (await long.bytes()) / 2 ** 30, unit: 'GB' },
      {
        name: `backend start (${name})`,
        value: startUps[1],
        unit: 'ms',
        yardstick: { name: 'ms small', value: startUps[0] },
        budget: { atMost: MAX_RATIO },
      },
    ];
    for (const subject of SUBJECTS) {
      console.error(`… ${subject.name}`);
      figures.push(await besideEachOther(subject, short, long));
    }
    figures.push({
      name: 'memory at the end, both',
      value: process.memoryUsage().rss / 2 ** 20,
      unit: 'MB',
    });
    return figures;
  } finally {
    await Promise.all([short.close(), long.close()]);
  }
}

/** They alternate, so that other load on the machine affects both. */
async function besideEachOther(
  { name, runs, atMost, prepare }: (typeof SUBJECTS)[number],
  short: Filled,
  long: Filled,
): Promise<Figure> {
  const runShort = await prepare(short);
  const runLong = await prepare(long);
  const took: [number[], number[]] = [[], []];
  for (let run = -3; run < runs; run += 1) {
    for (const [index, once] of [runShort, runLong].entries()) {
      const begun = performance.now();
      await once();
      if (run >= 0) took[index]?.push(performance.now() - begun);
    }
  }
  return {
    name,
    value: median(took[1]),
    unit: 'ms',
    ...(atMost === undefined
      ? { yardstick: { name: 'ms small', value: median(took[0]) }, budget: { atMost: MAX_RATIO } }
      : { budget: { atMost } }),
  };
}
