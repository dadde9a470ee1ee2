import { isLoopback } from '../../base/loopback.js';
import type { AppAccess, RedirectRule } from './network-access.js';

/** Where networks send the browser back, below the public URL of the backend. */
export const CALLBACK_PATH = '/connect/callback';

/** Where the command line listens for a browser that comes back. Networks compare addresses exactly. */
export const LISTENING = { port: 47_479, path: '/callback' } as const;

/** Nothing answers there: the browser shows the address that it was sent to, and the person copies it. */
const PASTE_URL = `https://localhost${CALLBACK_PATH}`;

/** The name of this machine in addresses that a network accepts; null: it accepts none. */
const LOOPBACK_NAMES: Readonly<Record<RedirectRule, string | null>> = {
  loopback: '127.0.0.1',
  localhost: 'localhost',
  https: null,
};

/** The dashboard's address as a network accepts it; null: it does not. */
export function dashboardRedirect(rule: RedirectRule, publicUrl: string): string | null {
  const url = new URL(`${publicUrl}${CALLBACK_PATH}`);
  if (url.protocol === 'https:') return url.href;
  const name = LOOPBACK_NAMES[rule];
  if (name === null || !isLoopback(url.hostname)) return null;
  url.hostname = name;
  return url.href;
}

/** The command line's address as a network accepts it; null: it does not. */
export function commandLineRedirect(rule: RedirectRule): string | null {
  const name = LOOPBACK_NAMES[rule];
  return name === null ? null : `http://${name}:${LISTENING.port}${LISTENING.path}`;
}

/** Where the browser ends if the person copies the address: nothing answers there, or the dashboard says what to do. */
export function pasteRedirect(rule: RedirectRule, publicUrl: string): string {
  return commandLineRedirect(rule) ?? dashboardRedirect(rule, publicUrl) ?? PASTE_URL;
}

/** Whether a network accepts an address as one to return to. */
export function isAccepted(rule: RedirectRule, { protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === LOOPBACK_NAMES[rule]);
}

/** Which addresses a network accepts, as the end of a sentence. */
export const RULE_WORDS: Readonly<Record<RedirectRule, string>> = {
  loopback: 'an https address, or http://127.0.0.1',
  localhost: 'an https address, or http://localhost',
  https: 'an https address',
};

/** An address to register at a network. */
export interface RedirectAddress {
  readonly usedBy: 'dashboard' | 'command_line' | 'paste';
  readonly url: string;
}

/** The addresses of this backend and the command line that a network accepts. */
export function acceptedRedirects(rule: RedirectRule, publicUrl: string): readonly RedirectAddress[] {
  const dashboard = dashboardRedirect(rule, publicUrl);
  const commandLine = commandLineRedirect(rule);
  return [
    ...(dashboard === null ? [] : [{ usedBy: 'dashboard', url: dashboard } as const]),
    ...(commandLine === null ? [] : [{ usedBy: 'command_line', url: commandLine } as const]),
    ...(dashboard === null && commandLine === null ? [{ usedBy: 'paste', url: PASTE_URL } as const] : []),
  ];
}

/** Those to register at the network: none if all are of this machine, and the network wants no such address registered. */
export function redirectsToRegister(
  { unregisteredOnLoopback }: Pick<AppAccess, 'unregisteredOnLoopback'>,
  rule: RedirectRule,
  publicUrl: string,
): readonly RedirectAddress[] {
  const accepted = acceptedRedirects(rule, publicUrl);
  const isHere = accepted.every(({ url }) => isOfThisMachine(url));
  return unregisteredOnLoopback && isHere ? [] : accepted;
}

/** Whether an address leads to a program on this machine, which needs no certificate. */
const isOfThisMachine = (url: string): boolean =>
  new URL(url).protocol === 'http:' && isLoopback(new URL(url).hostname);

/** Whether an app must have an address registered for a network to return to it. */
export function needsRegistration(app: Pick<AppAccess, 'unregisteredOnLoopback'>, url: string): boolean {
  return !app.unregisteredOnLoopback || !isOfThisMachine(url);
}
