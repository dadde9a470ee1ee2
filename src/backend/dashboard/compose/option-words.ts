/** How an option is called where its own name would not tell a person. */
const NAMES: Readonly<Record<string, string>> = {
  text: 'Text of its own',
  title: 'Title',
  privacy: 'Who may see it',
  postType: 'Form',
  madeForKids: 'Made for children',
  boardId: 'Board',
  link: 'Link',
  cover: 'Cover image (storage key)',
  firstComment: 'First comment',
  thread: 'Thread: further posts, parted by a line of ---',
  disclosure: 'It has to be said that it is',
  contentWarning: 'Content warning',
  replySettings: 'Who may answer',
  replyControl: 'Who may answer',
  topicTag: 'Topic',
  tags: 'Tags',
  sensitive: 'Sensitive media',
};

/** `disableReshare` → `Disable reshare`, where nothing better is known. */
export function optionName(name: string): string {
  const spaced = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[name] ?? `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

const VALUES: Readonly<Record<string, string>> = {
  true: 'Yes',
  false: 'No',
  own_brand: 'Advertising for one’s own',
  paid_partnership: 'A paid partnership',
  ai_generated: 'Made with AI',
};

/** `accounts_you_follow` → `Accounts you follow`. */
export function valueName(value: string): string {
  const spaced = value
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return VALUES[value] ?? `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

/** Options whose text needs more than a line. */
export const LONG_OPTIONS: readonly string[] = ['text', 'firstComment', 'thread'];

/** Options of which several values may be chosen. */
export const MANY_OPTIONS: readonly string[] = ['disclosure', 'labels'];
