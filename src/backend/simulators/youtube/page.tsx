import { foldsOf, shownTitle } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, Title, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';

const ACTIONS = [
  { icon: 'thumb', label: 'Like' },
  { icon: 'thumbDown', label: 'Dislike' },
  { icon: 'share', label: 'Share' },
  { icon: 'download', label: 'Download' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <Icon name="menu" />
    <span class="brand">
      <span class="mark" />
      YouTube
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <Icon name="bell" />
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind="video" />
        <h2 dir="auto">{post.title ?? 'Untitled'}</h2>
        <When instant={post.createdAt} now={now} words={longAge} />
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <Picture view={view} kind="video" />
      <Title view={view} text={shownTitle('youtube', post.title ?? 'Untitled', view.device ?? 'desktop')} />
      <div class="under">
        <Avatar account={account} />
        <Anchor class="who" href={profilePath(base, account)}>
          <span class="name">{account.displayName}</span>
          <span class="handle">@{account.handle}</span>
        </Anchor>
        <span class="subscribe" aria-hidden="true">
          Subscribe
        </span>
        <Actions items={ACTIONS} />
      </div>
      <div class="description">
        <When instant={post.createdAt} now={now} words={longAge} />
        <RichText text={post.text} folds={foldsOf('youtube', post.text)} more="more" />
      </div>
    </PostFrame>
  );
};

const STYLES = `
.youtube { --ink: #0f0f0f; --soft: #606060; --line: #e5e5e5; --accent: #065fd4; --field: #f2f2f2; --width: 1020px; --font: Roboto, Arial, sans-serif; }
.youtube .bar { border-bottom: 0; }
.youtube .bar-row { max-width: none; }
.youtube .brand { font-weight: 700; letter-spacing: -.06em; font-size: 21px; }
.youtube .mark { position: relative; width: 30px; height: 21px; border-radius: 6px; background: #f03; }
.youtube .mark::after { content: ""; position: absolute; left: 11px; top: 5.5px; border: 5px solid transparent; border-left: 9px solid #fff; border-right: 0; }
.youtube .bar .search { margin: 0 auto; border: 1px solid var(--line); background: transparent; max-width: 560px; font-size: 16px; }
.youtube .alone { padding: 8px 0 0; }
.youtube .picture.video { background: #000; border-radius: 12px; } .youtube .picture.video::before { opacity: .35; }
.youtube .alone .picture.one { aspect-ratio: 16 / 9; background: #000; } .youtube .alone .picture.one .tile { height: 100%; } .youtube .alone .picture.one .tile > :is(img, video) { height: 100%; object-fit: contain; }
.youtube .alone .picture .play { padding: 0; border-width: 26px; border-left-width: 42px; }
.youtube .alone .title { margin: 14px 0 10px; font-size: 20px; line-height: 28px; font-weight: 700; overflow-wrap: anywhere; }
.youtube .under { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.youtube .under .name { font-weight: 500; font-size: 16px; } .youtube .under .handle { font-size: 12px; }
.youtube .subscribe { padding: 0 16px; height: 36px; display: inline-flex; align-items: center; border-radius: 18px; background: var(--ink); color: var(--surface); font-weight: 500; font-size: 14px; margin-left: 12px; }
.youtube .actions { margin-left: auto; gap: 8px; color: var(--ink); flex-wrap: wrap; }
.youtube .actions li { padding: 0 16px; height: 36px; border-radius: 18px; background: var(--field); font-weight: 500; }
.youtube .actions .label { font-size: 14px; }
.youtube .description { margin-top: 12px; padding: 12px; border-radius: 12px; background: var(--field); font-size: 14px; line-height: 20px; }
.youtube .description .when { color: var(--ink); font-weight: 500; }
.youtube .in-list { padding: 0; } .youtube .in-list h2 { margin-top: 10px; font-weight: 500; font-size: 15px; line-height: 20px; overflow-wrap: anywhere; } .youtube .in-list .when { font-size: 13px; }
.youtube .grid { grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 24px 16px; padding: 24px 0; }
@container (max-width: 600px) { .youtube .actions { flex-wrap: nowrap; width: 100%; overflow: hidden; } .youtube .subscribe { margin-left: auto; } }
@container (max-width: 1060px) { .youtube .alone { padding: 0; } .youtube .alone .picture { border-radius: 0; } .youtube .alone .title, .youtube .under { padding: 0 12px; } .youtube .description { margin: 12px; } .youtube .grid { padding: 16px 12px; } .youtube .actions { margin-left: 0; } }
@media (prefers-color-scheme: dark) {
  .youtube { --page: #0f0f0f; --surface: #0f0f0f; --bar: #0f0f0f; --bar-ink: #f1f1f1; --ink: #f1f1f1; --soft: #aaa; --line: #303030; --accent: #3ea6ff; --field: #272727; }
}
`;

export const youtubePage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'grid',
  isHeaded: () => true,
};
