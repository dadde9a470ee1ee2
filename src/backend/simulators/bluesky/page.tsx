import type { FC } from 'hono/jsx';
import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage, PostView } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, Warned, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { clock, longDate, shortAge } from '../post-page/shown-times.js';

const MAX_ADDRESS_LENGTH = 30;

const ACTIONS = [
  { icon: 'comment', label: 'Reply' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'heart', label: 'Like' },
  { icon: 'bookmark', label: 'Save' },
  { icon: 'share', label: 'Share' },
  { icon: 'dots', label: 'More' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <Icon name="menu" />
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Bluesky">
      <path d="M12 10.4C10.7 7.8 7.6 4.6 5 3.3 2.8 2.2 2 3.2 2 5.2c0 1.1.6 5.6 1 6.4 1 2.3 3.5 2.9 5.6 2.5-3.5.6-4.4 2.5-2.5 4.5 3.7 3.6 5.2-.6 5.9-2.9.7 2.3 2.2 6.5 5.9 2.9 1.9-2 1-3.9-2.5-4.5 2.1.4 4.6-.2 5.6-2.5.4-.8 1-5.3 1-6.4 0-2-.8-3-3-1.9-2.6 1.3-5.7 4.5-7 7.1z" />
    </svg>
    <Icon name="dots" />
  </div>
);

const Words: FC<{ readonly view: PostView }> = ({ view }) => (
  <>
    <RichText
      text={view.post.text}
      linkLabel={(address) => shortAddress(address, MAX_ADDRESS_LENGTH)}
      folds={view.alone ? null : foldsOf('bluesky', view.post.text)}
      more="Show more"
    />
    <Warned post={view.post}>
      <Picture view={view} kind="image" marksAlt />
    </Warned>
    <LinkCard platform="bluesky" post={view.post} />
  </>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Avatar account={account} />
        <div>
          <div class="line">
            <span class="name">{account.displayName}</span>
            <span>@{account.handle}</span>
            <span>·</span>
            <When instant={post.createdAt} now={now} words={shortAge} />
          </div>
          <Words view={view} />
          <Actions items={ACTIONS} />
        </div>
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <Anchor class="who" href={profilePath(base, account)}>
          <span class="name">{account.displayName}</span>
          <span class="handle">@{account.handle}</span>
        </Anchor>
      </div>
      <Words view={view} />
      <div class="stamp">
        <When
          instant={post.createdAt}
          now={now}
          words={(at, shown) => `${longDate(at, shown)} at ${clock(at, shown)}`}
        />
        <span class="audience">
          <Icon name="globe" />
          Everybody can reply
        </span>
      </div>
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

const STYLES = `
.bluesky { --ink: #0b0f14; --soft: #42576c; --line: #d4dbe2; --accent: #0a68ea; --field: #f1f3f5;
  --font: "Inter", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.bluesky .bar-row { max-width: 600px; justify-content: space-between; border: solid var(--line); border-width: 0 1px; }
.bluesky .bar h2 { font-weight: 700; font-size: 17px; }
.bluesky .mark { width: 28px; height: 28px; fill: var(--accent); }
.bluesky main { border: solid var(--line); border-width: 0 1px; }
.bluesky .post .avatar { width: 42px; height: 42px; }
.bluesky .name { font-weight: 600; font-size: 16px; }
.bluesky .alone .text { margin-top: 12px; font-size: 18px; line-height: 1.4; }
.bluesky .stamp { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 14px 0; color: var(--soft); font-size: 13px; }
.bluesky .stamp .audience { padding: 3px 10px; border-radius: 999px; background: var(--field); --icon: 13px; display: inline-flex; gap: 5px; align-items: center; }
.bluesky .in-list { display: grid; grid-template-columns: 42px 1fr; column-gap: 10px; padding: 12px 16px; }
.bluesky .line { display: flex; flex-wrap: wrap; gap: 0 5px; color: var(--soft); }
.bluesky .line .name { color: var(--ink); font-size: 15px; }
.bluesky .picture { margin-top: 12px; border-radius: 12px; aspect-ratio: 3 / 2; border: 1px solid var(--line); --one-max: 200cqw; }
.bluesky .picture.tiles { gap: 4px; }
.bluesky .picture.tiles:is(.of-2, .of-3) { aspect-ratio: 2; }
.bluesky .alt-mark { left: auto; right: 8px; bottom: 8px; }
.bluesky .card-picture { aspect-ratio: 1200 / 630; border-bottom: 1px solid var(--line); }
.bluesky .card-host { order: 1; margin-top: 6px; padding-top: 6px; border-top: 1px solid var(--line); font-size: 12px; }
.bluesky .actions { justify-content: space-between; --icon: 18px; margin-top: 10px; padding-right: 8px; }
.bluesky .alone .actions { border-top: 1px solid var(--line); margin-top: 0; padding: 12px 10px 0; --icon: 22px; }
.bluesky .actions .label { display: none; }
@media (prefers-color-scheme: dark) {
  .bluesky { --page: #161e27; --surface: #161e27; --bar: #161e27; --bar-ink: #fff; --ink: #fff; --soft: #aebbc9; --line: #2e4052; --accent: #208bfe; --field: #1e2936; }
}
`;

export const blueskyPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
