import { forgetReplies } from '../lists/inbox.js';

const PREFIX = 'postrider.form.';

/** The forms of posts that this browser keeps while the server does not answer. Signing out removes them. */
class LocalForms {
  /** Once cleared, a page that is being left keeps nothing more. */
  areCleared = false;

  /** @returns whether the browser has stored it */
  set(id: string, fields: string): boolean {
    if (this.areCleared) return false;
    try {
      localStorage.setItem(`${PREFIX}${id}`, fields);
      return true;
    } catch (error) {
      // The storage is full, or the user has switched it off.
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  remove(id: string): void {
    if (this.#isReadable()) localStorage.removeItem(`${PREFIX}${id}`);
  }

  all(): [id: string, fields: string][] {
    if (!this.#isReadable()) return [];
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? '']);
  }

  clear(): void {
    for (const [id] of this.all()) this.remove(id);
    this.areCleared = true;
  }

  #isReadable(): boolean {
    try {
      return localStorage.length >= 0;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }
}

export const localForms = new LocalForms();

/** Signing out leaves nothing of what was written in this browser. */
export function clearAtSignOut(): void {
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target instanceof HTMLFormElement && new URL(event.target.action).pathname === '/sign-out') {
        localForms.clear();
        forgetReplies();
      }
    },
    true,
  );
}
