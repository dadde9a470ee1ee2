/** Texts that strangers and agents control, and that some page of the dashboard or of a network shows. */
export const STORED_CHANNELS = [
  'post-text',
  'own-text',
  'thread-text',
  'alt-text',
  'file-name',
  'review-note',
  'account-name',
  'account-handle',
  'key-label',
  'webhook-label',
  'webhook-address',
  'schedule-label',
  'comment-author',
  'comment-name',
  'comment-text',
  'message-author',
  'message-name',
  'message-text',
  'source-text',
  'searched-for',
] as const;

/** Addresses that a link of somebody else can lead to. The text follows. */
export const ASKED_CHANNELS = [
  ...[
    '/posts?text=',
    '/posts?status=',
    '/posts?cursor=',
    '/posts?platform=',
    '/activity?text=',
    '/activity?kind=',
  ],
  ...[
    '/activity?cursor=',
    '/calendar?date=',
    '/calendar?view=',
    '/inbox?show=',
    '/inbox?cursor=',
    '/posts/new?text=',
  ],
  ...['/posts/new?at=', '/sign-in?next=', '/network/bluesky/', '/no/such/', '/posts/', '/settings/webhooks/'],
] as const;
