export const MASTODON_STYLES = `
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
.mastodon .picture { margin-top: 14px; border-radius: 8px; aspect-ratio: 16 / 9; }
.mastodon .actions { justify-content: space-between; padding-right: 16px; --icon: 20px; margin-top: 12px; }
.mastodon .alone .actions { justify-content: space-around; padding: 14px 0 2px; border-top: 1px solid var(--line); --icon: 23px; margin-top: 0; }
.mastodon .actions .label { display: none; }
@media (prefers-color-scheme: dark) {
  .mastodon { --page: #13141b; --surface: #191b22; --bar: #191b22; --bar-ink: #fff; --ink: #fff; --soft: #9baec8; --line: #2e3140; --accent: #8c8dff; --field: #20232d; }
}
`;
