import type { Issue } from '../../contract/errors.js';
import type { MediaFacts } from '../media-facts.js';
import { fileFindings } from './media-file.js';
import { type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';
import { tooLong } from './text.js';

/** Checks a target's files: that they are known, how many and which stand together, each one, their descriptions. */
export function mediaIssues(target: PreflightTarget): Issue[] {
  const { pointers, files, account, formRules } = target;
  const each = files.flatMap((file, index) => {
    const pointer = `${pointers.mediaUrls}/${index}`;
    if (!file) return [issueOf(target, pointer, mediaNotFound(target.content.mediaUrls[index] ?? ''))];
    const check = {
      file,
      network: nameOf(target),
      form: formRules,
      premium: account.premium ?? false,
      canConvert: target.canConvert,
    };
    return fileFindings(check).map((finding) => issueOf(target, pointer, finding));
  });
  return [
    ...selection(target).map((finding) => issueOf(target, pointers.mediaUrls, finding)),
    ...each,
    ...descriptionIssues(target),
  ];
}

/** A key that names no file of the workspace. */
export function mediaNotFound(key: string): Finding {
  return {
    code: 'media_not_found',
    message: `No uploaded file has the key "${key}".`,
    actual: key,
    fix: 'Upload the file first and use the key that the upload answers with.',
  };
}

/** What is wrong with the files taken together. */
function selection(target: PreflightTarget): Finding[] {
  const { formRules, content, files } = target;
  if (content.mediaUrls.length === 0) return formRules.mediaRequired.value ? [required(target)] : [];

  const images = files.filter((file) => file?.kind === 'image');
  const videos = files.filter((file) => file?.kind === 'video');
  const { mixedMax } = formRules;
  if (images.length > 0 && videos.length > 0 && formRules.images && formRules.videos) {
    if (!mixedMax) return [mixed(target)];
    if (files.length > mixedMax.value) return [tooMany(target, files.length, 'files', mixedMax)];
  }
  return [
    ...(formRules.images && images.length > formRules.images.max.value
      ? [tooMany(target, images.length, 'images', formRules.images.max)]
      : []),
    ...(formRules.videos && videos.length > formRules.videos.max.value
      ? [tooMany(target, videos.length, 'videos', formRules.videos.max)]
      : []),
    ...sameSize(target, images),
  ];
}

/** What a form of post carries, in words. */
function kinds({ formRules }: PreflightTarget, joint: string): string {
  return [formRules.images && 'an image', formRules.videos && 'a video'].filter(Boolean).join(` ${joint} `);
}

function required(target: PreflightTarget): Finding {
  return {
    code: 'media_required',
    message: `${nameOf(target)} takes no ${target.form} post without ${kinds(target, 'or')}.`,
    field: 'mediaUrls',
    actual: 0,
    limit: 1,
    unit: 'files',
    fix: `Upload ${kinds(target, 'or')} and put its key into mediaUrls.`,
    figure: target.formRules.mediaRequired,
  };
}

function mixed(target: PreflightTarget): Finding {
  const { images } = target.formRules;
  return {
    code: 'media_mixed',
    message: `${nameOf(target)} takes images or a video in one post, not both.`,
    field: 'mediaUrls',
    fix: `Keep the images or the video, or give ${target.account.platform} its own mediaUrls in an override.`,
    ...(images && { figure: images.max }),
  };
}

function tooMany(
  target: PreflightTarget,
  actual: number,
  unit: string,
  max: NonNullable<typeof target.formRules.mixedMax>,
): Finding {
  const words = max.value === 1 ? unit.slice(0, -1) : unit;
  return {
    code: 'media_too_many',
    message: `The post has ${actual} ${unit}; ${nameOf(target)} takes ${max.value} ${words} in a ${target.form} post.`,
    field: 'mediaUrls',
    actual,
    limit: max.value,
    unit,
    fix: `Remove ${actual - max.value} of the ${unit}.`,
    figure: max,
  };
}

function sameSize(target: PreflightTarget, images: readonly (MediaFacts | undefined)[]): Finding[] {
  const rule = target.formRules.images?.sameSize;
  const sizes = new Set(
    images.flatMap((one) =>
      one && one.width !== null && one.height !== null ? [`${one.width}×${one.height}`] : [],
    ),
  );
  if (!rule || sizes.size < 2) return [];
  return [
    {
      code: 'media_dimensions',
      message: `${nameOf(target)} takes several images only in one size; these are ${[...sizes].join(', ')}.`,
      field: 'mediaUrls',
      actual: [...sizes].join(', '),
      unit: 'pixels',
      fix: 'Bring all images to one size.',
      figure: rule,
    },
  ];
}

function descriptionIssues(target: PreflightTarget): Issue[] {
  const { content, files, formRules, pointers } = target;
  return content.altTexts.flatMap((alt, index) => {
    if (alt === '') return [];
    const file = files[index];
    const pointer = `${pointers.altTexts}/${index}`;
    if (index >= content.mediaUrls.length) {
      return [
        issueOf(target, pointer, idleDescription(`There is no medium number ${index + 1} to describe.`)),
      ];
    }
    if (!file) return [];
    const rules = file.kind === 'image' ? formRules.images : formRules.videos;
    if (!rules) return [];
    if (!rules.altText) {
      const message = `${nameOf(target)} takes no description of ${file.kind}s in a ${target.form} post; it is left out.`;
      return [issueOf(target, pointer, idleDescription(message))];
    }
    const limit = { ...rules.altText, field: 'alt_text' };
    const check = { subject: 'description', code: 'alt_text_too_long', network: nameOf(target), limit };
    return tooLong(alt, check).map((finding) => issueOf(target, pointer, finding));
  });
}

function idleDescription(message: string): Finding {
  return { code: 'option_ignored', severity: 'warning', message };
}
