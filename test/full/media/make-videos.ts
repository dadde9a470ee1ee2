import { execFileSync, spawnSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Whether real videos can be created here. If they must be and cannot, the tests fail and are not skipped. */
export const HAS_FFMPEG = spawnSync('ffmpeg', ['-version']).status === 0 || Boolean(process.env['CI']);

function ffmpeg(folder: string, ...args: string[]): void {
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { cwd: folder });
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '48'];
const AAC = ['-c:a', 'aac', '-b:a', '96k'];

const ORDINARY = [...H264, ...AAC];

/** Frames at 24 per second with a tone. */
function shoot(folder: string, name: string, size: string, seconds: number, codecs = ORDINARY): void {
  const picture = ['-f', 'lavfi', '-i', `color=c=teal:s=${size}:r=24:d=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`];
  ffmpeg(folder, ...picture, ...tone, ...codecs, name);
}

/** Creates the videos and images that the tests check, in the way phones and editing programs do. */
export function makeFilms(folder: string): void {
  const copy = (from: string, name: string, ...args: string[]) =>
    ffmpeg(folder, '-i', from, '-c', 'copy', ...args, name);

  shoot(folder, 'vertical.mp4', '720x1280', 10);
  shoot(folder, 'wide.mp4', '1280x720', 10);
  shoot(folder, 'four-fifths.mp4', '864x1080', 10);
  shoot(folder, 'four-seconds.mp4', '720x1280', 4);
  shoot(folder, 'one-minute.mp4', '720x1280', 60);
  shoot(folder, 'one-minute-one.mp4', '720x1280', 61);
  copy('wide.mp4', 'wide.mov');
  copy('wide.mp4', 'faststart.mp4', '-movflags', '+faststart');
  copy('wide.mp4', 'fragmented.mp4', '-movflags', 'frag_keyframe+empty_moov+default_base_moof');
  copy('wide.mp4', 'mute.mp4', '-an');
  // Filmed with the phone upright: stored in landscape with a rotation.
  copy('wide.mp4', 'rotated.mp4', '-metadata:s:v', 'rotate=90');
  ffmpeg(folder, '-stream_loop', '-1', '-i', 'wide.mp4', '-t', '960', '-c', 'copy', 'sixteen-minutes.mp4');

  for (const [name, size] of [
    ['square.jpg', '1080x1080'],
    ['four-fifths.jpg', '1080x1350'],
    ['wide.jpg', '1920x1080'],
    ['panorama.jpg', '1920x640'],
  ] as const) {
    ffmpeg(folder, '-f', 'lavfi', '-i', `testsrc2=s=${size}`, '-frames:v', '1', name);
  }

  const hevc = [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
    '-tag:v',
    'hvc1',
  ];
  shoot(folder, 'hevc.mov', '160x90', 2, [...hevc, ...AAC]);
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  shoot(folder, 'vp9.mp4', '160x90', 2, [...vp9, ...AAC]);
  shoot(folder, 'mp3-sound.mp4', '160x90', 2, [...H264, '-c:a', 'libmp3lame']);
  copy('wide.mp4', 'sound-only.mp4', '-vn');
  copy('wide.mp4', 'film.mkv');
  copy('wide.mp4', 'cut-off.mp4');
  truncateSync(join(folder, 'cut-off.mp4'), 40_000);
  copy('faststart.mp4', 'cut-off-faststart.mp4', '-movflags', '+faststart');
  truncateSync(join(folder, 'cut-off-faststart.mp4'), 40_000);
}
