import { htmlAnswer } from '../answers.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { waitingFor } from '../waiting.js';
import { CommentList } from './comment-list.js';
import { addComments } from './comment-routes.js';
import { ConversationList } from './conversation-list.js';
import { addConversations } from './conversation-routes.js';
import { filterOf, inboxAccounts, LISTS, type ListName, readInbox } from './inbox-view.js';
import { InboxPage } from './list-page.js';
import { madeUpOf, madeUpPlaces } from './made-up-form.js';

/** What people write: the lists, each thread and conversation, and what a person answers. */
export function addInbox(routes: PersonRoutes): void {
  routes.show('/inbox', showInbox);
  routes.act('/inbox/made-up', letWrite);
  addComments(routes);
  addConversations(routes);
}

async function showInbox({ person, query, exchange, byScript }: Visit) {
  const filter = filterOf(query);
  const at = placeOf(query);
  const inbox = await readInbox(person, filter, at);
  const { now } = person;
  if (byScript && at) {
    const piece =
      at.list === 'comments' ? (
        <CommentList inbox={inbox} filter={filter} now={now} />
      ) : (
        <ConversationList page={inbox[at.list]} list={at.list} filter={filter} now={now} />
      );
    return htmlAnswer(exchange, piece);
  }
  const [accounts, waiting] = await Promise.all([inboxAccounts(person), waitingFor(person)]);
  const places = person.workspace.sandbox === 1 ? await madeUpPlaces(person, accounts) : null;
  return InboxPage({ person, inbox, filter, accounts, places, waiting });
}

function placeOf(query: URLSearchParams): { readonly list: ListName; readonly cursor: string } | null {
  const list = LISTS.find((name) => name === query.get('list'));
  const cursor = query.get('cursor') ?? '';
  return list === undefined || cursor === '' ? null : { list, cursor };
}

async function letWrite({ person, form, goTo }: FormVisit) {
  const { conversationId, commentIds } = await person.ask('testInbound.create', { body: madeUpOf(form) });
  const [commentId] = commentIds;
  if (conversationId !== null) return goTo(`/inbox/conversations/${conversationId}`);
  return goTo(commentId === undefined ? '/inbox' : `/inbox/comments/${commentId}`);
}
