import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { shortAge } from '../post-page/shown-times.js';

const ACTIONS = [
  { icon: 'thumb', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'send', label: 'Send' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="mark" role="img" aria-label="LinkedIn">
      in
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <span class="tabs" aria-hidden="true">
      <Icon name="home" />
      <Icon name="user" />
      <Icon name="mail" />
      <Icon name="bell" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <div class="who">
          <Anchor class="name" href={profilePath(base, account)}>
            {account.displayName}
          </Anchor>
          <span class="handle">{account.handle}</span>
          <span class="stamp">
            <When instant={post.createdAt} now={now} words={shortAge} />
            <span>•</span>
            <Icon name="globe" />
          </span>
        </div>
        <span class="more">
          <Icon name="dots" />
        </span>
      </div>
      <RichText text={post.text} folds={alone ? null : foldsOf('linkedin', post.text)} more="more" />
      <Picture view={view} kind="image" maxTiles={5} />
      <LinkCard platform="linkedin" post={post} />
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

const STYLES = `
.linkedin { --page: #f4f2ee; --surface: transparent; --ink: rgb(0 0 0 / .9); --soft: rgb(0 0 0 / .6); --line: #e0dfdc; --accent: #0a66c2; --field: #edf3f8; --width: 555px; --sheet: #fff; }
.linkedin .bar .brand { color: #0a66c2; }
.linkedin .mark { width: 36px; height: 36px; border-radius: 4px; background: #0a66c2; color: #fff; display: flex; align-items: center; justify-content: center; font-weight: 800; font-size: 23px; letter-spacing: -1px; padding-bottom: 2px; }
.linkedin .bar .search { border-radius: 4px; max-width: 280px; }
.linkedin .bar .tabs { --icon: 24px; gap: 32px; }
.linkedin main { padding: 24px 0; }
.linkedin .listed, .linkedin .alone, .linkedin .thread > .post, .linkedin .profile, .linkedin .empty { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.linkedin .post { padding: 0; }
.linkedin .column { display: grid; gap: 8px; margin-top: 8px; }
.linkedin .post-head { padding: 12px 16px 0; gap: 8px; align-items: flex-start; }
.linkedin .avatar { border-radius: 2px; } .linkedin .comment .avatar { border-radius: 50%; } .linkedin .post .avatar { width: 48px; height: 48px; }
.linkedin .who { font-size: 12px; }
.linkedin .name { font-size: 14px; font-weight: 600; }
.linkedin .who .when { display: inline-flex; font-size: 12px; }
.linkedin .stamp { display: flex; align-items: center; gap: 4px; color: var(--soft); --icon: 13px; }
.linkedin .text { padding: 10px 16px 12px; font-size: 14px; line-height: 20px; }
.linkedin .text .link, .linkedin .mention, .linkedin .hashtag { font-weight: 600; }
.linkedin .picture { aspect-ratio: 4 / 3; --one-max: 125cqw; --one-min: calc(100cqw / 3); }
.linkedin .picture.of-2 { aspect-ratio: 2; }
.linkedin .picture.tiles.of-3 > :first-child { grid-column: 1 / -1; grid-row: auto; }
.linkedin .picture.tiles.of-4 { grid-template-columns: repeat(3, 1fr); grid-template-rows: 2fr 1fr; }
.linkedin .picture.tiles.of-4 > :first-child { grid-column: 1 / -1; }
.linkedin .card { margin: 0; border-radius: 0; background: var(--field); border: 0; }
.linkedin .card-picture { background: rgb(0 0 0 / .06); }
.linkedin .card-words { flex-direction: column-reverse; }
.linkedin .card-title { font-size: 14px; } .linkedin .card-host { font-size: 12px; }
.linkedin .actions { justify-content: space-around; margin: 0 16px; padding: 4px 0; border-top: 1px solid var(--line); --icon: 18px; font-weight: 600; }
.linkedin .actions li { padding: 12px 8px; }
@container (max-width: 480px) { .linkedin main { padding: 8px 0; } .linkedin :is(.alone, .listed) { border-radius: 0; border-width: 1px 0; } .linkedin .actions li { flex-direction: column; gap: 2px; padding: 6px 8px; } .linkedin .actions .label { font-size: 12px; } }
@media (prefers-color-scheme: dark) {
  .linkedin { --page: #000; --sheet: #1b1f23; --bar: #1b1f23; --bar-ink: #fff; --ink: rgb(255 255 255 / .9); --soft: rgb(255 255 255 / .6); --line: #38434f; --accent: #71b7fb; --field: #38434f; }
}
`;

export const linkedinPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
