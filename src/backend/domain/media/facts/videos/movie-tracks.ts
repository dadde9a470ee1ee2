import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { withMovie } from './open-movie.js';

/** The tracks that players use by default: the first enabled video track and the first enabled audio track. */
export interface MovieTracks {
  readonly video: {
    readonly id: number;
    readonly codec: string;
    /** In pixels, as displayed: after rotation and pixel aspect ratio. */
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
 * @param index the index (moov), with or without its lists of samples
 * @throws MediaRefused
 */
export async function readMovieTracks(index: Uint8Array): Promise<MovieTracks> {
  return withMovie(index, async (input) => {
    const videos = await input.getVideoTracks();
    const audios = await input.getAudioTracks();
    const video = await firstEnabled(videos);
    const audio = await firstEnabled(audios);
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

async function firstEnabled<Track extends InputVideoTrack | InputAudioTrack>(tracks: Track[]) {
  for (const track of tracks) if ((await track.getDisposition()).default) return track;
  return tracks[0] ?? null;
}

/** The codec as networks call it, or its four-character code if the library has no name for it. */
async function codecOf(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const code = String((await track.getInternalCodecId()) ?? 'unknown');
  if (ENCRYPTED.test(code)) return 'encrypted';
  const codec = await track.getCodec();
  return codec === 'avc' ? 'h264' : (codec ?? code.toLowerCase());
}

const ENCRYPTED = /^(enc[avst]|drm[is])$/;
