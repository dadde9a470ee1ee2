import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage, PagePost } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { clock, longDate, type ShownTime, shortAge } from '../post-page/shown-times.js';

/** Facebook writes a short text that stands by itself in large letters. */
const LARGE_UP_TO = 85;

function isLarge({ text, link, mediaIds }: PagePost): boolean {
  return text.length <= LARGE_UP_TO && !text.includes('\n') && link === null && mediaIds.length === 0;
}

const ACTIONS = [
  { icon: 'thumb', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'share', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="mark" role="img" aria-label="Facebook">
      f
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search Facebook</span>
    </span>
    <span class="tabs" aria-hidden="true">
      <Icon name="home" />
      <Icon name="video" />
      <Icon name="user" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  const when: ShownTime = (at, shown) =>
    alone ? `${longDate(at, shown)} at ${clock(at, shown)}` : shortAge(at, shown);
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <div class="who">
          <Anchor class="name" href={profilePath(base, account)}>
            {account.displayName}
          </Anchor>
          <span class="stamp">
            <When instant={post.createdAt} now={now} words={when} />
            <span>·</span>
            <Icon name="globe" />
          </span>
        </div>
        <span class="more">
          <Icon name="dots" />
        </span>
      </div>
      <div class={isLarge(post) ? 'large-words' : 'words'}>
        <RichText text={post.text} folds={alone ? null : foldsOf('facebook', post.text)} more="See more" />
      </div>
      <Picture view={view} kind="image" maxTiles={5} />
      <LinkCard platform="facebook" post={post} />
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

const STYLES = `
.facebook { --page: #f0f2f5; --surface: transparent; --ink: #050505; --soft: #65676b; --line: #ced0d4; --accent: #0064d1; --field: #f0f2f5; --width: 590px; --sheet: #fff;
  --font: "Segoe UI", system-ui, -apple-system, Helvetica, Arial, sans-serif; }
.facebook .bar { border-bottom: 0; box-shadow: 0 1px 2px rgb(0 0 0 / .12); }
.facebook .mark { width: 40px; height: 40px; border-radius: 50%; background: #0866ff; color: #fff; display: flex; align-items: flex-end; justify-content: center; font: 800 34px/1.05 Arial, sans-serif; overflow: hidden; }
.facebook .bar .search { max-width: 240px; }
.facebook .bar .tabs { --icon: 24px; gap: 40px; margin: 0 auto; color: var(--soft); }
.facebook main { padding: 16px 0; }
.facebook .listed, .facebook .alone, .facebook .thread > .post, .facebook .profile, .facebook .empty { background: var(--sheet); border: 0; border-radius: 8px; box-shadow: 0 1px 2px rgb(0 0 0 / .2); }
.facebook .post { padding: 12px 0 4px; }
.facebook .column { display: grid; gap: 16px; margin-top: 16px; }
.facebook .post-head { padding: 0 16px; gap: 8px; }
.facebook .name { font-weight: 600; }
.facebook .stamp { display: flex; align-items: center; gap: 4px; color: var(--soft); font-size: 13px; --icon: 12px; }
.facebook .text { padding: 8px 16px 12px; line-height: 20px; }
.facebook .large-words .text { font-size: 24px; line-height: 28px; }
.facebook .picture { aspect-ratio: 1; --one-max: 125cqw; }
.facebook .picture.of-2 { aspect-ratio: 2; }
.facebook .picture.tiles.of-3 > :first-child { grid-column: 1 / -1; grid-row: auto; }
.facebook .picture.tiles.of-4 { grid-template-columns: repeat(3, 1fr); grid-template-rows: 2fr 1fr; }
.facebook .picture.tiles.of-4 > :first-child { grid-column: 1 / -1; }
.facebook .card { margin: 0; border-width: 1px 0; border-radius: 0; background: var(--field); }
.facebook .card-picture { background: rgb(0 0 0 / .08); }
.facebook .card-host { text-transform: uppercase; font-size: 12.5px; }
.facebook .card-title { font-size: 16px; }
.facebook .actions { justify-content: space-around; margin: 0 16px; padding: 4px 0; border-top: 1px solid var(--line); font-weight: 600; }
.facebook .card + .actions, .facebook .picture + .actions { border-top: 0; }
.facebook .actions li { padding: 8px 12px; } .facebook .actions .label { font-size: 15px; }
@container (max-width: 480px) { .facebook :is(.post, .listed) { border-radius: 0; } }
@media (prefers-color-scheme: dark) {
  .facebook { --page: #1c1c1d; --sheet: #252728; --bar: #252728; --bar-ink: #e2e5e9; --ink: #e2e5e9; --soft: #b0b3b8; --line: #3e4042; --accent: #5aa7ff; --field: #333334; }
}
`;

export const facebookPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
