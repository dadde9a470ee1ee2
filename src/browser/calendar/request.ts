/** A drawn page asks as htmx does: what was refused comes back as words for the corner. */
function headers(): Record<string, string> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
  return { 'HX-Request': 'true', 'X-CSRF-Token': token };
}

/**
 * Asks this page's server. What it refuses is said in the corner; whoever is signed out is led to sign in.
 *
 * @param form what is sent; without it, something is read
 * @returns the answer; null where none came, which has been said
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
    showToast('says-no-answer');
    return null;
  }
  const elsewhere = answer.headers.get('HX-Redirect');
  if (elsewhere !== null) window.location.assign(elsewhere);
  if (!answer.ok && answer.headers.get('HX-Retarget') === '#toasts') {
    document.getElementById('toasts')?.insertAdjacentHTML('beforeend', await answer.clone().text());
  }
  return elsewhere === null ? answer : null;
}

/** Says in the corner what stands in a template of the page. */
export function showToast(templateId: string): void {
  const template = document.getElementById(templateId);
  if (!(template instanceof HTMLTemplateElement)) return;
  document.getElementById('toasts')?.append(template.content.cloneNode(true));
}
