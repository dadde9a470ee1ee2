export const THREADS_STYLES = `
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
.threads .card { border-radius: 12px; }
.threads .actions { gap: 22px; margin-top: 12px; color: var(--ink); --icon: 19px; }
.threads .actions .label { display: none; }
.threads .alone { border-bottom: 1px solid var(--line); }
@media (prefers-color-scheme: dark) {
  .threads { --page: #0a0a0a; --surface: #181818; --bar: #0a0a0a; --bar-ink: #f3f5f7; --ink: #f3f5f7; --soft: #8f8f8f; --line: #2d2d2d; --field: #262626; --accent: #4cb5f9; }
}
`;
