import type {
  SimulatedAccount,
  SimulatedComment,
  SimulatedMedia,
  SimulatedMemory,
  SimulatedPost,
  SimulatedUpload,
} from '../../src/backend/networks/simulator.js';

/** A simulated network's memory that lasts as long as the test. */
export class MemoryForTests implements SimulatedMemory {
  readonly posts: SimulatedPost[] = [];
  readonly comments: SimulatedComment[] = [];
  readonly #accounts: readonly SimulatedAccount[];
  readonly #uploads = new Map<string, SimulatedUpload>();

  constructor(accounts: readonly SimulatedAccount[]) {
    this.#accounts = accounts;
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

  async addPost(post: SimulatedPost) {
    const taken = this.posts.some(
      ({ networkPostId, networkUserId, key }) =>
        networkPostId === post.networkPostId ||
        (key !== null && key === post.key && networkUserId === post.networkUserId),
    );
    if (!taken) this.posts.push(post);
    return !taken;
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

  async putUpload(upload: SimulatedUpload) {
    this.#uploads.set(upload.uploadId, upload);
  }

  async uploadById(uploadId: string) {
    return this.#uploads.get(uploadId) ?? null;
  }
}
