import type { AcceptedType } from '../detect-type.js';
import { type MediaRefused, unsupported } from '../media-refused.js';

type CodecName = readonly [name: string, article: 'a' | 'an'];

/** Names of video codecs, by the media library’s name and by four-character code. */
const VIDEO: Readonly<Record<string, CodecName>> = {
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

const ON_IPHONE = 'on an iPhone: Settings > Camera > Formats > Most Compatible';

/** @param codec the media library’s name, or the four-character code */
export function unsupportedVideo(codec: string, contentType: AcceptedType): MediaRefused {
  const [name, article] = VIDEO[codec] ?? [`"${codec.trim()}"`, 'a'];
  const hint = codec === 'hevc' || codec.startsWith('dvh') ? ` (${ON_IPHONE})` : '';
  return unsupported(
    `This is ${article} ${name} video in ${fileName(contentType)} file.`,
    codec,
    `Postrider accepts H.264. Export it again as H.264${hint}.`,
  );
}

export function unsupportedAudio(codec: string, contentType: AcceptedType): MediaRefused {
  const pcm = codec.startsWith('pcm') || ['lpcm', 'sowt', 'twos'].includes(codec);
  const name = pcm ? 'uncompressed (PCM)' : (AUDIO[codec] ?? `"${codec.trim()}"`);
  return unsupported(
    `This is ${fileName(contentType)} file with ${name} sound.`,
    codec,
    'Postrider accepts AAC. Export it again with AAC sound, or without sound.',
  );
}

export function encrypted(contentType: AcceptedType): MediaRefused {
  return unsupported(
    `This is ${fileName(contentType)} file that is encrypted (DRM), so no network can show it.`,
    'encrypted',
    'Upload a copy without copy protection, such as the original.',
  );
}

export function onlyAudio(contentType: AcceptedType): MediaRefused {
  return unsupported(
    `This is ${fileName(contentType)} file with sound and no picture.`,
    'audio',
    'Postrider accepts images and videos. Combine the sound with an image and export that as a video.',
  );
}

function fileName(contentType: AcceptedType): string {
  return contentType === 'video/quicktime' ? 'a MOV' : 'an MP4';
}
