import type { Post, Target } from '../../../../contract/posts/posts.js';
import type { TargetContent } from '../../../../networks/content.js';
import { nameOf } from '../previews/post-preview.js';
import { sentContent } from '../previews/sent-content.js';

const NAMES: Readonly<Record<keyof TargetContent, string>> = {
  text: 'text',
  mediaUrls: 'media',
  altTexts: 'alt texts',
  title: 'title',
  privacy: 'privacy',
  postType: 'type',
  madeForKids: 'made for kids',
  boardId: 'board',
  link: 'link',
  thread: 'thread',
  firstComment: 'first comment',
  cover: 'cover',
  disclosure: 'disclosure',
  options: 'options',
};

/** What an edit changed, and where: "text on X @fernhill", "time", "removed Bluesky @fernhill.example". */
export function changesOf(before: Post, after: Post): string[] {
  const known = (post: Post, { accountId }: Target) =>
    post.targets.find((target) => target.accountId === accountId);
  const fields = new Map<string, string[]>();
  for (const target of after.targets) {
    const old = known(before, target);
    if (old === undefined) continue;
    const [from, to] = [sentContent(old, before), sentContent(target, after)];
    for (const [field, name] of Object.entries(NAMES)) {
      if (JSON.stringify(Reflect.get(from, field)) === JSON.stringify(Reflect.get(to, field))) continue;
      fields.set(name, [...(fields.get(name) ?? []), nameOf(target)]);
    }
    if (old.when?.utc !== target.when?.utc)
      fields.set('time', [...(fields.get('time') ?? []), nameOf(target)]);
  }
  const everywhere = after.targets.length;
  return [
    ...[...fields].map(([name, on]) => (on.length === everywhere ? name : `${name} on ${on.join(', ')}`)),
    ...after.targets.filter((target) => !known(before, target)).map((target) => `added ${nameOf(target)}`),
    ...before.targets.filter((target) => !known(after, target)).map((target) => `removed ${nameOf(target)}`),
    ...(JSON.stringify(before.proposed) === JSON.stringify(after.proposed) ? [] : ['proposed time']),
    ...(before.sourceId === after.sourceId ? [] : ['source']),
  ];
}
