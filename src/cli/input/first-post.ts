import type { Account } from '../../contract/accounts/accounts.js';
import { postPrice } from '../../networks/access.js';
import { RULES } from '../../networks/rules.js';
import { accountWord } from './accounts.js';

/** A draft for an account, with all that its network requires. */
export function firstDraft(account: Account): string {
  const { platform, capabilities } = account;
  const { mediaRequired, options } = capabilities;
  const required = Object.entries(options).filter(([, option]) => option.required);
  return [
    `posts create --to ${accountWord(account)} --text "…"`,
    ...(mediaRequired ? [`--media ${RULES[platform].forms.feed.images ? 'photo.jpg' : 'video.mp4'}`] : []),
    ...required.map(([name]) => `--set "${platform}.${name}=…"`),
  ].join(' ');
}

/** What to type first with a connected account: a post, unless that would cost money or need more than a text. */
export function firstCommand(account: Account): string {
  const { id, platform, simulated, capabilities } = account;
  const isDemanding =
    capabilities.mediaRequired || Object.values(capabilities.options).some(({ required }) => required);
  if (isDemanding) return firstDraft(account);
  const text = 'Hello';
  const isCharged = !simulated && postPrice(platform, { text, thread: [], privacy: null }) > 0;
  return `posts ${isCharged ? 'validate' : 'create'} --account ${id} --text "${text}" --now`;
}
