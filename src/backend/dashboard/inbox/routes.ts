import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { addComments } from './comment-routes.js';
import { addConversations } from './conversation-routes.js';
import { listBeside } from './list-beside.js';
import { InboxPage } from './list-page.js';
import { simulatedInbound, simulateTargets } from './simulate-form.js';

/** The inbox: its list, threads, conversations and replies. */
export function addInbox(routes: PageRoutes): void {
  routes.get('/inbox', showInbox);
  routes.post('/inbox/simulate', simulate);
  addComments(routes);
  addConversations(routes);
}

async function showInbox({ user, query }: Visit) {
  const list = await listBeside(user, query);
  const places = user.workspace.sandbox === 1 ? await simulateTargets(user, list.accounts) : null;
  return InboxPage({ user, list, places, query });
}

async function simulate({ user, form, redirect }: FormVisit) {
  const { conversationId, commentIds } = await user.call('testInbound.create', {
    body: simulatedInbound(form),
  });
  const [commentId] = commentIds;
  if (conversationId !== null) return redirect(`/inbox/conversations/${conversationId}`);
  return redirect(commentId === undefined ? '/inbox' : `/inbox/comments/${commentId}`);
}
