import type { Issue } from '../../contract/errors.js';
import type { MediaFacts } from '../media-facts.js';
import { fileFindings } from './media-file.js';
import { type Finding, issueOf, nameOf, ownField, type PreflightTarget } from './target.js';
import { tooLong } from './text.js';

/** Checks a target's files: that they exist, their number and combination, each file, and the alt texts. */
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
    ...combination(target).map((finding) => issueOf(target, pointers.mediaUrls, finding)),
    ...each,
    ...altTextIssues(target),
  ];
}

/** An error for a key that is not a file of the workspace. */
export function mediaNotFound(key: string): Finding {
  return {
    code: 'media_not_found',
    message: `No uploaded file has the key "${key}".`,
    actual: key,
    fix: 'Upload the file, then use the key that the upload returns.',
  };
}

/** Checks the number of files, and which files one post combines. */
function combination(target: PreflightTarget): Finding[] {
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

/** The kinds of media a post type accepts, as text. */
function kinds({ formRules }: PreflightTarget, joint: string): string {
  return [formRules.images && 'an image', formRules.videos && 'a video'].filter(Boolean).join(` ${joint} `);
}

function required(target: PreflightTarget): Finding {
  return {
    code: 'media_required',
    message: `A ${target.form} post on ${nameOf(target)} needs ${kinds(target, 'or')}.`,
    field: 'mediaUrls',
    actual: 0,
    limit: 1,
    unit: 'files',
    fix: `Upload ${kinds(target, 'or')}, then add its key to \`mediaUrls\`.`,
    figure: target.formRules.mediaRequired,
  };
}

function mixed(target: PreflightTarget): Finding {
  const { images } = target.formRules;
  return {
    code: 'media_mixed',
    message: `${nameOf(target)} accepts images or a video in one post, not both.`,
    field: 'mediaUrls',
    fix: `Keep the images or the video, or choose other media for ${nameOf(target)} with ${ownField(target, 'mediaUrls')}.`,
    ...(images && { figure: images.max }),
  };
}

function tooMany(
  target: PreflightTarget,
  actual: number,
  unit: string,
  max: NonNullable<typeof target.formRules.mixedMax>,
): Finding {
  const noun = max.value === 1 ? unit.slice(0, -1) : unit;
  return {
    code: 'media_too_many',
    message: `The post has ${actual} ${unit}, but ${nameOf(target)} accepts at most ${max.value} ${noun} in a ${target.form} post.`,
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
      message: `${nameOf(target)} requires all images of a post to have one size, but these are ${[...sizes].join(', ')}.`,
      field: 'mediaUrls',
      actual: [...sizes].join(', '),
      unit: 'pixels',
      fix: 'Resize all images to one size.',
      figure: rule,
    },
  ];
}

function altTextIssues(target: PreflightTarget): Issue[] {
  const { content, files, formRules, pointers } = target;
  return content.altTexts.flatMap((alt, index) => {
    if (alt === '') return [];
    const file = files[index];
    const pointer = `${pointers.altTexts}/${index}`;
    if (index >= content.mediaUrls.length) {
      return [
        issueOf(
          target,
          pointer,
          ignoredAltText(`This alt text has no file: the post has no file number ${index + 1}.`),
        ),
      ];
    }
    if (!file) return [];
    const rules = file.kind === 'image' ? formRules.images : formRules.videos;
    if (!rules) return [];
    if (!rules.altText) {
      const message = `${nameOf(target)} does not support alt text for ${file.kind}s in a ${target.form} post, so it is ignored.`;
      return [issueOf(target, pointer, ignoredAltText(message))];
    }
    const limit = { ...rules.altText, field: 'alt_text' };
    const check = {
      subject: 'the alt text',
      code: 'alt_text_too_long',
      network: nameOf(target),
      limit,
      texts: target.texts,
    };
    return tooLong(alt, check).map((finding) => issueOf(target, pointer, finding));
  });
}

function ignoredAltText(message: string): Finding {
  return { code: 'option_ignored', severity: 'warning', message };
}
