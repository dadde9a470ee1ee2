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

/** Captions have no links. */
const MARKS = ['mention', 'hashtag'] as const;

const ACTIONS = [
  { icon: 'heart', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'send', label: 'Share' },
  { icon: 'bookmark', label: 'Save' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="brand">Instagram</span>
    <span class="tabs" aria-hidden="true">
      <Icon name="home" />
      <Icon name="search" />
      <Icon name="heart" />
      <Icon name="plus" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  const kind = post.path.startsWith('/reel/') ? 'video' : 'image';
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind={kind} several="strip" />
        <div class="hover">
          <RichText text={post.text} marks={[]} />
        </div>
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <Picture view={view} kind={kind} several="strip" />
      <div class="side">
        <div class="post-head">
          <span class="ring">
            <Avatar account={account} />
          </span>
          <Anchor class="name" href={profilePath(base, account)}>
            {account.handle}
          </Anchor>
          <span class="more">
            <Icon name="dots" />
          </span>
        </div>
        <div class="caption">
          <span class="name">{account.handle}</span>
          <RichText text={post.text} marks={MARKS} folds={foldsOf('instagram', post.text)} />
        </div>
        <Actions items={ACTIONS} />
        <div class="stamp">
          <When instant={post.createdAt} now={now} words={longAge} />
        </div>
      </div>
    </PostFrame>
  );
};

const STYLES = `
.instagram { --ink: #000; --soft: #737373; --line: #dbdbdb; --accent: #00376b; --width: 935px; }
.instagram .bar-row { max-width: 935px; min-height: 60px; justify-content: space-between; }
.instagram .brand { font: italic 600 27px "Snell Roundhand", "Segoe Script", "Brush Script MT", "Lucida Handwriting", cursive; }
.instagram .bar .tabs { color: var(--ink); --icon: 24px; }
.instagram .post-head { padding: 14px 16px; font-size: 14px; }
.instagram .ring { display: inline-flex; padding: 2px; border-radius: 50%; background: linear-gradient(45deg, #feda75, #fa7e1e 30%, #d62976 60%, #962fbf 80%, #4f5bd5); }
.instagram .ring .avatar { width: 34px; height: 34px; font-size: 12px; border: 2px solid var(--surface); }
.instagram .name { font-weight: 600; }
.instagram .alone { padding: 0; margin: 24px 0; border: 1px solid var(--line); display: grid; grid-template-columns: 1.25fr 1fr; }
.instagram .alone.post > .open { display: none; }
.instagram .side { display: flex; flex-direction: column; min-width: 0; border-left: 1px solid var(--line); }
.instagram .side .post-head { border-bottom: 1px solid var(--line); }
.instagram .caption { flex: 1; padding: 16px; font-size: 14px; line-height: 18px; min-height: 220px; }
.instagram .caption .text { display: inline; }
.instagram .caption .name { margin-right: 6px; }
.instagram .actions { --icon: 25px; color: var(--ink); gap: 16px; padding: 12px 16px 4px; border-top: 1px solid var(--line); }
.instagram .actions li:last-child { margin-left: auto; }
.instagram .actions .label { display: none; }
.instagram .stamp { padding: 4px 16px 16px; font-size: 12px; color: var(--soft); }
.instagram .picture { aspect-ratio: 4 / 5; height: 100%; width: 100%; --one-max: calc(100cqw * 4 / 3); --one-min: calc(100cqw / 1.91); }
.instagram .picture.video { aspect-ratio: 9 / 16; }
.instagram .in-list { padding: 0; aspect-ratio: 3 / 4; background: var(--line); }
.instagram .grid { grid-template-columns: repeat(3, 1fr); gap: 4px; padding: 4px 0; }
.instagram .in-list .picture { aspect-ratio: auto; }
.instagram .in-list .hover { position: absolute; inset: auto 0 0; padding: 24px 10px 10px; color: #fff; font-size: 12px; background: linear-gradient(transparent, rgb(0 0 0 / .65)); max-height: 60%; overflow: hidden; }
.instagram .profile { border-bottom: 0; justify-content: center; } .instagram .profile .avatar { width: 110px; height: 110px; font-size: 36px; }
@container (max-width: 735px) {
  .instagram .alone { display: flex; flex-direction: column; margin: 0; border: 0; }
  .instagram .side { display: contents; } .instagram .side .post-head { order: -1; border: 0; padding: 10px 12px; }
  .instagram .actions { border-top: 0; } .instagram .caption { order: 1; min-height: 0; padding: 0 16px 4px; } .instagram .stamp { order: 2; }
}
@media (prefers-color-scheme: dark) {
  .instagram { --page: #0c1014; --surface: #0c1014; --bar: #0c1014; --bar-ink: #f5f5f5; --ink: #f5f5f5; --soft: #a8a8a8; --line: #25292e; --accent: #e0f1ff; }
}
`;

export const instagramPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'grid',
};
