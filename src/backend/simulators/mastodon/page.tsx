import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, Warned, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { clock, date, shortAge } from '../post-page/shown-times.js';

const MAX_ADDRESS_LENGTH = 30;

const ACTIONS = [
  { icon: 'reply', label: 'Reply' },
  { icon: 'repeat', label: 'Boost' },
  { icon: 'star', label: 'Favourite' },
  { icon: 'bookmark', label: 'Bookmark' },
  { icon: 'dots', label: 'More' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="brand">
      <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2c4.8 0 9 1.2 9 6.5v3.3c0 4-2.8 5.2-6.7 5.6-1.8.2-3.5.1-5.1-.3 0 2.3 2.6 2.5 6.3 1.8l.2 1.7c-1.3.9-3.3 1.4-5.3 1.4C6.2 22 3 19.6 3 14.5V8.5C3 3.2 7.2 2 12 2zm-5.3 5v5.8h2V7.6c0-1.9 2.4-1.9 2.4.3v2.7h1.9V7.9c0-2.2 2.4-2.2 2.4-.3v5.2h2V7c0-3.2-4-3.4-5.4-1C10.7 3.6 6.7 3.8 6.7 7z" />
      </svg>
      mastodon
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <Anchor class="who" href={profilePath(base, account)}>
          <span class="name">{account.displayName}</span>
          <span class="handle">@{account.handle}</span>
        </Anchor>
        {alone ? null : <When instant={post.createdAt} now={now} words={shortAge} />}
      </div>
      <Warned post={post}>
        <RichText
          text={post.text}
          linkLabel={(address) => shortAddress(address, MAX_ADDRESS_LENGTH)}
          folds={alone ? null : foldsOf('mastodon', post.text)}
          more="Read more"
        />
        <Picture view={view} kind="image" marksAlt />
        <LinkCard platform="mastodon" post={post} />
      </Warned>
      {alone ? (
        <div class="stamp">
          <When
            instant={post.createdAt}
            now={now}
            words={(at, shown) => `${date(at, shown)}, ${clock(at, shown)}`}
          />
          <span>·</span>
          <Icon name="globe" />
        </div>
      ) : null}
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

const STYLES = `
.mastodon { --page: #f2f2f5; --ink: #1f1b23; --soft: #606984; --line: #d9d9e3; --accent: #5b4fd9; --bar-ink: #1f1b23; --field: #f2f2f5; }
.mastodon .bar-row { max-width: 600px; }
.mastodon .mark { width: 30px; height: 30px; fill: var(--accent); }
.mastodon .brand { letter-spacing: -.02em; }
.mastodon main { border: solid var(--line); border-width: 0 1px; }
.mastodon .avatar { width: 46px; height: 46px; border-radius: 8px; }
.mastodon .profile .avatar { width: 80px; height: 80px; }
.mastodon .name { font-weight: 600; }
.mastodon .text { margin-top: 14px; font-size: 19px; line-height: 1.35; }
.mastodon .in-list .text { font-size: 15px; margin-top: 10px; line-height: 22px; }
.mastodon .text .link { text-decoration: underline; text-underline-offset: 2px; }
.mastodon .stamp { display: flex; gap: 8px; align-items: center; margin: 18px 0 14px; color: var(--soft); font-size: 14px; --icon: 15px; }
.mastodon .post-head .when { margin-left: auto; font-size: 14px; }
.mastodon .picture { margin-top: 14px; border-radius: 8px; aspect-ratio: 3 / 2; }
.mastodon .tile { border-radius: 8px; } .mastodon .picture.tiles { background: none; gap: 8px; }
.mastodon .alt-mark { left: auto; right: 8px; bottom: 8px; }
.mastodon .card { border-radius: 8px; }
.mastodon .actions { justify-content: space-between; padding-right: 16px; --icon: 20px; margin-top: 12px; }
.mastodon .alone .actions { justify-content: space-around; padding: 14px 0 2px; border-top: 1px solid var(--line); --icon: 23px; margin-top: 0; }
.mastodon .actions .label { display: none; }
@media (prefers-color-scheme: dark) {
  .mastodon { --page: #13141b; --surface: #191b22; --bar: #191b22; --bar-ink: #fff; --ink: #fff; --soft: #9baec8; --line: #2e3140; --accent: #8c8dff; --field: #20232d; }
}
`;

export const mastodonPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
