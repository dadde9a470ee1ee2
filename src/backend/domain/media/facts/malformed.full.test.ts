import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../../../test/support/growth/steps.js';
import { CountedFile, fixture } from '../../../../../test/support/media/media-file.js';
import { THOROUGH } from '../../../../../test/support/thorough.js';
import type { RandomAccessFile } from './bounded-file.js';
import type { FileFacts } from './file-facts.js';
import { MediaRefused } from './media-refused.js';
import { readMediaFacts } from './read-media-facts.js';

const ACCEPTED = [
  ...['photo.jpg', 'progressive.jpg', 'turned.jpg', 'photo.png', 'turned.png'],
  ...['photo.webp', 'lossless.webp', 'turned.webp'],
  ...['film.mp4', 'film.mov', 'film.m4v', 'faststart.mp4', 'fragmented.mp4', 'turned.mp4', 'covered.mp4'],
];
const REFUSED = ['hevc.mov', 'encrypted.mp4', 'animated.webp', 'animated.png', 'mp3-sound.mp4', 'film.mkv'];
const anyFile = fc.constantFrom(...ACCEPTED, ...REFUSED).map(fixture);

/** The facts or the refusal. Any other error is a bug. */
async function outcomeOf(file: RandomAccessFile): Promise<FileFacts | MediaRefused> {
  try {
    return await readMediaFacts(file);
  } catch (error) {
    if (error instanceof MediaRefused) return error;
    throw error;
  }
}

/** Checks that facts are plausible, refusals have a message, and at most twice the file was read. */
async function checkOutcome(bytes: Uint8Array): Promise<FileFacts | MediaRefused> {
  const file = new CountedFile(bytes);
  const outcome = await outcomeOf(file);
  expect(file.bytesRead).toBeLessThan(2 * bytes.length + 65_536);
  expect(file.reads).toBeLessThan(2000);
  if (outcome instanceof MediaRefused) {
    expect(outcome.message).toMatch(/^[A-Z].*\.$/s);
    return outcome;
  }
  const { width, height, durationSeconds, framesPerSecond } = outcome;
  for (const side of [width, height]) expect(side).toSatisfy((it) => Number.isInteger(it) && Number(it) > 0);
  for (const one of [durationSeconds, framesPerSecond]) {
    expect(one).toSatisfy((it) => it === null || (Number.isFinite(it) && Number(it) > 0));
  }
  return outcome;
}

describe('a file truncated anywhere', () => {
  // A fragmented video can be played while it is being written: truncated between two fragments, it is complete.
  it.each(ACCEPTED.filter((name) => name !== 'fragmented.mp4'))('%s is refused', async (name) => {
    const bytes = fixture(name);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        expect(await checkOutcome(bytes.subarray(0, length))).toBeInstanceOf(MediaRefused);
      }),
      { numRuns: THOROUGH ? 60 : 15 },
    );
  });

  it('fragmented.mp4 is refused, or its start is read', async () => {
    const bytes = fixture('fragmented.mp4');
    for (let length = 0; length < bytes.length; length += 7) await checkOutcome(bytes.subarray(0, length));
  });
});

describe('a corrupted file', () => {
  it('is read or refused', async () => {
    const flips = fc.array(fc.tuple(fc.nat(10_000), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(anyFile, flips, async (whole, changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        await checkOutcome(bytes);
      }),
      { numRuns: THOROUGH ? 1200 : 150 },
    );
  });

  it('is read or refused if one of its lengths is wrong', async () => {
    const extreme = fc.constantFrom(0, 1, 7, 8, 9, 16, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff);
    await fc.assert(
      fc.asyncProperty(anyFile, fc.nat(10_000), extreme, async (whole, at, value) => {
        const bytes = Buffer.from(whole);
        bytes.writeUInt32BE(value, at % (bytes.length - 3));
        await checkOutcome(bytes);
      }),
      { numRuns: THOROUGH ? 1200 : 150 },
    );
  });

  it('is read or refused if its parts are reordered', async () => {
    const cut = fc.tuple(fc.nat(10_000), fc.nat(10_000));
    await fc.assert(
      fc.asyncProperty(anyFile, cut, async (bytes, [one, other]) => {
        const [a, b] = [one % bytes.length, other % bytes.length];
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        await checkOutcome(
          Buffer.concat([bytes.subarray(0, from), bytes.subarray(to), bytes.subarray(from, to)]),
        );
      }),
      { numRuns: THOROUGH ? 600 : 80 },
    );
  });

  it('is read or refused if only its first bytes match a type', async () => {
    const heads = fc.constantFrom(...ACCEPTED, ...REFUSED).map((name) => fixture(name).subarray(0, 24));
    await fc.assert(
      fc.asyncProperty(heads, fc.uint8Array({ maxLength: 6000 }), async (head, rest) => {
        await checkOutcome(Buffer.concat([head, rest]));
      }),
      { numRuns: THOROUGH ? 600 : 80 },
    );
  });
});

/** An MP4 box whose header claims the given length, or the true one. */
function box(name: string, content: Uint8Array, claimed = content.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(claimed);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const FTYP = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
const MDAT = box('mdat', Buffer.alloc(16));
const repeated = (part: Buffer, times: number): Buffer => Buffer.concat(Array<Buffer>(times).fill(part));
const nested = (name: string, depth: number): Buffer => {
  const heads = Array.from({ length: depth }, (_, level) => box(name, Buffer.alloc(0), (depth - level) * 8));
  return Buffer.concat(heads);
};

/** An MP4 with only an audio track, whose description holds these boxes. */
function filmWithSound(boxes: Buffer): Buffer {
  const sound = Buffer.concat([Buffer.alloc(28), boxes]);
  const stsd = box('stsd', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('mp4a', sound)]));
  const mdhd = box('mdhd', Buffer.alloc(24, 1));
  const hdlr = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0soun\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'));
  const minf = box('minf', box('stbl', stsd));
  const trak = box(
    'trak',
    Buffer.concat([box('tkhd', Buffer.alloc(84)), box('mdia', Buffer.concat([mdhd, hdlr, minf]))]),
  );
  return Buffer.concat([FTYP, box('moov', trak), MDAT]);
}

describe('a malicious MP4', () => {
  const film = fixture('film.mp4');
  /** The MP4 with a number in its index replaced, at this offset after the name of a box. */
  const withNumber = (name: string, behind: number, value: number): Buffer => {
    const bytes = Buffer.from(film);
    bytes.writeUInt32BE(value, bytes.indexOf(name) + 4 + behind);
    return bytes;
  };

  it.each<[string, Uint8Array | CountedFile]>([
    ['boxes nested ten thousand deep', Buffer.concat([FTYP, nested('moov', 10_000), MDAT])],
    ['nested tracks', Buffer.concat([FTYP, box('moov', nested('trak', 8000)), MDAT])],
    ['a million empty boxes', Buffer.concat([FTYP, repeated(box('free', Buffer.alloc(0)), 1_000_000)])],
    [
      'an index of a million empty boxes',
      Buffer.concat([FTYP, box('moov', repeated(box('free', Buffer.alloc(0)), 1_000_000)), MDAT]),
    ],
    [
      'ten thousand tracks',
      Buffer.concat([FTYP, box('moov', repeated(box('trak', Buffer.alloc(0)), 10_000)), MDAT]),
    ],
    [
      'an index of 400 MB',
      new CountedFile(Buffer.concat([FTYP, box('moov', Buffer.alloc(0), 400_000_000)]), {
        gap: 399_999_992,
        end: MDAT,
      }),
    ],
    [
      'a track description of 400 MB',
      new CountedFile(
        Buffer.concat([FTYP, box('moov', box('mvhd', Buffer.alloc(0), 399_999_992), 400_000_000)]),
        { gap: 399_999_984, end: MDAT },
      ),
    ],
    ['a length of 2^64', Buffer.concat([FTYP, box('moov', Buffer.alloc(8, 255), 1), MDAT])],
    [
      'a length of zero in the index',
      Buffer.concat([FTYP, MDAT, box('moov', box('trak', Buffer.alloc(40), 0))]),
    ],
  ])('is refused: %s', async (_name, content) => {
    const file = content instanceof CountedFile ? content : new CountedFile(content);
    expect(await outcomeOf(file)).toBeInstanceOf(MediaRefused);
    expect(file.reads).toBeLessThan(100_000);
    expect(file.bytesRead).toBeLessThan(20_000_000);
  });

  it.each([
    ['four billion sample sizes', withNumber('stsz', 8, 0xffff_ffff)],
    ['four billion sample offsets', withNumber('stco', 4, 0xffff_ffff)],
    ['four billion timestamps', withNumber('stts', 4, 0xffff_ffff)],
    ['one timestamp for four billion samples', withNumber('stts', 8, 0xffff_ffff)],
    ['four billion edits', withNumber('elst', 4, 0xffff_ffff)],
    ['four billion descriptions', withNumber('stsd', 4, 0xffff_ffff)],
  ])('costs nothing: %s', async (_name, bytes) => {
    const before = process.memoryUsage().rss;
    await checkOutcome(bytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it.each(['wave', 'sinf', 'schi', 'moov', 'trak', 'stsd', 'meta', 'udta', 'ilst'])(
    'is rejected or read with 8,000 nested %s boxes in its audio description',
    async (name) => {
      const steps = await growth(2000, (depth) => checkOutcome(filmWithSound(nested(name, depth))));
      expect(steps).toMatchObject({ isLinear: true });
    },
  );

  it('costs nothing if a fragment claims four billion samples', async () => {
    const bytes = fixture('fragmented.mp4');
    for (let at = bytes.indexOf('trun'); at >= 0; at = bytes.indexOf('trun', at + 1)) {
      // Without per-sample fields, the samples take no bytes in the box.
      bytes.writeUInt32BE(0, at + 4);
      bytes.writeUInt32BE(0xffff_ffff, at + 8);
    }
    await checkOutcome(bytes);
  });
});

describe('a malicious JPEG or PNG', () => {
  it('is refused: a JPEG of only small segments', async () => {
    const file = new CountedFile(
      Buffer.concat([Buffer.from('ffd8', 'hex'), repeated(Buffer.from('ffe00002', 'hex'), 5_000_000)]),
    );
    expect(await outcomeOf(file)).toBeInstanceOf(MediaRefused);
  });

  it('is refused: a PNG of only small chunks', async () => {
    const png = fixture('photo.png');
    const chunk = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1');
    const file = new CountedFile(Buffer.concat([png.subarray(0, 33), repeated(chunk, 2_000_000)]));
    expect(await outcomeOf(file)).toBeInstanceOf(MediaRefused);
  });
});

describe('a storage that returns fewer bytes than it reported', () => {
  it('is detected', async () => {
    const bytes = fixture('film.mp4');
    const file = {
      length: bytes.length + 10,
      read: async (start: number, end: number) => bytes.subarray(start, end),
    };
    expect(await outcomeOf(file)).toBeInstanceOf(MediaRefused);
  });
});
