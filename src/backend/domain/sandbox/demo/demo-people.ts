import { createHash } from 'node:crypto';

/** A simulated person who replies to what a demo workspace publishes, so that its inbox is never empty. */
interface DemoPerson {
  readonly handle: string;
  readonly displayName: string;
}

/** What a simulated person writes. */
export interface Visit {
  readonly person: DemoPerson;
  readonly text: string;
  readonly fromAd: boolean;
}

/** A visit with its delay, in milliseconds after the event that causes it. */
interface PlannedVisit {
  readonly kind: 'comment' | 'message';
  readonly afterMs: number;
  readonly visit: Visit;
}

const MINUTE_MS = 60_000;

const PEOPLE: readonly DemoPerson[] = [
  { handle: 'mia.brews', displayName: 'Mia Torres' },
  { handle: 'jonas_k', displayName: 'Jonas Keller' },
  { handle: 'noor.reads', displayName: 'Noor Haddad' },
  { handle: 'sunday.cyclist', displayName: 'Ben Adeyemi' },
  { handle: 'paper.and.plants', displayName: 'Lina Sørensen' },
];

const COMMENTS: readonly string[] = [
  'This looks wonderful ☕',
  'Are you open on Sunday?',
  'Do you ship this? I moved away and miss you.',
  'Is there an oat milk version?',
  'Was there this morning, can confirm 👌',
  'How much is it?',
];

const MESSAGES: readonly string[] = [
  'Hi! Can I book a table for four on Saturday morning?',
  'Hello, is the big table free for a small meeting on Thursday?',
  'I left a grey scarf at yours yesterday, did somebody find it?',
];

/** Returns pseudo-random draws that are the same for the same id. */
function drawsOf(id: string): (limit: number) => number {
  const bytes = createHash('sha256').update(id).digest();
  let next = 0;
  return (limit) => {
    const value = bytes[next % bytes.length] ?? 0;
    next += 1;
    return value % limit;
  };
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The list to pick from is empty.');
  return item;
}

/** The visits after a published post: a few comments and one message. */
export function visitsAfter(targetId: string): PlannedVisit[] {
  const draw = drawsOf(targetId);
  const firstPerson = draw(PEOPLE.length);
  const firstText = draw(COMMENTS.length);
  const comments = Array.from({ length: 2 + draw(2) }, (_, place): PlannedVisit => {
    const visit = {
      person: pick(PEOPLE, firstPerson + place),
      text: pick(COMMENTS, firstText + place),
      fromAd: false,
    };
    return { kind: 'comment', afterMs: (2 + place * 9 + draw(5)) * MINUTE_MS, visit };
  });
  const message: PlannedVisit = {
    kind: 'message',
    afterMs: (6 + draw(20)) * MINUTE_MS,
    visit: {
      person: pick(PEOPLE, firstPerson + comments.length),
      text: pick(MESSAGES, draw(MESSAGES.length)),
      fromAd: false,
    },
  };
  return [...comments, message];
}

/** The messages already in an account's inbox at the start: `afterMs` is negative. */
export function visitsBefore(accountId: string): PlannedVisit[] {
  const draw = drawsOf(accountId);
  return MESSAGES.slice(0, 2).map((text, place): PlannedVisit => {
    const visit = { person: pick(PEOPLE, place + draw(2)), text, fromAd: place === 1 };
    return { kind: 'message', afterMs: -(40 + place * 21 * 60 + draw(30)) * MINUTE_MS, visit };
  });
}
