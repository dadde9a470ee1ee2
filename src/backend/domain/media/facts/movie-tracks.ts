import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { withMovie } from './open-movie.js';

/** The tracks of an MP4 or MOV that count: the first video and the first sound that are switched on. */
export interface MovieTracks {
  readonly video: {
    readonly id: number;
    readonly codec: string;
    /** Pixels, as displayed: rotation and the shape of pixels applied. */
    readonly width: number;
    readonly height: number;
  } | null;
  readonly audio: { readonly codec: string } | null;
  readonly videoTracks: number;
  readonly audioTracks: number;
}

/**
 * Reads the tracks of an MP4 or MOV.
 *
 * @param index the file's index (moov), whole or without its lists of single pictures
 * @throws MediaRefused
 */
export async function readMovieTracks(index: Uint8Array): Promise<MovieTracks> {
  return withMovie(index, async (input) => {
    const videos = await input.getVideoTracks();
    const audios = await input.getAudioTracks();
    const video = await firstShown(videos);
    const audio = await firstShown(audios);
    return {
      video: video && {
        id: video.id,
        codec: await codecOf(video),
        width: await video.getDisplayWidth(),
        height: await video.getDisplayHeight(),
      },
      audio: audio && { codec: await codecOf(audio) },
      videoTracks: videos.length,
      audioTracks: audios.length,
    };
  });
}

async function firstShown<Track extends InputVideoTrack | InputAudioTrack>(tracks: Track[]) {
  for (const track of tracks) if ((await track.getDisposition()).default) return track;
  return tracks[0] ?? null;
}

/** As networks name it, or the four letters that stand in the file where the library has no name for it. */
async function codecOf(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const letters = String((await track.getInternalCodecId()) ?? 'unknown');
  if (ENCRYPTED.test(letters)) return 'encrypted';
  const codec = await track.getCodec();
  return codec === 'avc' ? 'h264' : (codec ?? letters.toLowerCase());
}

const ENCRYPTED = /^(enc[avst]|drm[is])$/;
