import type { Issue } from '../../../../contract/errors.js';
import { sourceOf } from '../../../../networks/rules.js';
import { SERVICE_LIMITS } from '../../../../networks/service-limits.js';

const BEST_ASPECTS = SERVICE_LIMITS.image.bestAspects;
const BEST_LABEL = '1:1, 4:5 or 16:9';

/** @param width and height in pixels, as displayed */
export function imageAdvice(width: number, height: number): Issue[] {
  // Sizes are whole pixels, so a difference of one pixel is rounding.
  const fits = BEST_ASPECTS.value.some((aspect) => Math.abs(width - height * aspect) <= Math.max(1, aspect));
  if (fits) return [];
  return [
    {
      code: 'media_aspect_ratio',
      severity: 'warning',
      message: `The image is ${width}×${height}; images look best at ${BEST_LABEL}.`,
      actual: Math.round((width / height) * 100) / 100,
      limit: BEST_LABEL,
      unit: 'width/height',
      fix: 'The image is accepted. Crop it if a network would cut it off.',
      source: sourceOf(BEST_ASPECTS).where,
    },
  ];
}

interface VideoParts {
  readonly durationSeconds: number | null;
  readonly framesPerSecond: number | null;
  readonly videoTracks: number;
  readonly audioTracks: number;
}

export function videoAdvice({
  durationSeconds,
  framesPerSecond,
  videoTracks,
  audioTracks,
}: VideoParts): Issue[] {
  const extra = Math.max(0, videoTracks - 1) + Math.max(0, audioTracks - 1);
  const found: (Omit<Issue, 'severity'> | false)[] = [
    audioTracks === 0 && {
      code: 'media_without_audio',
      message: 'The video has no sound.',
      fix: 'The video is accepted. Add sound if a network expects it.',
    },
    durationSeconds === null && {
      code: 'media_duration_unknown',
      message: 'The file does not contain the length of the video, so the length was not checked.',
      fix: 'Export it again as a standard MP4 to have its length checked before it is published.',
    },
    framesPerSecond === null && {
      code: 'media_frame_rate_unknown',
      message: 'The frame rate could not be determined, so it was not checked.',
      fix: 'Export it again at 30 frames per second if a network rejects it.',
    },
    extra > 0 && {
      code: 'media_extra_tracks',
      message: `The file has ${videoTracks} video and ${audioTracks} audio tracks; networks show the first of each.`,
      fix: 'Export it with one of each to choose another track.',
    },
  ];
  return found.flatMap((one) => (one ? [{ severity: 'warning', ...one } satisfies Issue] : []));
}
