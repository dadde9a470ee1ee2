import { youtube as access } from '../../../networks/access/youtube.js';
import { codeFlowConnector, endAfter } from '../connecting/code-flow.js';
import { type ChoosableAccount, ConnectRefused } from '../connecting/connector.js';
import type { Credentials } from '../connection.js';
import { listAt, textAt } from '../requests/json-answer.js';
import type { WireResponse } from '../wire.js';
import { YOUTUBE_ERRORS, youtubeErrors } from './errors.js';

const API = 'https://www.googleapis.com';
const NO_CHANNEL =
  'This Google account has no YouTube channel. Create one at https://www.youtube.com/create_channel, and begin again.';

export const youtubeConnector = codeFlowConnector({
  platform: 'youtube',
  app: access.app,
  origin: API,
  async identify({ get, credentials, answer, context }) {
    const query = { part: 'snippet', mine: 'true', maxResults: '50' };
    const found = await get('/youtube/v3/channels', query);
    // Without a channel, `items` may be missing altogether.
    const channels = listAt(found, 'items');
    if (channels.length === 0) throw new ConnectRefused('sign_in_refused', NO_CHANNEL);
    const lasting = { ...credentials, ...endOfTesting(answer, context.now) };
    return { choices: channels.flatMap((channel) => channelIn(channel, lasting)) };
  },
  explain: refusalWords,
});

function channelIn(channel: unknown, credentials: Credentials): ChoosableAccount[] {
  const id = textAt(channel, 'id');
  if (id === null) return [];
  const handle = textAt(channel, 'snippet', 'customUrl')?.replace(/^@/, '') || null;
  return [
    {
      origin: API,
      networkUserId: id,
      handle: handle ?? id,
      displayName: textAt(channel, 'snippet', 'title') || (handle ?? id),
      avatarUrl: textAt(channel, 'snippet', 'thumbnails', 'default', 'url'),
      profileUrl:
        handle === null ? `https://www.youtube.com/channel/${id}` : `https://www.youtube.com/@${handle}`,
      credentials,
      kind: 'Channel',
    },
  ];
}

/** Google says when a refresh token ends only if it does, as in testing. */
function endOfTesting(answer: unknown, now: number): Credentials {
  const sessionEndsAt = endAfter(answer, 'refresh_token_expires_in', now);
  return sessionEndsAt === null ? {} : { sessionEndsAt };
}

function refusalWords(response: WireResponse): string | null {
  const { code } = youtubeErrors.fault(response);
  if (code === YOUTUBE_ERRORS.noChannel.code) return NO_CHANNEL;
  if (code !== YOUTUBE_ERRORS.apiDisabled.code) return null;
  return `${YOUTUBE_ERRORS.apiDisabled.sentence} Enable it at https://console.cloud.google.com/apis/library/youtube.googleapis.com, wait a few minutes, and begin again.`;
}
