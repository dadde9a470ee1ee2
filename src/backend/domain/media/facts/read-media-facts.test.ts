import { describe, expect, it } from 'vitest';
import { CountedFile, fixture } from '../../../../../test/support/media/media-file.js';
import { MediaRefused } from './media-refused.js';
import { readMediaFacts } from './read-media-facts.js';

const factsOf = (bytes: Uint8Array) => readMediaFacts(new CountedFile(bytes));

/** The error for a rejected file. */
async function refusalOf(file: Uint8Array | CountedFile): Promise<MediaRefused> {
  try {
    await readMediaFacts(file instanceof CountedFile ? file : new CountedFile(file));
  } catch (error) {
    if (error instanceof MediaRefused) return error;
    throw error;
  }
  throw new Error('The file was taken.');
}

const PICTURE = { kind: 'image', durationSeconds: null, framesPerSecond: null, codecs: [] };
const FILM = { kind: 'video', contentType: 'video/mp4', durationSeconds: 1, framesPerSecond: 10 };
const WIDE = { width: 64, height: 36 };
const UPRIGHT = { width: 36, height: 64 };
const SOUND = { codecs: ['h264', 'aac'], warnings: [] };

describe('the facts of an accepted file', () => {
  it.each([
    ['photo.jpg', { ...PICTURE, ...WIDE, contentType: 'image/jpeg', warnings: [] }],
    ['progressive.jpg', { ...PICTURE, ...WIDE, contentType: 'image/jpeg', warnings: [] }],
    ['photo.png', { ...PICTURE, ...WIDE, contentType: 'image/png', warnings: [] }],
    ['photo.webp', { ...PICTURE, ...WIDE, contentType: 'image/webp', warnings: [] }],
    ['lossless.webp', { ...PICTURE, ...WIDE, contentType: 'image/webp', warnings: [] }],
    ['turned.jpg', { ...PICTURE, ...UPRIGHT, contentType: 'image/jpeg' }],
    ['turned.png', { ...PICTURE, ...UPRIGHT, contentType: 'image/png' }],
    ['turned.webp', { ...PICTURE, ...UPRIGHT, contentType: 'image/webp' }],
    ['film.mp4', { ...FILM, ...WIDE, ...SOUND }],
    ['film.mov', { ...FILM, ...WIDE, ...SOUND, contentType: 'video/quicktime' }],
    ['film.m4v', { ...FILM, ...WIDE, ...SOUND }],
    ['faststart.mp4', { ...FILM, ...WIDE, ...SOUND }],
    // The audio begins before the picture, so the container is that much longer.
    ['fragmented.mp4', { ...FILM, ...WIDE, ...SOUND, durationSeconds: 1.2 }],
    ['turned.mp4', { ...FILM, ...UPRIGHT, ...SOUND }],
    ['anamorphic.mp4', { ...FILM, ...SOUND, width: 128, height: 36 }],
    ['covered.mp4', { ...FILM, ...WIDE, ...SOUND }],
    ['mute.mp4', { ...FILM, ...WIDE, codecs: ['h264'] }],
  ])('%s', async (name, expected) => {
    expect(await factsOf(fixture(name))).toMatchObject(expected);
  });

  it.each([
    ['turned.jpg', 'media_aspect_ratio', 'The image is 36×64; images look best at 1:1, 4:5 or 16:9.'],
    ['mute.mp4', 'media_without_audio', 'The video has no sound.'],
  ])('%s has a warning: %s', async (name, code, message) => {
    const { warnings } = await factsOf(fixture(name));
    expect(warnings).toEqual([expect.objectContaining({ code, severity: 'warning', message })]);
  });

  it('are read from an old MOV without a file type box', async () => {
    const bytes = fixture('film.mov');
    const withoutKind = bytes.subarray(bytes.readUInt32BE(0));
    expect(await factsOf(withoutKind)).toMatchObject({ ...WIDE, contentType: 'video/quicktime' });
  });

  it('are those of the image if a camera appended a video to it', async () => {
    const appended = Buffer.concat([fixture('photo.jpg'), Buffer.alloc(100_000), fixture('film.mp4')]);
    expect(await factsOf(appended)).toMatchObject({ ...WIDE, contentType: 'image/jpeg' });
    const png = Buffer.concat([fixture('photo.png'), Buffer.from('appended by a program')]);
    expect(await factsOf(png)).toMatchObject({ ...WIDE, contentType: 'image/png' });
  });
});

describe('the duration of a video', () => {
  /** The MP4 with another duration in its header, in milliseconds. */
  const resumable = (milliseconds: number): Buffer => {
    const bytes = fixture('film.mp4');
    bytes.writeUInt32BE(milliseconds, bytes.indexOf('mvhd') + 20);
    return bytes;
  };

  it.each([
    ['is that of the frames if only the last piece of audio is longer', 1_064, 1],
    ['is that of the audio if it continues without frames', 3_500, 3.5],
  ])('%s', async (_name, milliseconds, seconds) => {
    expect(await factsOf(resumable(milliseconds))).toMatchObject({ durationSeconds: seconds });
  });

  it('is unknown if the file does not contain it', async () => {
    const bytes = resumable(0);
    for (const name of ['tkhd', 'mdhd']) {
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
        bytes.writeUInt32BE(0xffff_ffff, at + (name === 'tkhd' ? 24 : 20));
      }
    }
    const { durationSeconds, framesPerSecond, warnings } = await factsOf(bytes);
    expect({ durationSeconds, framesPerSecond }).toEqual({ durationSeconds: null, framesPerSecond: null });
    expect(warnings.map(({ code }) => code)).toEqual(['media_duration_unknown', 'media_frame_rate_unknown']);
  });
});

describe('the bytes read of a large file', () => {
  const film = fixture('film.mp4');
  const moovAt = film.indexOf('moov') - 4;

  /** The MP4 with 499 MB of frames between its start and its index. */
  function large(): CountedFile {
    const mdatAt = film.indexOf('mdat') - 4;
    const gap = 499_000_000;
    const beginning = Buffer.from(film.subarray(0, moovAt));
    beginning.writeUInt32BE(moovAt - mdatAt + gap, mdatAt);
    return new CountedFile(beginning, { gap, end: film.subarray(moovAt) });
  }

  it('are a few kilobytes of a 499 MB video', async () => {
    const file = large();
    expect(await readMediaFacts(file)).toMatchObject({ ...FILM, ...WIDE });
    expect(file.length).toBeGreaterThan(499_000_000);
    expect(file.bytesRead).toBeLessThan(16_384);
    expect(file.reads).toBeLessThan(16);
  });

  it('are a few kilobytes of a 49 MB JPEG', async () => {
    const photo = fixture('photo.jpg');
    const file = new CountedFile(photo.subarray(0, -2), { gap: 49_000_000, end: photo.subarray(-2) });
    expect(await readMediaFacts(file)).toMatchObject({ ...PICTURE, ...WIDE });
    expect(file.bytesRead).toBeLessThan(32_768);
  });
});

const AS_H264 = 'Postrider accepts H.264. Export it again as H.264';
const AS_AAC = 'Postrider accepts AAC. Export it again with AAC sound, or without sound.';

describe('a file of an unsupported type', () => {
  it.each([
    [
      'hevc.mov',
      `This is an HEVC video in a MOV file. ${AS_H264} (on an iPhone: Settings > Camera > Formats > Most Compatible).`,
    ],
    ['vp9.mp4', `This is a VP9 video in an MP4 file. ${AS_H264}.`],
    ['av1.mp4', `This is an AV1 video in an MP4 file. ${AS_H264}.`],
    ['mpeg4.mp4', `This is an MPEG-4 Part 2 video in an MP4 file. ${AS_H264}.`],
    ['motion-jpeg.mov', `This is a Motion JPEG video in a MOV file. ${AS_H264}.`],
    ['mp3-sound.mp4', `This is an MP4 file with MP3 sound. ${AS_AAC}`],
    ['ac3-sound.mp4', `This is an MP4 file with AC-3 sound. ${AS_AAC}`],
    ['opus-sound.mp4', `This is an MP4 file with Opus sound. ${AS_AAC}`],
    ['pcm-sound.mov', `This is a MOV file with uncompressed (PCM) sound. ${AS_AAC}`],
    ['sound-only.mp4', 'This is an MP4 file with sound and no picture.'],
    ['encrypted.mp4', 'This is an MP4 file that is encrypted (DRM), so no network can show it.'],
    ['film.webm', 'This is a WebM video'],
    ['film.mkv', 'This is a Matroska video (MKV)'],
    ['film.avi', 'This is an AVI video'],
    ['film.mpegts', 'This is an MPEG transport stream (TS)'],
    ['film.3gp', 'This is a 3GP video'],
    ['animated.gif', 'This is a GIF'],
    ['animated.png', 'This is an animated PNG'],
    ['animated.webp', 'This is an animated WEBP'],
    ['photo.avif', 'This is an AVIF image'],
    ['photo.tiff', 'This is a TIFF image'],
  ])('%s', async (name, message) => {
    const refusal = await refusalOf(fixture(name));
    expect(refusal.message).toContain(message);
    expect(refusal.toProblem('req_1')).toMatchObject({ status: 415, code: 'media_type_unsupported' });
    const { allowed, fix, actual } = refusal.issue;
    expect(allowed).toEqual(['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime']);
    expect([typeof fix, typeof actual]).toEqual(['string', 'string']);
  });

  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08meta', 'latin1');
  it.each([
    ['a HEIC photo', heic],
    ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')],
    ['an SVG drawing', Buffer.from('<?xml version="1.0"?>\n<!-- by hand -->\n<svg width="4"></svg>')],
    ['a web page (HTML)', Buffer.from('<!DOCTYPE html><html><title>404</title></html>')],
    ['a web page (HTML)', Buffer.from('\n<html lang="en"><body>Sign in</body></html>')],
    ['a PDF document', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')],
    ['a ZIP archive', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')],
    ['a text file', Buffer.from('Our new beans have come in — café crème included.')],
    ['an audio file', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1')],
  ])('%s', async (name, bytes) => {
    const refusal = await refusalOf(bytes);
    expect(refusal.code).toBe('media_type_unsupported');
    expect(refusal.message).toMatch(`This is ${name}`);
  });

  it('is refused if its type is unknown', async () => {
    const refusal = await refusalOf(Buffer.from([1, 2, 3, 4, 250, 251, 252, 0, 0, 9]));
    expect(refusal.code).toBe('media_type_unsupported');
    expect(refusal.issue.actual).toBe('unknown');
  });
});

describe('a file that is too large', () => {
  it.each([
    ['photo.jpg', 50_000_000, 'The image has 50.1 MB; Postrider accepts images of at most 50 MB.'],
    ['photo.png', 50_000_000, 'The image has 50.1 MB; Postrider accepts images of at most 50 MB.'],
    ['film.mp4', 500_000_000, 'The video has 500.1 MB; Postrider accepts videos of at most 500 MB.'],
  ])('%s is refused above %i bytes', async (name, limit, message) => {
    const bytes = fixture(name);
    const refusal = await refusalOf(new CountedFile(bytes, { gap: limit + 1 - bytes.length }));
    expect(refusal.message).toContain(message);
    expect(refusal.toProblem('req_1')).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(refusal.issue).toMatchObject({ actual: limit + 1, limit, unit: 'bytes' });
  });

  it('is refused if it would decode to billions of pixels', async () => {
    const png = fixture('photo.png');
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    const refusal = await refusalOf(png);
    expect(refusal.message).toContain('60000×60000 pixels');
    expect(refusal.issue).toMatchObject({ actual: 3_600_000_000, limit: 200_000_000, unit: 'pixels' });
    expect(refusal.toProblem('req_1')).toMatchObject({ status: 422, code: 'media_invalid' });
  });
});

describe('a damaged file', () => {
  const film = fixture('film.mp4');
  const faststart = fixture('faststart.mp4');
  it.each([
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['a JPEG without its end', fixture('photo.jpg').subarray(0, -2), 'This JPEG ends too early'],
    ['half a progressive JPEG', fixture('progressive.jpg').subarray(0, 400), 'This JPEG ends too early'],
    ['a PNG without its end', fixture('photo.png').subarray(0, -6), 'This PNG ends too early'],
    ['half a WEBP', fixture('photo.webp').subarray(0, 50), 'This WEBP ends too early'],
    ['a PNG of zero width', Buffer.from(fixture('photo.png')).fill(0, 16, 20), '0×36 pixels'],
    ['an MP4 whose index is missing', film.subarray(0, film.indexOf('moov') - 4), 'no index (moov)'],
    ['an MP4 that ends in its frames', film.subarray(0, 500), 'bytes are missing'],
    ['an incomplete MP4 that starts with its index', faststart.subarray(0, -100), '100 bytes are missing'],
    ['an MP4 whose index is truncated', film.subarray(0, -20), '20 bytes are missing'],
    ['an MP4 with only an index', faststart.subarray(0, faststart.indexOf('mdat') - 4), 'contains no frames'],
  ])('%s', async (_name, bytes, message) => {
    const refusal = await refusalOf(bytes);
    expect(refusal.message).toContain(message);
    expect(refusal.toProblem('req_1')).toMatchObject({ status: 422, code: 'media_invalid' });
    expect(typeof refusal.issue.fix).toBe('string');
  });

  it('is detected by its last frame if its length is not given', async () => {
    const open = Buffer.from(faststart);
    // Zero means up to the end of the file.
    open.writeUInt32BE(0, open.indexOf('mdat') - 4);
    expect(await factsOf(open)).toMatchObject(WIDE);
    const refusal = await refusalOf(open.subarray(0, open.indexOf('mdat') + 20));
    expect(refusal.message).toContain('its last frames are missing');
  });
});
