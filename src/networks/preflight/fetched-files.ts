import type { Issue } from '../../contract/errors.js';
import { appOf } from '../access.js';
import { issueOf, nameOf, type PreflightTarget } from './target.js';

const KINDS = { image: 'images', video: 'videos' } as const;

/** Networks that fetch files themselves need an address at which they reach the backend. Simulated ones do not. */
export function fetchedFileIssues(target: PreflightTarget): Issue[] {
  const { account, files, form, pointers, unreachableUrl } = target;
  const fetches = account.appReview === undefined ? undefined : appOf(account.platform)?.fetches;
  if (!fetches || unreachableUrl === null || fetches.forms?.includes(form) === false) return [];
  const isFetched = files.some((file) => file && fetches.kinds.includes(KINDS[file.kind]));
  if (!isFetched) return [];
  const finding = {
    code: 'media_not_reachable',
    message: `${nameOf(target)} fetches ${fetches.kinds.join(' and ')} from this backend, and cannot reach it at ${unreachableUrl}.`,
    fix: 'Give the backend a public https address, for example through a reverse proxy or a tunnel, and start it with `--public-url`.',
  };
  return [{ ...issueOf(target, pointers.mediaUrls, finding), source: fetches.source.where }];
}
