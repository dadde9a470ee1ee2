import type { Issue } from '../../../contract/errors.js';
import type { PostDraft } from '../../../contract/posts/content.js';

type Content = Pick<PostDraft, 'text' | 'mediaUrls' | 'overrides'>;

/**
 * What a draft without accounts still needs. With an account, the rules of its network say what the content needs.
 *
 * @param accounts how many accounts the draft would be published to
 */
export function unfinishedDraftIssues({ text, mediaUrls, overrides }: Content, accounts: number): Issue[] {
  if (accounts > 0) return [];
  const contents = [{ text, mediaUrls }, ...(overrides ?? [])];
  const isEmpty = contents.every((one) => !one.text?.trim() && !one.mediaUrls?.length);
  return [
    ...(isEmpty ? [NO_CONTENT] : []),
    {
      code: 'target_required',
      severity: 'error',
      message: 'The draft has no account to publish to.',
      pointer: '/accountIds',
      fix: 'Choose one or more accounts.',
    },
  ];
}

const NO_CONTENT: Issue = {
  code: 'text_required',
  severity: 'error',
  message: 'The draft has no text and no media.',
  pointer: '/text',
  fix: 'Add text, an image or a video.',
};
