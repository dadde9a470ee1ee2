/** Labels of options whose API name is not enough. */
const NAMES: Readonly<Record<string, string>> = {
  text: 'Custom text',
  title: 'Title',
  privacy: 'Who can see it',
  postType: 'Post type',
  madeForKids: 'Made for kids',
  boardId: 'Board',
  link: 'Link',
  cover: 'Cover image (storage key)',
  firstComment: 'First comment',
  disclosure: 'Disclosure',
  contentWarning: 'Content warning',
  replySettings: 'Who can reply',
  replyControl: 'Who can reply',
  topicTag: 'Topic',
  categoryId: 'Category',
  locationId: 'Place',
  boardSectionId: 'Board section',
  communityId: 'Community',
  tags: 'Tags',
  sensitive: 'Sensitive media',
};

/** The label of an option; by default `disableReshare` → `Disable reshare`. */
export function optionName(name: string): string {
  const spaced = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[name] ?? `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

const VALUES: Readonly<Record<string, string>> = {
  true: 'Yes',
  false: 'No',
  own_brand: 'Own brand',
  paid_partnership: 'Paid partnership',
  ai_generated: 'AI-generated',
};

/** `accounts_you_follow` → `Accounts you follow`. */
export function valueName(value: string): string {
  const spaced = value
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return VALUES[value] ?? `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

/** Options with a multi-line text. */
export const LONG_OPTIONS: readonly string[] = ['text', 'firstComment'];

/** Options that accept several values. */
export const MANY_OPTIONS: readonly string[] = ['disclosure', 'labels'];
