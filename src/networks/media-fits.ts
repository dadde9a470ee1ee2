import { issueText } from '../contract/errors.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../contract/platforms.js';
import { POST_TYPES, type PostType } from '../contract/posts/content.js';
import type { MediaFacts } from './media-facts.js';
import { fileFindings } from './preflight/media-file.js';
import type { Finding } from './preflight/target.js';
import { RULES } from './rules.js';

/** How well a file fits a network, best first. */
const FIT_STATUSES = ['ok', 'converted', 'warning', 'error'] as const;
type FitStatus = (typeof FIT_STATUSES)[number];

/** Whether a file can be posted at one network. */
export interface MediaFit {
  /** The best result over the network's post types. `converted`: the service converts it when it publishes. */
  readonly status: FitStatus;
  /** The code of the issue in `message`; null if there is none. */
  readonly code: string | null;
  /** What is wrong, what will be converted, or which post types accept it; null if there is nothing to report. */
  readonly message: string | null;
}

export interface FitOptions {
  /** Whether images can be converted when published. */
  readonly canConvert: boolean;
  /** Whether the account has its network's paid plan, which raises some limits. */
  readonly premium?: boolean;
}

/** Whether a file can be posted to each network, by the rules of the network and the service. Pure. */
export function mediaFits(file: MediaFacts, options: FitOptions): Readonly<Record<Platform, MediaFit>> {
  const fits = PLATFORMS.map((platform) => [platform, fitAt(platform, file, options)] as const);
  return Object.fromEntries(fits) as Record<Platform, MediaFit>;
}

interface FormFit {
  readonly form: string;
  readonly status: FitStatus;
  /** The finding that determines the status. */
  readonly finding: Finding | undefined;
}

function fitAt(platform: Platform, file: MediaFacts, { canConvert, premium = false }: FitOptions): MediaFit {
  const { forms } = RULES[platform];
  const network = PLATFORM_NAMES[platform];
  const fits = POST_TYPES.flatMap((type): FormFit[] => {
    const form = forms[type];
    const rules = form && (file.kind === 'image' ? form.images : form.videos);
    if (!rules) return [];
    return [
      fitOf(formName(platform, type, file), fileFindings({ file, network, form, premium, canConvert })),
    ];
  });
  const best = fits.toSorted(
    (one, other) => FIT_STATUSES.indexOf(one.status) - FIT_STATUSES.indexOf(other.status),
  )[0];
  if (!best) {
    const [finding] = fileFindings({ file, network, form: forms.feed, premium, canConvert });
    return { status: 'error', code: finding?.code ?? null, message: sentenceOf(finding) };
  }
  if (best.status === 'error') {
    return { status: 'error', code: best.finding?.code ?? null, message: sentenceOf(best.finding) };
  }
  const failed = fits.filter(({ status }) => status === 'error');
  const words = [sentenceOf(best.finding), partialFit(network, fits, failed)].filter(Boolean).join(' ');
  const code = best.finding?.code ?? failed[0]?.finding?.code ?? null;
  return { status: best.status, code, message: words === '' ? null : words };
}

function fitOf(form: string, findings: readonly Finding[]): FormFit {
  const error = findings.find(({ severity = 'error' }) => severity === 'error');
  const warning = findings.find(({ code }) => code !== 'media_converted');
  const worst = error ?? warning ?? findings[0];
  const status = error ? 'error' : warning ? 'warning' : worst ? 'converted' : 'ok';
  return { form, status, finding: worst };
}

/** `You can post it to YouTube as a standard video, but not as a Short. The video has a length of 90 s, but …` */
function partialFit(network: string, fits: readonly FormFit[], failed: readonly FormFit[]): string | null {
  if (failed.length === 0) return null;
  const accepted = fits.filter((fit) => !failed.includes(fit)).map(({ form }) => form);
  const refused = failed.map(({ form }) => form);
  const why = failed[0]?.finding?.message ?? '';
  return `You can post it to ${network} ${accepted.join(' or ')}, but not ${refused.join(' or ')}. ${why}`.trim();
}

function sentenceOf(finding: Finding | undefined): string | null {
  if (!finding) return null;
  return issueText(finding);
}

const FORM_NAMES: Readonly<Record<PostType, string>> = {
  feed: 'as a post',
  reel: 'as a reel',
  short: 'as a Short',
  story: 'as a story',
};

function formName(platform: Platform, type: PostType, { kind }: MediaFacts): string {
  if (type !== 'feed' || kind === 'image') return FORM_NAMES[type];
  // A network of videos alone: its other forms are kinds of videos, too.
  if (!RULES[platform].forms.feed.images) return 'as a standard video';
  // A feed post with one video is published as `singleVideoForm`, so other feed posts have several files.
  return RULES[platform].singleVideoForm ? 'in a carousel' : FORM_NAMES.feed;
}
