import type { Platform } from '../../contract/platforms.js';

/** Below it networks send their notices, below the public URL of the backend. */
export const NOTICES_PATH = '/notices';

/** What a network is told for an app, besides the address of notices itself. */
export const NOTICE_PARTS = { removed: 'removed', deletion: 'deletion' } as const;

/** The addresses of an app at its network. */
export interface NoticeAddresses {
  /** Where the network sends what is new. */
  readonly url: string;
  /** Where it says that a person has removed the app. */
  readonly removedUrl: string;
  /** Where it says that a person wants their data deleted. */
  readonly deletionUrl: string;
}

/**
 * The addresses of an app. They name it, so that a notice is checked with the secret of this app alone.
 *
 * @param publicUrl without a slash at the end
 * @param workspaceId of the workspace whose secret answers the check of the address; null: any with this app
 */
export function noticeAddresses(
  publicUrl: string,
  platform: Platform,
  clientId: string,
  workspaceId: string | null = null,
): NoticeAddresses {
  // A quotation mark would end a quoted address in a command.
  const app = encodeURIComponent(clientId).replaceAll("'", '%27');
  const url = `${publicUrl}${NOTICES_PATH}/${platform}/${app}`;
  return {
    url: workspaceId === null ? url : `${url}/${workspaceId}`,
    removedUrl: `${url}/${NOTICE_PARTS.removed}`,
    deletionUrl: `${url}/${NOTICE_PARTS.deletion}`,
  };
}
