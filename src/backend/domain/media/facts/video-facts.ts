import { videoAdvice } from './advice.js';
import { encrypted, onlyAudio, otherAudio, otherVideo } from './codecs.js';
import type { FoundMedia } from './found-media.js';
import { type FragmentedTrack, readFragments } from './fragments.js';
import { damaged } from './media-refused.js';
import { readIndex, serialize } from './movie-index.js';
import { findParts } from './movie-parts.js';
import { type MovieTracks, readMovieTracks } from './movie-tracks.js';
import type { BoundedFile } from './random-access.js';
import type { TakenType } from './recognise.js';
import { movieSeconds, readTracks, type TrackTimes } from './track-times.js';

type VideoType = Extract<TakenType, `video/${string}`>;

/** Twice the longest side that H.264 can have. */
const MAX_SIDE = 16_384;

/** Reads an MP4 or MOV: its index and, of a fragmented one, some fragments. No picture is read. */
export async function readVideo(file: BoundedFile, contentType: VideoType): Promise<FoundMedia> {
  const parts = await findParts(file);
  const index = await readIndex(file, parts.moov);
  const tracks = await readMovieTracks(serialize(index));
  const { id, width, height } = takenVideo(tracks, contentType);
  const times = await readTracks(file, index);
  const fragments = await readFragments(file, index, parts.moofs);
  const durationSeconds = lengthOf(id, movieSeconds(index), times, fragments);
  const framesPerSecond = frameRate(id, times, fragments);
  return {
    kind: 'video',
    contentType,
    width,
    height,
    durationSeconds,
    framesPerSecond,
    codecs: tracks.audio ? ['h264', 'aac'] : ['h264'],
    warnings: videoAdvice({ durationSeconds, framesPerSecond, ...tracks }),
  };
}

/**
 * The video track, where all that is shown and heard is of the codecs that are taken.
 *
 * @throws MediaRefused
 */
function takenVideo({ video, audio }: MovieTracks, contentType: VideoType) {
  if (!video && !audio) throw damaged('Its index names no pictures and no sound.');
  if (video?.codec === 'encrypted' || audio?.codec === 'encrypted') throw encrypted(contentType);
  if (!video) throw onlyAudio(contentType);
  if (video.codec !== 'h264') throw otherVideo(video.codec, contentType);
  if (audio && audio.codec !== 'aac') throw otherAudio(audio.codec, contentType);
  const { width, height } = video;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE) {
    throw damaged(`It says that its pictures are ${width}×${height} pixels large.`);
  }
  return video;
}

type Fragments = ReadonlyMap<number, FragmentedTrack>;

/** Sound is cut into pieces of this length at most: it may run on for so long when the pictures have ended. */
const LAST_SOUND_SECONDS = 0.1;

/** Seconds to the end of what lasts longest; the rest of a last piece of sound does not count. */
function lengthOf(
  id: number,
  movie: number | null,
  tracks: readonly TrackTimes[],
  fragments: Fragments,
): number | null {
  const ends = tracks.map(({ id: one, timescale, seconds, shownSeconds }) => {
    const fragmented = (fragments.get(one)?.ticks ?? 0) / (timescale || 1);
    return { id: one, end: Math.max(shownSeconds || seconds, fragmented) };
  });
  const last = Math.max(movie ?? 0, ...ends.map(({ end }) => end));
  const pictures = ends.find((one) => one.id === id)?.end ?? 0;
  return rounded(pictures > 0 && last - pictures < LAST_SOUND_SECONDS ? pictures : last) || null;
}

/** The average of the whole video; of a fragmented one, of the fragments that were read. */
function frameRate(id: number, tracks: readonly TrackTimes[], fragments: Fragments): number | null {
  const track = tracks.find((one) => one.id === id);
  if (!track) return null;
  const { samples, seconds, timescale } = track;
  if (samples > 0) return seconds > 0 ? evened(samples / seconds) : null;
  const seen = fragments.get(id)?.seen;
  return seen && seen.ticks > 0 ? evened((seen.samples * timescale) / seen.ticks) : null;
}

/** Lengths are rounded in files: 60.01 frames per second are 60, while 29.97 are not 30. */
function evened(rate: number): number | null {
  const whole = Math.round(rate);
  const shown = Math.abs(rate - whole) <= whole * 0.0005 ? whole : rounded(rate);
  return shown > 0 ? shown : null;
}

/** To thousandths. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
