import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { addComments } from './comment-routes.js';
import { addConversations } from './conversation-routes.js';
import { filterOf, inboxAccounts, placeIn, readInbox } from './inbox-view.js';
import { InboxPage } from './list-page.js';
import { madeUpOf, madeUpPlaces } from './made-up-form.js';

/** What people write: the lists, each thread and conversation, and what a person answers. */
export function addInbox(routes: PersonRoutes): void {
  routes.show('/inbox', showInbox);
  routes.act('/inbox/made-up', letWrite);
  addComments(routes);
  addConversations(routes);
}

async function showInbox({ person, query }: Visit) {
  const filter = filterOf(query);
  const at = placeIn(query);
  const inbox = await readInbox(person, filter, at);
  const accounts = await inboxAccounts(person);
  const places = person.workspace.sandbox === 1 ? await madeUpPlaces(person, accounts) : null;
  return InboxPage({ person, inbox, filter, isFurther: at !== null, accounts, places });
}

async function letWrite({ person, form, goTo }: FormVisit) {
  const { conversationId, commentIds } = await person.ask('testInbound.create', { body: madeUpOf(form) });
  const [commentId] = commentIds;
  if (conversationId !== null) return goTo(`/inbox/conversations/${conversationId}`);
  return goTo(commentId === undefined ? '/inbox' : `/inbox/comments/${commentId}`);
}
