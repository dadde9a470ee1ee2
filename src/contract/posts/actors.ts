import * as z from '../lazy-zod.js';

const ACTOR_KINDS = ['person', 'key', 'assistant', 'terminal'] as const;

export const Actor = z
  .object({
    kind: z.enum(ACTOR_KINDS).meta({
      description:
        '`person`: somebody signed in to the dashboard. `key`: a program with an API key. `assistant`: an assistant that a person connected. `terminal`: a command on the backend’s machine.',
    }),
    keyId: z
      .string()
      .meta({ description: 'The key. A person and a terminal have an internal one, which nobody can send.' }),
    label: z
      .string()
      .meta({ description: 'The name of the person, or the label of the key or the assistant.' }),
    person: z.string().nullable().meta({
      description:
        'The name of the person behind it, also after they were removed. Null: the key was made in a terminal.',
    }),
  })
  .meta({ id: 'Actor', description: 'Who changed a post.' });

export type Actor = z.infer<typeof Actor>;
export type ActorKind = Actor['kind'];

/** Who is responsible for a post; null where nobody is yet. */
export interface PostActors {
  readonly draftedBy: Actor | null;
  readonly approvedBy: Actor | null;
  readonly publishedBy: Actor | null;
}

const actorOf = (description: string) => Actor.nullable().meta({ description });

/** The fields of a post and of its events that say who is responsible for it. */
export const postActors = {
  draftedBy: actorOf('Who created it. Null if no history says so.'),
  approvedBy: actorOf(
    'Who approved the draft as it is. Null if nobody did, the approval was taken back, or the content has changed since.',
  ),
  publishedBy: actorOf(
    'Who published it or gave it its time: for an approved draft, who approved it. Null for a draft.',
  ),
};
