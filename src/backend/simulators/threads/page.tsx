import { foldsOf } from '../../../networks/folds.js';
import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { shortAge } from '../post-page/shown-times.js';

const MAX_ADDRESS_LENGTH = 32;

const ACTIONS = [
  { icon: 'heart', label: 'Like' },
  { icon: 'comment', label: 'Reply' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'send', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = ({ heading }) => (
  <div class="bar-row">
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Threads">
      <path d="M19 8.5C18 4.8 15.5 3 12 3 7 3 4.5 6.5 4.5 12S7 21 12 21c4 0 7-2.2 7-5.2 0-3.3-3-4.8-6.5-4.8-2.6 0-4.5 1.1-4.5 3 0 1.7 1.5 2.7 3.4 2.7 2.7 0 4.1-1.8 4.1-4.7 0-3-1.5-4.5-3.7-4.5-1.5 0-2.6.6-3.3 1.7" />
    </svg>
    <h2 dir="auto">{heading}</h2>
    <Icon name="menu" />
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  return (
    <PostFrame view={view}>
      <Avatar account={account} />
      <div>
        <div class="line">
          <Anchor class="name" href={profilePath(base, account)}>
            {account.handle}
          </Anchor>
          <When instant={post.createdAt} now={now} words={shortAge} />
          <span class="more">
            <Icon name="dots" />
          </span>
        </div>
        <RichText
          text={post.text}
          linkLabel={(address) => shortAddress(address, MAX_ADDRESS_LENGTH)}
          folds={alone ? null : foldsOf('threads', post.text)}
        />
        <Picture view={view} kind="image" several="strip" />
        <LinkCard platform="threads" post={post} />
        <Actions items={ACTIONS} />
      </div>
    </PostFrame>
  );
};

const STYLES = `
.threads { --page: #fafafa; --surface: #fff; --ink: #000; --soft: #707070; --line: #e6e6e6; --accent: #0095f6; --bar: #fafafa; --width: 620px; }
.threads .bar { border-bottom: 0; }
.threads .bar-row { max-width: 640px; justify-content: space-between; min-height: 60px; }
.threads .bar h2 { font-weight: 600; font-size: 15px; }
.threads .mark { width: 28px; height: 28px; fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; }
.threads main { border: 1px solid var(--line); border-radius: 24px 24px 0 0; border-bottom: 0; }
.threads .post { display: grid; grid-template-columns: 36px 1fr; column-gap: 12px; padding: 16px 24px; }
.threads .avatar { width: 36px; height: 36px; font-size: 13px; }
.threads .profile { padding: 24px; } .threads .profile .avatar { width: 84px; height: 84px; font-size: 28px; order: 2; margin-left: auto; }
.threads .line { display: flex; flex-wrap: wrap; gap: 0 8px; }
.threads .line .name { font-weight: 600; }
.threads .line .more { --icon: 18px; }
.threads .text { margin-top: 2px; line-height: 21px; }
.threads .picture { margin-top: 10px; border-radius: 8px; aspect-ratio: 4 / 5; max-width: 430px; }
.threads .picture.strip { aspect-ratio: auto; height: 260px; gap: 6px; background: none; border-radius: 0; }
.threads .picture.strip > .tile { flex: 0 0 auto; border-radius: 8px; } .threads .picture.strip .tile > * { width: auto; }
.threads .picture.strip > :is(.count, .dots) { display: none; }
.threads .card { border-radius: 12px; }
.threads .actions { gap: 22px; margin-top: 12px; color: var(--ink); --icon: 19px; }
.threads .actions .label { display: none; }
.threads .alone { border-bottom: 1px solid var(--line); }
@media (prefers-color-scheme: dark) {
  .threads { --page: #0a0a0a; --surface: #181818; --bar: #0a0a0a; --bar-ink: #f3f5f7; --ink: #f3f5f7; --soft: #8f8f8f; --line: #2d2d2d; --field: #262626; --accent: #4cb5f9; }
}
`;

export const threadsPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
