import { videoAdvice } from '../advice.js';
import type { BoundedFile } from '../bounded-file.js';
import type { AcceptedType } from '../detect-type.js';
import type { FileFacts } from '../file-facts.js';
import { damaged } from '../media-refused.js';
import { type FragmentedTrack, readFragments } from './fragments.js';
import { readIndex, serialize } from './movie-index.js';
import { findParts } from './movie-parts.js';
import { type MovieTracks, readMovieTracks } from './movie-tracks.js';
import { movieSeconds, readTracks, type TrackTimes } from './track-times.js';
import { encrypted, onlyAudio, unsupportedAudio, unsupportedVideo } from './unsupported-codecs.js';

type VideoType = Extract<AcceptedType, `video/${string}`>;

/** Twice the longest side that H.264 allows. */
const MAX_SIDE = 16_384;

/** Reads the index of an MP4 or MOV and, if it is fragmented, some fragments. No frame is decoded. */
export async function readVideo(file: BoundedFile, contentType: VideoType): Promise<FileFacts> {
  const parts = await findParts(file);
  const index = await readIndex(file, parts.moov);
  const tracks = await readMovieTracks(serialize(index));
  const { id, width, height } = acceptedVideo(tracks, contentType);
  const times = await readTracks(file, index);
  const fragments = await readFragments(file, index, parts.moofs);
  const durationSeconds = durationOf(id, movieSeconds(index), times, fragments);
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
 * The video track, if the codecs of its video and audio are accepted.
 *
 * @throws MediaRefused
 */
function acceptedVideo({ video, audio }: MovieTracks, contentType: VideoType) {
  if (!video && !audio) throw damaged('Its index lists neither video nor audio.');
  if (video?.codec === 'encrypted' || audio?.codec === 'encrypted') throw encrypted(contentType);
  if (!video) throw onlyAudio(contentType);
  if (video.codec !== 'h264') throw unsupportedVideo(video.codec, contentType);
  if (audio && audio.codec !== 'aac') throw unsupportedAudio(audio.codec, contentType);
  const { width, height } = video;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE) {
    throw damaged(`Its frame size is given as ${width}×${height} pixels.`);
  }
  return video;
}

type Fragments = ReadonlyMap<number, FragmentedTrack>;

/** The last piece of audio can extend past the last frame by this much. */
const MAX_AUDIO_OVERHANG_SECONDS = 0.1;

/** Seconds to the end of the longest track, ignoring a short overhang of the audio. */
function durationOf(
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
  const video = ends.find((one) => one.id === id)?.end ?? 0;
  return rounded(video > 0 && last - video < MAX_AUDIO_OVERHANG_SECONDS ? video : last) || null;
}

/** The average over the whole video, or over the fragments that were read. */
function frameRate(id: number, tracks: readonly TrackTimes[], fragments: Fragments): number | null {
  const track = tracks.find((one) => one.id === id);
  if (!track) return null;
  const { samples, seconds, timescale } = track;
  if (samples > 0) return seconds > 0 ? roundedRate(samples / seconds) : null;
  const counted = fragments.get(id)?.counted;
  return counted && counted.ticks > 0 ? roundedRate((counted.samples * timescale) / counted.ticks) : null;
}

/** Durations in files are rounded: 60.01 frames per second means 60, but 29.97 is not 30. */
function roundedRate(rate: number): number | null {
  const whole = Math.round(rate);
  const result = Math.abs(rate - whole) <= whole * 0.0005 ? whole : rounded(rate);
  return result > 0 ? result : null;
}

/** To thousandths. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
