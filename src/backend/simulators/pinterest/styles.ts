export const PINTEREST_STYLES = `
.pinterest { --ink: #111; --soft: #5f5f5f; --line: #e9e9e9; --accent: #0074e8; --field: #f1f1f1; --width: 1016px; }
.pinterest .bar { border-bottom: 0; }
.pinterest .bar-row { max-width: none; min-height: 80px; }
.pinterest .mark { width: 32px; height: 32px; border-radius: 50%; background: #e60023; color: #fff; display: flex; align-items: center; justify-content: center; font: italic 700 21px Georgia, serif; }
.pinterest .bar .search { max-width: none; padding: 13px 18px; font-size: 16px; border-radius: 16px; }
.pinterest .bar .tabs { --icon: 24px; }
.pinterest .alone { display: grid; grid-template-columns: 1fr 1fr; margin: 8px 16px 24px; padding: 0; border-radius: 32px; overflow: hidden; box-shadow: 0 1px 20px rgb(0 0 0 / .1); }
.pinterest .picture { aspect-ratio: 2 / 3; }
.pinterest .side { padding: 32px; display: flex; flex-direction: column; gap: 16px; min-width: 0; }
.pinterest .tools { display: flex; align-items: center; } .pinterest .tools .actions { gap: 20px; color: var(--ink); --icon: 22px; } .pinterest .tools .actions .label { display: none; }
.pinterest .save { margin-left: auto; padding: 12px 18px; border-radius: 16px; background: #e60023; color: #fff; font-weight: 600; }
.pinterest .source { text-decoration: underline; overflow-wrap: anywhere; }
.pinterest h1 { font-weight: 600; font-size: 28px; line-height: 1.2; overflow-wrap: anywhere; }
.pinterest .post-head { margin-top: 8px; } .pinterest .avatar { width: 48px; height: 48px; } .pinterest .name { font-weight: 600; }
.pinterest .profile { flex-direction: column; text-align: center; border: 0; } .pinterest .profile .avatar { width: 120px; height: 120px; font-size: 40px; } .pinterest .profile .name { font-size: 32px; }
.pinterest .in-list { padding: 0; } .pinterest .in-list .picture { border-radius: 16px; } .pinterest .in-list h2 { margin: 8px 6px 0; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
@media (max-width: 700px) { .pinterest .alone { grid-template-columns: 1fr; border-radius: 24px; margin: 0 8px 16px; } .pinterest .side { padding: 20px; } .pinterest .picture { aspect-ratio: 4 / 5; } .pinterest .bar-row { min-height: 64px; } .pinterest .grid { grid-template-columns: 1fr 1fr; gap: 8px; padding: 8px; } }
`;
