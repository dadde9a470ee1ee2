/** The headers of htmx: the server then returns errors as toasts. */
function headers(): Record<string, string> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
  return { 'HX-Request': 'true', 'X-CSRF-Token': token };
}

/**
 * Sends a request to the server. Shows errors as toasts, and redirects to the sign-in page if the session has ended.
 *
 * @param form the body of a POST request; without it, the request is a GET
 * @returns null if there was no response, or the page is being redirected
 */
export async function sendRequest(path: string, form?: URLSearchParams): Promise<Response | null> {
  const answer = await fetch(path, {
    headers: headers(),
    ...(form && { method: 'POST', body: form }),
  }).catch((error: unknown) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
  if (answer === null) {
    document.body.dispatchEvent(new CustomEvent('no-answer'));
    if (form) showToast('toast-no-response');
    return null;
  }
  const elsewhere = answer.headers.get('HX-Redirect');
  if (elsewhere !== null) window.location.assign(elsewhere);
  if (!answer.ok && answer.headers.get('HX-Retarget') === '#toasts') {
    document.getElementById('toasts')?.insertAdjacentHTML('beforeend', await answer.clone().text());
  }
  return elsewhere === null ? answer : null;
}

/** Shows a toast from a template of the page. */
export function showToast(templateId: string): void {
  const template = document.getElementById(templateId);
  if (!(template instanceof HTMLTemplateElement)) return;
  document.getElementById('toasts')?.append(template.content.cloneNode(true));
}
