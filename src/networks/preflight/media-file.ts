import { afterConversion, conversionFor } from '../conversion.js';
import type { Figure, Range } from '../figure.js';
import type { MediaFacts } from '../media-facts.js';
import type { FormRules, ImageRules, VideoRules } from '../network-rules.js';
import { SERVICE_LIMITS } from '../service-limits.js';
import { convertedFinding, withoutConverter } from './converted.js';
import { nominalRate } from './frame-rate.js';
import { accepts, allowedTypes } from './media-types.js';
import { megabytes, range, twoDigits, upTo } from './range.js';
import type { Finding } from './target.js';

export interface FileCheck {
  readonly file: MediaFacts;
  /** The network's name, for messages. */
  readonly network: string;
  readonly form: Pick<FormRules, 'images' | 'videos' | 'serviceSeconds'>;
  readonly premium: boolean;
  /** Whether images can be converted when they are published. */
  readonly canConvert: boolean;
}

/**
 * Checks one file against the rules of one post type of one network, and against the limits of the service. Problems
 * that a conversion fixes when the post is published are warnings.
 */
export function fileFindings(check: FileCheck): Finding[] {
  const { file, form, network, canConvert } = check;
  const rules = file.kind === 'image' ? form.images : form.videos;
  if (!rules) return [unsupportedKind(check)];
  const conversion = isAccepted(file) ? conversionFor(file, rules) : null;
  if (!conversion) return checkFile(check, rules);
  const converted = checkFile({ ...check, file: afterConversion(file, conversion) }, rules);
  if (canConvert) return [convertedFinding(file, network, conversion), ...converted];
  const remaining = new Set(converted.map(({ code }) => code));
  return checkFile(check, rules).map((finding) =>
    finding.severity === 'warning' || remaining.has(finding.code)
      ? finding
      : withoutConverter(finding, conversion),
  );
}

/** Whether the file is within the limits of the service. Other files are not converted. */
function isAccepted({ kind, contentType, bytes }: MediaFacts): boolean {
  const { types, maxBytes } = SERVICE_LIMITS[kind];
  return accepts(types.value, contentType) && bytes <= maxBytes.value;
}

function checkFile(check: FileCheck, rules: ImageRules | VideoRules): Finding[] {
  const { file, form, network } = check;
  const service = SERVICE_LIMITS[file.kind];
  const type = typeFinding(file, network, rules, service.types);
  if (type) return [type];
  return [
    ...range(
      {
        file,
        network,
        code: 'media_too_large',
        what: 'size',
        unit: 'bytes',
        actual: file.bytes,
        show: megabytes,
      },
      [upTo(rules.maxBytes), upTo(service.maxBytes)],
    ),
    ...warnBytes(file, rules),
    ...pictureFindings(file, network, rules),
    ...(file.kind === 'video' ? videoFindings(check, form.videos) : []),
  ];
}

function unsupportedKind({ file, network, form }: FileCheck): Finding {
  const other = file.kind === 'image' ? 'video' : 'image';
  const rules = file.kind === 'image' ? form.videos : form.images;
  return {
    code: 'media_type_unsupported',
    message: `${network} accepts only ${other}s in this post type, not ${file.kind}s.`,
    actual: file.contentType,
    fix: `Use ${other === 'image' ? 'an image' : 'a video'} instead.`,
    ...(rules && { allowed: allowedTypes(other, rules), figure: rules.types }),
  };
}

function typeFinding(
  { contentType, kind }: MediaFacts,
  network: string,
  rules: ImageRules | VideoRules,
  service: Figure<readonly string[]>,
): Finding | undefined {
  const allowed = allowedTypes(kind, rules);
  if (allowed.includes(contentType)) return undefined;
  return {
    code: 'media_type_unsupported',
    message: `${network} accepts ${allowed.join(' or ')} here, but this ${kind} is ${contentType}.`,
    actual: contentType,
    allowed,
    fix: `Convert it to ${allowed.join(' or ')}.`,
    figure: accepts(rules.types.value, contentType) ? service : rules.types,
  };
}

function warnBytes({ bytes, kind }: MediaFacts, { warnBytes: rule }: ImageRules | VideoRules): Finding[] {
  if (!rule || bytes <= rule.value) return [];
  return [
    {
      code: 'near_limit',
      severity: 'warning',
      message: `The ${kind} is ${megabytes(bytes)}, more than ${megabytes(rule.value)}: ${rule.note}.`,
      actual: bytes,
      limit: rule.value,
      unit: 'bytes',
      figure: rule,
    },
  ];
}

function pictureFindings(file: MediaFacts, network: string, rules: ImageRules | VideoRules): Finding[] {
  const { width, height } = file;
  if (width === null || height === null) return [];
  const check = { file, network, code: 'media_dimensions', unit: 'pixels' };
  return [
    ...range({ ...check, what: 'shorter side', actual: Math.min(width, height) }, [rules.shortSide]),
    ...range({ ...check, what: 'longer side', actual: Math.max(width, height) }, [rules.longSide]),
    ...range({ ...check, what: 'area', actual: width * height }, [upTo(rules.maxPixels)]),
    ...aspectFindings(network, file.kind, width, height, rules.aspect),
  ];
}

/** Sides are whole pixels, so a ratio passes if one pixel more or less would make it fit. */
function aspectFindings(
  network: string,
  kind: string,
  width: number,
  height: number,
  rule: Figure<Range> | undefined,
): Finding[] {
  if (!rule) return [];
  const { min = 0, max = Number.POSITIVE_INFINITY } = rule.value;
  if ((width + 1) / height >= min && (width - 1) / height <= max) return [];
  const actual = twoDigits(width / height);
  const bounds = [
    min > 0 && `at least ${twoDigits(min)}`,
    max < Number.POSITIVE_INFINITY && `at most ${twoDigits(max)}`,
  ];
  const limit = bounds.filter(Boolean).join(' and ');
  return [
    {
      code: 'media_aspect_ratio',
      message: `The ${kind} is ${width}×${height}, an aspect ratio of ${actual}, but ${network} accepts ${limit}.`,
      actual,
      limit,
      unit: 'width/height',
      fix: `Crop it to an aspect ratio (width divided by height) of ${limit}.`,
      figure: rule,
    },
  ];
}

function videoFindings(
  { file, network, form, premium }: FileCheck,
  rules: VideoRules | undefined,
): Finding[] {
  const findings: Finding[] = [];
  const { durationSeconds, framesPerSecond } = file;
  if (durationSeconds !== null) {
    const service = form.serviceSeconds && SERVICE_LIMITS.video.seconds[form.serviceSeconds];
    const networkLimit = (premium && rules?.premiumSeconds) || rules?.seconds;
    const check = {
      file,
      network,
      code: 'media_duration',
      what: 'length',
      unit: 'seconds',
      actual: durationSeconds,
    };
    findings.push(...range({ ...check, show: (value) => `${twoDigits(value)} s` }, [networkLimit, service]));
  }
  if (framesPerSecond !== null) {
    const check = { file, network, code: 'media_frame_rate', what: 'frame rate', unit: 'frames per second' };
    const violations = (actual: number) => range({ ...check, actual }, [rules?.framesPerSecond]);
    findings.push(
      ...(violations(nominalRate(framesPerSecond)).length > 0 ? violations(framesPerSecond) : []),
    );
  }
  const { minBytes } = rules ?? {};
  if (minBytes) {
    const check = { file, network, code: 'media_too_small', what: 'size', unit: 'bytes', actual: file.bytes };
    findings.push(...range({ ...check, show: megabytes }, [{ ...minBytes, value: { min: minBytes.value } }]));
  }
  return [...findings, ...codecFindings(file, network, rules)];
}

function codecFindings({ codecs }: MediaFacts, network: string, rules: VideoRules | undefined): Finding[] {
  const service = SERVICE_LIMITS.video.codecs;
  const allowed = service.value.filter((codec) => rules?.codecs?.value.includes(codec) ?? true);
  const wrong = codecs.filter((codec) => !allowed.some((one) => one === codec));
  if (wrong.length === 0) return [];
  return [
    {
      code: 'media_type_unsupported',
      message: `${network} accepts videos encoded as ${allowed.join(' with ')} here, but this one uses ${wrong.join(' and ')}.`,
      field: 'codecs',
      actual: wrong.join(', '),
      allowed: [...allowed],
      fix: `Re-encode the video as ${allowed.join(' with ')}.`,
      figure: service,
    },
  ];
}
