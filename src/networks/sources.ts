/** The source of a figure. */
export interface Source {
  /** Title of the page. */
  readonly title: string;
  /** URL, or where to find it. */
  readonly where: string;
  /** Version or date of what was read. */
  readonly asOf: string;
}

export type Sources = Readonly<Record<string, Source>>;

/** Sources cited by figures of several networks. Those of a single network are in its rules. */
export const SHARED_SOURCES = {
  'ms-policy': {
    title: 'Messenger Platform and IG Messaging API policy',
    where: 'https://developers.facebook.com/documentation/business-messaging/messenger-platform/policy/',
    asOf: '2026-09-28',
  },
  'bird-ms': {
    title: 'Bird docs: Programmable Messenger',
    where: 'https://docs.bird.com/api/channels-api/supported-channels/programmable-messenger',
    asOf: '2026',
  },
  'fb-token': {
    title: 'Facebook Login: Long-lived access tokens',
    where: 'https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived',
    asOf: '2022-09-14',
  },
  postiz: {
    title: 'Postiz provider sources',
    where: 'gitroomhq/postiz-app libraries/nestjs-libraries/src/integrations/social/*.provider.ts (74b01ad)',
    asOf: '2026-08-21',
  },
  ayrshare: {
    title: 'Ayrshare docs: media guidelines and network pages',
    where: 'https://www.ayrshare.com/docs/media-guidelines/overview',
    asOf: '2026',
  },
  zernio: {
    title: 'Zernio (Late) skill rules',
    where: 'zernio-dev/zernio-api rules/media.md, platforms.md (6d17b35)',
    asOf: '2026-03-24',
  },
  'fb-errors': {
    title: 'Graph API: Handling errors',
    where: 'https://developers.facebook.com/docs/graph-api/guides/error-handling',
    asOf: '2026',
  },
  service: {
    title: 'Postrider: limits of the service',
    where: 'the service’s own limits on images and videos',
    asOf: '2026-11',
  },
  memory: { title: 'No written source found', where: 'no written source found', asOf: '-' },
} as const satisfies Sources;
