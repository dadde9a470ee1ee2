/** Text around a script that would run, or break out of its element, if it were treated as markup. */
export interface XssShape {
  readonly name: string;
  /** For fields that take any text. */
  long(script: string): string;
  /** For fields of at most 100 characters. */
  short(script: string): string;
  /** Without spaces, `/` and `@`: for handles. */
  word(script: string): string;
}

export const MARKUP: XssShape = {
  name: 'elements',
  long: (script) =>
    `"'><img src=x onerror=${script}><script>${script}</script></textarea></title><svg onload=${script}>`,
  short: (script) => `"'><img src=x onerror=${script}>`,
  word: (script) => `"><b>${script}`,
};

export const XSS_SHAPES: readonly XssShape[] = [
  MARKUP,
  {
    name: 'attributes',
    long: (script) =>
      `" autofocus onfocus=${script} onmouseover=${script} x=" ' autofocus onfocus=${script} x='`,
    short: (script) => `" autofocus onfocus=${script} x="`,
    word: (script) => `"autofocus"onfocus=${script}`,
  },
  {
    name: 'entities',
    long: (script) =>
      `&quot;&gt;&lt;img src=x onerror=${script}&gt; &#34;&#62;&#60;script&#62;${script}&#60;&#47;script&#62;`,
    short: (script) => `&#34;&#62;&#60;img src=x onerror=${script}&#62;`,
    word: (script) => `&quot;&gt;&lt;b&gt;${script}`,
  },
  {
    name: 'addresses',
    long: (script) =>
      `[x](javascript:${script}) javascript:${script} https://e.example/"onmouseover="${script} data:text/html,<script>${script}</script>`,
    short: (script) => `[x](javascript:${script})`,
    word: (script) => `javascript:${script}`,
  },
  {
    name: 'elements that load or navigate',
    long: (script) =>
      `<iframe srcdoc="<script>parent.${script}</script>"></iframe><base href=https://e.example/><meta http-equiv=refresh content="0;url=javascript:${script}"><object data="javascript:${script}"></object><form action=https://e.example><button>Go</button></form>`,
    short: (script) => `<iframe src="javascript:${script}">`,
    word: (script) => `<base><iframe"src=javascript:${script}>`,
  },
  {
    name: 'attributes of the dashboard’s own scripts',
    long: (script) =>
      `<div hx-get="/sign-out" hx-trigger="load" hx-on:htmx:load="${script}"></div><a data-act href="/x" hx-vals='js:${script}'>x</a><x-element onclick=${script}>`,
    short: (script) => `<div hx-on:load="${script}" hx-trigger=load>`,
    word: (script) => `<i"hx-on:load=${script}>`,
  },
  {
    name: 'elements that parsers read differently',
    long: (script) =>
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${script}&gt;"><noscript><p title="</noscript><img src=x onerror=${script}>"><!--><img src=x onerror=${script}>--><![CDATA[><img src=x onerror=${script}>]]>`,
    short: (script) => `<!--><img src=x onerror=${script}>-->`,
    word: (script) => `<!--><b>${script}`,
  },
];
