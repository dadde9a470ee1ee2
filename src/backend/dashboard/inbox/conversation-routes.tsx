import type { Message } from '../../../contract/inbox/messages.js';
import type { Media } from '../../../contract/media/media.js';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import type { User } from '../user.js';
import { ConversationPage, replyMode, WriteForm } from './conversation-page.js';
import { doneToast } from './done-toast.js';
import { conversationPath, filterOf } from './inbox-view.js';
import { listBeside, savedReplies, thenNext } from './list-beside.js';
import { type RefusedReply, sendReply } from './reply-form.js';

const PAGE_SIZE = '30';

/** A conversation, and sending messages in it. */
export function addConversations(routes: PageRoutes): void {
  routes.get('/inbox/conversations/:id', (visit) => conversationPage(visit, null));

  routes.get('/inbox/conversations/:id/write', async ({ user, param, query, context }) => {
    const conversation = await user.call('conversations.get', { path: { conversationId: param('id') } });
    // Replacing the form loses what the user has typed: replace it only if another form is needed.
    if (replyMode(conversation) === query.get('way')) {
      return new Response(null, { status: 204, headers: context.headers });
    }
    const { csrfToken, now } = user;
    return htmlResponse(
      context,
      <WriteForm
        conversation={conversation}
        filter={filterOf(query)}
        saved={await savedReplies(user)}
        csrfToken={csrfToken}
        now={now}
        refused={null}
      />,
    );
  });

  routes.post('/inbox/conversations/:id/send', (visit) =>
    sendReply(visit, {
      path: `/inbox/conversations/${visit.param('id')}`,
      send: () => write(visit),
      page: (refused) => conversationPage(visit, refused),
    }),
  );

  routes.post('/inbox/conversations/:id/done', (visit) =>
    thenNext(visit, conversationPath(visit.param('id')), 'done', () =>
      visit.user.call('conversations.read', { path: { conversationId: visit.param('id') } }),
    ),
  );

  routes.post('/inbox/conversations/:id/read', async ({ user, param, redirect }) => {
    const { id } = await user.call('conversations.read', { path: { conversationId: param('id') } });
    return redirect(`/inbox/conversations/${id}`);
  });

  routes.post('/inbox/messages/:id/resolve', async ({ user, param, form, redirect }) => {
    const { conversationId } = await user.call('messages.resolve', {
      path: { messageId: param('id') },
      body: { outcome: form.text('outcome') },
      key: form.text('key') || undefined,
    });
    return redirect(`/inbox/conversations/${conversationId}`);
  });
}

async function write({ user, param, form }: FormVisit): Promise<void> {
  await user.call('messages.create', {
    body: {
      conversationId: param('id'),
      text: form.words('text'),
      ...(form.text('way') === 'human_agent' && { humanAgent: true }),
    },
    key: form.text('key') || undefined,
  });
}

async function conversationPage({ user, param, query }: Visit, refused: RefusedReply | null) {
  const conversationId = param('id');
  const cursor = query.get('cursor') ?? undefined;
  const [conversation, messages, list] = await Promise.all([
    user.call('conversations.get', { path: { conversationId } }),
    user.call('messages.list', { query: { conversationId, cursor, limit: PAGE_SIZE } }),
    listBeside(user, query),
  ]);
  return ConversationPage({
    user,
    conversation,
    list,
    toast: doneToast(query),
    account: list.accounts.find(({ id }) => id === conversation.accountId),
    messages,
    media: await uploadedIn(user, messages.data),
    isEarlier: cursor !== undefined,
    refused,
  });
}

/** The uploaded files of messages that are still stored. */
async function uploadedIn(user: User, messages: readonly Message[]): Promise<ReadonlyMap<string, Media>> {
  const keys = new Set(messages.flatMap(({ media }) => media.flatMap(({ key }) => key ?? [])));
  const found = await Promise.all([...keys].map((key) => uploaded(user, key)));
  return new Map(found.flatMap((media) => (media ? [[media.key, media]] : [])));
}

async function uploaded(user: User, key: string): Promise<Media | null> {
  try {
    return await user.call('media.get', { path: { key } });
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'media_not_found') return null;
    throw error;
  }
}
