import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../contract/platforms.js';
import { POST_TYPES, type PostType } from '../contract/posts/content.js';
import type { MediaFacts } from './media-facts.js';
import { fileFindings } from './preflight/media-file.js';
import type { Finding } from './preflight/target.js';
import { RULES } from './rules.js';

/** What a file may be at a network, the best first. */
const FIT_STATUSES = ['ok', 'converted', 'warning', 'error'] as const;
type FitStatus = (typeof FIT_STATUSES)[number];

/** Whether a file can be posted at one network. */
export interface MediaFit {
  /** The best over the network's forms of post. `converted`: the service makes it fit when it publishes. */
  readonly status: FitStatus;
  /** The rule that the message is about; null where nothing is to be said. */
  readonly code: string | null;
  /** What is wrong or will be done, or which forms alone take it; null: nothing is to be said. */
  readonly message: string | null;
}

export interface FitOptions {
  /** Whether the service can convert images when it publishes. */
  readonly canConvert: boolean;
  /** The account pays at its network, which raises some limits. */
  readonly premium?: boolean;
}

/** Whether a file can be posted at each network, by that network's rules and the service's. Pure. */
export function mediaFits(file: MediaFacts, options: FitOptions): Readonly<Record<Platform, MediaFit>> {
  const fits = PLATFORMS.map((platform) => [platform, fitAt(platform, file, options)] as const);
  return Object.fromEntries(fits) as Record<Platform, MediaFit>;
}

interface FormFit {
  readonly form: string;
  readonly status: FitStatus;
  /** The finding that its status comes from. */
  readonly finding: Finding | undefined;
}

function fitAt(platform: Platform, file: MediaFacts, { canConvert, premium = false }: FitOptions): MediaFit {
  const { forms } = RULES[platform];
  const network = PLATFORM_NAMES[platform];
  const fits = POST_TYPES.flatMap((type): FormFit[] => {
    const form = forms[type];
    const taken = form && (file.kind === 'image' ? form.images : form.videos);
    if (!taken) return [];
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
  const notTaken = fits.filter(({ status }) => status === 'error');
  const words = [sentenceOf(best.finding), onlySome(network, fits, notTaken)].filter(Boolean).join(' ');
  const code = best.finding?.code ?? notTaken[0]?.finding?.code ?? null;
  return { status: best.status, code, message: words === '' ? null : words };
}

function fitOf(form: string, findings: readonly Finding[]): FormFit {
  const error = findings.find(({ severity = 'error' }) => severity === 'error');
  const warning = findings.find(({ code }) => code !== 'media_converted');
  const worst = error ?? warning ?? findings[0];
  const status = error ? 'error' : warning ? 'warning' : worst ? 'converted' : 'ok';
  return { form, status, finding: worst };
}

/** "It can go to YouTube as a standard video, not as a Short: at most 60 s (it has 90 s)." */
function onlySome(network: string, fits: readonly FormFit[], notTaken: readonly FormFit[]): string | null {
  if (notTaken.length === 0) return null;
  const taken = fits.filter((fit) => !notTaken.includes(fit)).map(({ form }) => form);
  const refused = notTaken.map(({ form }) => form);
  const why = notTaken[0]?.finding?.message.replace(/\.$/, '').replace(/^The /, 'the ') ?? '';
  return `It can go to ${network} ${taken.join(' or ')}, not ${refused.join(' or ')}: ${why}.`;
}

function sentenceOf(finding: Finding | undefined): string | null {
  if (!finding) return null;
  return finding.fix === undefined ? finding.message : `${finding.message} ${finding.fix}`;
}

const FORM_NAMES: Readonly<Record<PostType, string>> = {
  feed: 'as a post',
  reel: 'as a reel',
  short: 'as a Short',
  story: 'as a story',
};

function formName(platform: Platform, type: PostType, { kind }: MediaFacts): string {
  if (type !== 'feed' || kind === 'image') return FORM_NAMES[type];
  if (platform === 'youtube') return 'as a standard video';
  // A feed post of one video is published in that form; what is left of the feed is several files together.
  return RULES[platform].singleVideoForm ? 'in a carousel' : FORM_NAMES.feed;
}
