import type { TimeForms } from '../../../contract/instants.js';
import type { Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import type { Person } from '../person.js';

/** A post keeps the zone in which it was scheduled; pages tell every time in the workspace's, and say so once. */
export function inOwnZone<P extends Post>(post: P, { workspace, now }: Pick<Person, 'workspace' | 'now'>): P {
  const own = (forms: TimeForms | null): TimeForms | null =>
    forms && timeForms(Date.parse(forms.utc), workspace.timezone, now);
  return {
    ...post,
    when: own(post.when),
    proposed: post.proposed && { ...post.proposed, when: own(post.proposed.when) },
    targets: post.targets.map((target) => ({ ...target, when: own(target.when) })),
  };
}
