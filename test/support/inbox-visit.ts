import type { AccountRow } from '../../src/backend/store/schema.js';
import type { CommentThread } from '../../src/contract/inbox/comments.js';
import { InboxScene } from './inbox-scene.js';
import { BackendUnderTest } from './running-backend.js';
import { type SeenPage, Visitor } from './visitor.js';

/** A signed-in visitor of the inbox of a backend with comments and messages. */
export class InboxVisit {
  readonly test: BackendUnderTest;
  readonly scene: InboxScene;
  readonly person: Visitor;
  readonly instagram: AccountRow;
  readonly facebook: AccountRow;
  /** A published post on Instagram. */
  readonly postId: string;
  #people = 0;

  private constructor(
    parts: Pick<InboxVisit, 'test' | 'scene' | 'person' | 'instagram' | 'facebook' | 'postId'>,
  ) {
    this.test = parts.test;
    this.scene = parts.scene;
    this.person = parts.person;
    this.instagram = parts.instagram;
    this.facebook = parts.facebook;
    this.postId = parts.postId;
  }

  static async begin(): Promise<InboxVisit> {
    const test = await BackendUnderTest.start();
    const scene = await InboxScene.of(test);
    const person = await Visitor.signedIn(test);
    const [instagram, facebook] = [await scene.account('instagram'), await scene.account('facebook')];
    const postId = await scene.published(instagram, 'New beans are in: a washed Guji.');
    return new InboxVisit({ test, scene, person, instagram, facebook, postId });
  }

  end(): Promise<void> {
    return this.test.close();
  }

  async open(path: string): Promise<string> {
    return (await this.person.open(path)).html;
  }

  async thread(id: string): Promise<CommentThread> {
    return (await this.test.get<CommentThread>(`/v1/comments/${id}`)).body;
  }

  /** Lets a new person write. */
  somebody(): string {
    this.#people += 1;
    return `@guest${this.#people}`;
  }

  /** The hidden fields of the form that posts to a path; the first such form if there are several. */
  async hiddenOf(page: string, action: string, way = ''): Promise<Record<string, string>> {
    const html = await this.open(page);
    const forms = html.split('<form ').filter((form) => form.includes(`action="${action}"`));
    const form = forms.find((one) => way === '' || one.includes(`value="${way}"`)) ?? '';
    const fields = form
      .slice(0, form.indexOf('</form>'))
      .matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
    return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
  }

  /** Fills in a form of a page and submits it. */
  async answer(page: string, action: string, way: string, text: string): Promise<SeenPage> {
    return this.person.send(action, { ...(await this.hiddenOf(page, action, way)), text });
  }
}
