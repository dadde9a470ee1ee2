import type { Message } from '../../../contract/inbox/messages.js';
import type { Media } from '../../../contract/media/media.js';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlAnswer } from '../answers.js';
import type { Person } from '../person.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import type { RefusedAnswer } from './answer-form.js';
import { ConversationPage, WriteForm, wayToWrite } from './conversation-page.js';
import { inboxAccounts } from './inbox-view.js';
import { answering } from './refused-answer.js';

const PAGE_SIZE = '30';

/** One conversation, and what a person writes in it. */
export function addConversations(routes: PersonRoutes): void {
  routes.show('/inbox/conversations/:id', (visit) => conversationPage(visit, null));

  routes.show('/inbox/conversations/:id/write', async ({ person, param, query, context }) => {
    const conversation = await person.ask('conversations.get', { path: { conversationId: param('id') } });
    // What is written in a form is lost when it is replaced: it is replaced only by another one.
    if (wayToWrite(conversation) === query.get('way')) {
      return new Response(null, { status: 204, headers: context.headers });
    }
    const { csrfToken, now } = person;
    return htmlAnswer(
      context,
      <WriteForm conversation={conversation} csrfToken={csrfToken} now={now} refused={null} />,
    );
  });

  routes.act('/inbox/conversations/:id/send', (visit) =>
    answering(visit, {
      path: `/inbox/conversations/${visit.param('id')}`,
      send: () => write(visit),
      page: (refused) => conversationPage(visit, refused),
    }),
  );

  routes.act('/inbox/conversations/:id/read', async ({ person, param, goTo }) => {
    const { id } = await person.ask('conversations.read', { path: { conversationId: param('id') } });
    return goTo(`/inbox/conversations/${id}`);
  });

  routes.act('/inbox/messages/:id/resolve', async ({ person, param, form, goTo }) => {
    const { conversationId } = await person.ask('messages.resolve', {
      path: { messageId: param('id') },
      body: { outcome: form.text('outcome') },
      key: form.text('key') || undefined,
    });
    return goTo(`/inbox/conversations/${conversationId}`);
  });
}

async function write({ person, param, form }: FormVisit): Promise<void> {
  await person.ask('messages.create', {
    body: {
      conversationId: param('id'),
      text: form.words('text'),
      ...(form.text('way') === 'human_agent' && { humanAgent: true }),
    },
    key: form.text('key') || undefined,
  });
}

async function conversationPage({ person, param, query }: Visit, refused: RefusedAnswer | null) {
  const conversationId = param('id');
  const cursor = query.get('cursor') ?? undefined;
  const [conversation, messages, accounts] = await Promise.all([
    person.ask('conversations.get', { path: { conversationId } }),
    person.ask('messages.list', { query: { conversationId, cursor, limit: PAGE_SIZE } }),
    inboxAccounts(person),
  ]);
  return ConversationPage({
    person,
    conversation,
    account: accounts.find(({ id }) => id === conversation.accountId),
    messages,
    media: await uploadedIn(person, messages.data),
    isEarlier: cursor !== undefined,
    refused,
  });
}

/** The uploaded files that messages name: those that are still kept. */
async function uploadedIn(person: Person, messages: readonly Message[]): Promise<ReadonlyMap<string, Media>> {
  const keys = new Set(messages.flatMap(({ media }) => media.flatMap(({ key }) => key ?? [])));
  const found = await Promise.all([...keys].map((key) => uploaded(person, key)));
  return new Map(found.flatMap((media) => (media ? [[media.key, media]] : [])));
}

async function uploaded(person: Person, key: string): Promise<Media | null> {
  try {
    return await person.ask('media.get', { path: { key } });
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'media_not_found') return null;
    throw error;
  }
}
