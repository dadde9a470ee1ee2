import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';

/** Addresses are not links in a caption. */
const MARKS = ['mention', 'hashtag'] as const;

const ACTIONS = [
  { icon: 'heart', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'bookmark', label: 'Save' },
  { icon: 'share', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="brand">
      <span class="note">
        <Icon name="music" />
      </span>
      TikTok
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <span class="upload" aria-hidden="true">
      Upload
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind="video" several="strip" />
        <div class="overlay">
          <RichText text={post.text} marks={[]} />
        </div>
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <div class="stage">
        <Picture view={view} kind="video" several="strip" />
        <div class="overlay">
          <Anchor class="name" href={profilePath(base, account)}>
            {account.handle}
          </Anchor>
          <When instant={post.createdAt} now={now} words={(at, shown) => `· ${longAge(at, shown)}`} />
          <RichText text={post.text} marks={MARKS} folds={foldsOf('tiktok', post.text)} />
          <div class="sound">
            <Icon name="music" />
            original sound — {account.displayName}
          </div>
        </div>
      </div>
      <div class="rail">
        <Avatar account={account} />
        <Actions items={ACTIONS} />
      </div>
    </PostFrame>
  );
};

const STYLES = `
.tiktok { --page: #fff; --ink: #161823; --soft: rgb(22 24 35 / .66); --line: #e3e3e4; --accent: #2b5db9; --width: 860px; --field: #f1f1f2; }
.tiktok .brand { letter-spacing: -.03em; font-weight: 800; font-size: 24px; }
.tiktok .brand .note { position: relative; width: 22px; height: 26px; --icon: 26px; filter: drop-shadow(-1.5px -1px 0 #25f4ee) drop-shadow(1.5px 1px 0 #fe2c55); }
.tiktok .bar .upload { margin-left: auto; padding: 6px 16px; border: 1px solid var(--line); border-radius: 2px; font-weight: 600; }
.tiktok .alone { display: flex; justify-content: center; align-items: flex-end; gap: 20px; padding: 24px 16px; }
.tiktok .stage { position: relative; width: min(100%, 400px); border-radius: 12px; overflow: hidden; }
.tiktok .picture { aspect-ratio: 9 / 16; }
.tiktok .overlay { position: absolute; inset: auto 0 0; padding: 64px 16px 18px; color: #fff; background: linear-gradient(transparent, rgb(0 0 0 / .72)); }
.tiktok .stage .shown + .overlay { bottom: 48px; padding-bottom: 12px; pointer-events: none; } .tiktok .stage .shown + .overlay a { pointer-events: auto; }
.tiktok .overlay .fold > summary { color: rgb(255 255 255 / .75); font-weight: 600; }
.tiktok .alone .picture.one { aspect-ratio: 9 / 16; background: #000; } .tiktok .alone .picture.one .tile { height: 100%; } .tiktok .alone .picture.one .tile > :is(img, video) { height: 100%; object-fit: contain; }
.tiktok .overlay .name { font-size: 17px; } .tiktok .overlay .when { color: rgb(255 255 255 / .75); margin-left: 6px; font-size: 14px; }
.tiktok .overlay .text { margin-top: 6px; max-height: 40vh; overflow: auto; } .tiktok .overlay .hashtag, .tiktok .overlay .mention { color: #fff; font-weight: 700; }
.tiktok .sound { display: flex; gap: 8px; align-items: center; margin-top: 10px; font-size: 14px; --icon: 15px; }
.tiktok .rail { display: flex; flex-direction: column; align-items: center; gap: 18px; }
.tiktok .rail .avatar { width: 48px; height: 48px; }
.tiktok .actions { flex-direction: column; gap: 16px; --icon: 24px; color: var(--ink); }
.tiktok .actions li { flex-direction: column; gap: 5px; } .tiktok .actions .icon { padding: 11px; width: 46px; height: 46px; border-radius: 50%; background: var(--field); }
.tiktok .actions .label { font-size: 12px; font-weight: 600; color: var(--soft); }
.tiktok .in-list { padding: 0; border-radius: 8px; overflow: hidden; } .tiktok .in-list .picture { aspect-ratio: 3 / 4; }
.tiktok .in-list .overlay { padding: 32px 10px 10px; font-size: 13px; } .tiktok .in-list .overlay .text { max-height: 3.9em; overflow: hidden; margin: 0; }
@container (max-width: 600px) { .tiktok .alone { padding: 0; gap: 0; } .tiktok .stage { border-radius: 0; width: 100%; } .tiktok .rail { position: absolute; right: 10px; bottom: 120px; z-index: 1; } .tiktok .alone .overlay { padding-right: 72px; } .tiktok .actions, .tiktok .actions .label { color: #fff; } .tiktok .actions .icon { background: rgb(0 0 0 / .35); } .tiktok .bar .upload { display: none; } }
@media (prefers-color-scheme: dark) {
  .tiktok { --page: #121212; --surface: #121212; --bar: #121212; --bar-ink: #fff; --ink: rgb(255 255 255 / .9); --soft: rgb(255 255 255 / .6); --line: #2f2f2f; --field: #2a2a2a; --accent: #8ab4ff; }
}
`;

export const tiktokPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'grid',
};
