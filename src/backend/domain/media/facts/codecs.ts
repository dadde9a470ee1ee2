import { type MediaRefused, unsupported } from './media-refused.js';
import type { TakenType } from './recognise.js';

type Named = readonly [name: string, article: 'a' | 'an'];

/** Names of video codecs, by what the media library calls them and by their four letters in the file. */
const VIDEO: Readonly<Record<string, Named>> = {
  hevc: ['HEVC', 'an'],
  vp8: ['VP8', 'a'],
  vp9: ['VP9', 'a'],
  av1: ['AV1', 'an'],
  prores: ['ProRes', 'a'],
  dvh1: ['Dolby Vision', 'a'],
  dvhe: ['Dolby Vision', 'a'],
  mp4v: ['MPEG-4 Part 2', 'an'],
  jpeg: ['Motion JPEG', 'a'],
  mjpa: ['Motion JPEG', 'a'],
  s263: ['H.263', 'an'],
};

/** Names of audio codecs. */
const AUDIO: Readonly<Record<string, string>> = {
  mp3: 'MP3',
  '.mp3': 'MP3',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  alac: 'ALAC',
  samr: 'AMR',
};

const ON_IPHONE = 'on an iPhone: Settings, Camera, Formats, Most Compatible';

/** @param codec as the media library names it, or its four letters */
export function otherVideo(codec: string, contentType: TakenType): MediaRefused {
  const [name, article] = VIDEO[codec] ?? [`"${codec.trim()}"`, 'a'];
  const hint = codec === 'hevc' || codec.startsWith('dvh') ? ` (${ON_IPHONE})` : '';
  return unsupported(
    `This is ${article} ${name} video in ${fileName(contentType)} file.`,
    codec,
    `Postrider takes H.264; export it again as H.264${hint}.`,
  );
}

export function otherAudio(codec: string, contentType: TakenType): MediaRefused {
  const pcm = codec.startsWith('pcm') || ['lpcm', 'sowt', 'twos'].includes(codec);
  const name = pcm ? 'uncompressed (PCM)' : (AUDIO[codec] ?? `"${codec.trim()}"`);
  return unsupported(
    `This is ${fileName(contentType)} file with ${name} sound.`,
    codec,
    'Postrider takes AAC; export it again with AAC sound, or without sound.',
  );
}

export function encrypted(contentType: TakenType): MediaRefused {
  return unsupported(
    `This is ${fileName(contentType)} file that is encrypted (DRM): no network can show it.`,
    'encrypted',
    'Upload a copy without copy protection, such as the one that it was made from.',
  );
}

export function onlyAudio(contentType: TakenType): MediaRefused {
  return unsupported(
    `This is ${fileName(contentType)} file with sound and no picture.`,
    'audio',
    'Postrider takes images and videos; put the sound under a picture and export that as a video.',
  );
}

function fileName(contentType: TakenType): string {
  return contentType === 'video/quicktime' ? 'a MOV' : 'an MP4';
}
