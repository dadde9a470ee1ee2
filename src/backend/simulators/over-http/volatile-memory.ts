import type { SetCounts } from '../../../contract/sandbox/counts.js';
import type { SimulatedComment, SimulatedConversation, SimulatedMessage } from '../simulated-inbox.js';
import type {
  SimulatedAccount,
  SimulatedAnswer,
  SimulatedMedia,
  SimulatedMemory,
  SimulatedPost,
  SimulatedUpload,
  UploadChange,
} from '../simulator.js';

/** The data of a simulated network, kept in memory: it is lost when the process ends. */
export class VolatileMemory implements SimulatedMemory {
  readonly posts: SimulatedPost[] = [];
  comments: SimulatedComment[] = [];
  conversations: SimulatedConversation[] = [];
  readonly messages: SimulatedMessage[] = [];
  readonly #accounts: SimulatedAccount[];
  readonly #uploads = new Map<string, SimulatedUpload>();

  constructor(accounts: readonly SimulatedAccount[]) {
    this.#accounts = [...accounts];
  }

  /** Adds an account, unless there is one with its id. */
  addAccount(account: SimulatedAccount): void {
    if (this.#accounts.some(({ networkUserId }) => networkUserId === account.networkUserId)) return;
    this.#accounts.push(account);
  }

  async accountByToken(accessToken: string) {
    return this.#accounts.find((account) => account.accessToken === accessToken) ?? null;
  }

  async accountByRefreshToken(refreshToken: string) {
    return this.#accounts.find((account) => account.refreshToken === refreshToken) ?? null;
  }

  async accountById(networkUserId: string) {
    return this.#accounts.find((account) => account.networkUserId === networkUserId) ?? null;
  }

  async accountByHandle(handle: string) {
    return this.#accounts.find((account) => account.handle === handle.toLowerCase()) ?? null;
  }

  async setMedia(networkPostId: string, media: readonly SimulatedMedia[]) {
    const place = this.posts.findIndex((post) => post.networkPostId === networkPostId);
    const post = this.posts[place];
    if (post) this.posts[place] = { ...post, media };
  }

  async countPosts(networkUserId: string, since: number) {
    return this.posts.filter((post) => post.networkUserId === networkUserId && post.createdAt >= since)
      .length;
  }

  async addComment(comment: SimulatedComment) {
    this.comments.push(comment);
  }

  async commentsOn(networkPostId: string) {
    return this.comments.filter((comment) => comment.networkPostId === networkPostId);
  }

  async commentById(commentId: string) {
    return this.comments.find((comment) => comment.commentId === commentId) ?? null;
  }

  async hideComment(commentId: string, hidden: boolean) {
    this.comments = this.comments.map((one) => (one.commentId === commentId ? { ...one, hidden } : one));
  }

  /** Its author changes it. */
  editComment(commentId: string, text: string): void {
    this.comments = this.comments.map((one) => (one.commentId === commentId ? { ...one, text } : one));
  }

  async removeComment(commentId: string) {
    this.comments = this.comments.filter((one) => one.commentId !== commentId && one.parentId !== commentId);
  }

  async conversationWith(conversation: SimulatedConversation) {
    const { networkUserId, person } = conversation;
    const known = await this.conversationOfPerson(networkUserId, person.networkUserId);
    if (known === null) this.conversations.push(conversation);
    return known ?? conversation;
  }

  async conversationById(conversationId: string) {
    return this.conversations.find((one) => one.conversationId === conversationId) ?? null;
  }

  async conversationsOf(networkUserId: string, offset: number, limit: number) {
    return this.conversations
      .filter((one) => one.networkUserId === networkUserId)
      .sort((one, other) => other.updatedAt - one.updatedAt)
      .slice(offset, offset + limit);
  }

  async conversationOfPerson(networkUserId: string, personId: string) {
    const isIt = (one: SimulatedConversation) =>
      one.networkUserId === networkUserId && one.person.networkUserId === personId;
    return this.conversations.find(isIt) ?? null;
  }

  async addMessage(message: SimulatedMessage) {
    this.messages.push(message);
    this.conversations = this.conversations.map((one) =>
      one.conversationId === message.conversationId ? { ...one, updatedAt: message.createdAt } : one,
    );
  }

  async messagesIn(conversationId: string, offset: number, limit: number) {
    return this.messages
      .filter((one) => one.conversationId === conversationId)
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
      .slice(offset, offset + limit);
  }

  async lastContact(conversationId: string) {
    const times = this.messages
      .filter((one) => one.conversationId === conversationId && !one.fromBusiness)
      .map(({ createdAt, fromAd }) => ({ createdAt, fromAd }));
    const latest = (all: readonly { readonly createdAt: number }[]) =>
      all.length > 0 ? Math.max(...all.map(({ createdAt }) => createdAt)) : null;
    return { at: latest(times), fromAdAt: latest(times.filter(({ fromAd }) => fromAd)) };
  }

  async privateReplyTo(commentId: string) {
    return this.messages.find((one) => one.answersComment === commentId) ?? null;
  }

  async addPost(post: SimulatedPost, change?: UploadChange) {
    const taken = this.posts.some(
      ({ networkPostId, networkUserId, key }) =>
        networkPostId === post.networkPostId ||
        (key !== null && key === post.key && networkUserId === post.networkUserId),
    );
    const hasChanged = change && this.#uploads.get(change.before.uploadId) !== change.before;
    if (taken || hasChanged) return false;
    this.posts.push(post);
    if (change) this.#uploads.set(change.after.uploadId, change.after);
    return true;
  }

  setCounts(networkPostId: string, counts: SetCounts): void {
    const place = this.posts.findIndex((post) => post.networkPostId === networkPostId);
    const post = this.posts[place];
    if (post) this.posts[place] = { ...post, counts };
  }

  async removePost(networkPostId: string) {
    const place = this.posts.findIndex((post) => post.networkPostId === networkPostId);
    if (place >= 0) this.posts.splice(place, 1);
  }

  async noteAnswer(networkPostId: string, answer: SimulatedAnswer) {
    const place = this.posts.findIndex((post) => post.networkPostId === networkPostId);
    const post = this.posts[place];
    if (post) this.posts[place] = { ...post, answer };
  }

  async postById(networkPostId: string) {
    return this.posts.find((post) => post.networkPostId === networkPostId) ?? null;
  }

  async postByKey(networkUserId: string, key: string) {
    return this.posts.find((post) => post.networkUserId === networkUserId && post.key === key) ?? null;
  }

  async postsOf(networkUserId: string, since: number, limit: number) {
    return this.posts
      .filter((post) => post.networkUserId === networkUserId && post.createdAt >= since)
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
      .slice(0, limit);
  }

  async putUploads(...uploads: readonly SimulatedUpload[]) {
    for (const upload of uploads) this.#uploads.set(upload.uploadId, upload);
  }

  async uploadById(uploadId: string) {
    return this.#uploads.get(uploadId) ?? null;
  }
}
