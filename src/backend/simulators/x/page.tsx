import type { FC } from 'hono/jsx';
import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage, PostView } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { clock, date, shortAge } from '../post-page/shown-times.js';

/** X cuts addresses after this many characters. */
const MAX_ADDRESS_LENGTH = 27;

const ACTIONS = [
  { icon: 'comment', label: 'Reply' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'heart', label: 'Like' },
  { icon: 'chart', label: 'Views' },
  { icon: 'bookmark', label: 'Bookmark' },
  { icon: 'share', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = ({ heading }) => (
  <div class="bar-row">
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label="X">
      <path d="M3.5 3h4.7l12.3 18h-4.7zM4 21l7-8M20 3l-7 7.5" />
    </svg>
    <h2 dir="auto">{heading}</h2>
  </div>
);

const Words: FC<{ readonly view: PostView }> = ({ view }) => (
  <>
    <RichText
      text={view.post.text}
      linkLabel={(address) => shortAddress(address, MAX_ADDRESS_LENGTH)}
      folds={view.alone ? null : foldsOf('x', view.post.text)}
      more="Show more"
    />
    <Picture view={view} kind="image" marksAlt />
    <LinkCard platform="x" post={view.post} />
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
        <span class="more">
          <Icon name="dots" />
        </span>
      </div>
      <Words view={view} />
      <span class="stamp">
        <When
          instant={post.createdAt}
          now={now}
          words={(at, shown) => `${clock(at, shown)} · ${date(at, shown)}`}
        />
      </span>
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

const STYLES = `
.x { --ink: #0f1419; --soft: #536471; --line: #eff3f4; --accent: #0f6cbd; --bar: rgb(255 255 255 / .92); --field: #eff3f4; }
.x .bar { backdrop-filter: blur(12px); border-bottom: 0; }
.x .bar-row { max-width: 600px; }
.x .mark { width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 2; }
.x .bar h2 { font-weight: 700; font-size: 20px; }
.x main { border: solid var(--line); border-width: 0 1px; }
.x .post { padding: 12px 16px; }
.x .handle { font-size: 15px; }
.x .alone .text { margin-top: 12px; font-size: 17px; line-height: 24px; }
.x .alone .stamp { display: block; margin: 14px 0; padding-bottom: 14px; border-bottom: 1px solid var(--line); color: var(--soft); }
.x .in-list { display: grid; grid-template-columns: 40px 1fr; column-gap: 12px; }
.x .in-list:hover { background: rgb(15 20 25 / .03); }
.x .line { display: flex; flex-wrap: wrap; gap: 0 5px; color: var(--soft); }
.x .line .name { color: var(--ink); }
.x .picture { margin-top: 12px; border: 1px solid var(--line); border-radius: 16px; aspect-ratio: 16 / 9; --one-max: calc(100cqw * 4 / 3); }
.x .picture.tiles:is(.of-2, .of-3) { aspect-ratio: 7 / 4; }
.x .card { position: relative; border-radius: 16px; }
.x .card-words { padding: 8px 0 0; flex-direction: column-reverse; }
.x .card { border: 0; overflow: visible; } .x .card-picture { border: 1px solid var(--line); border-radius: 16px; }
.x .card-title { position: absolute; left: 12px; bottom: 40px; max-width: calc(100% - 24px); padding: 1px 8px; border-radius: 4px; background: rgb(0 0 0 / .77); color: #fff; font-size: 13px; font-weight: 400; -webkit-line-clamp: 1; }
.x .card-host::before { content: "From "; }
.x .actions { justify-content: space-between; max-width: 100%; --icon: 19px; margin-top: 10px; }
.x .alone .actions { padding: 2px 4px 12px; margin-top: 0; border-bottom: 1px solid var(--line); --icon: 22px; }
.x .actions .label { display: none; }
@media (prefers-color-scheme: dark) {
  .x { --accent: #1d9bf0; --page: #000; --surface: #000; --ink: #e7e9ea; --soft: #71767b; --line: #2f3336; --bar: rgb(0 0 0 / .85); --bar-ink: #e7e9ea; --field: #202327; }
  .x .in-list:hover { background: rgb(231 233 234 / .03); }
}
`;

export const xPage: NetworkPage = { styles: STYLES, darkAppearance: true, Bar, Post, list: 'column' };
