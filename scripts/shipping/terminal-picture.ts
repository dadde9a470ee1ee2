/** Dimensions of the picture, in pixels. */
const [CHARACTER, LINE, MARGIN, BAR] = [8.4, 20, 22, 34];

/** Terminal colours by their SGR codes. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#f5a79d',
  '32': '#8fd6a3',
  '33': '#eec373',
  '36': '#8fc7e8',
};

interface Piece {
  readonly text: string;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: string | null;
}

/**
 * Draws terminal output as an SVG.
 *
 * @param lines with colour escape sequences
 * @param title alternative text of the picture
 */
export function terminalPicture(lines: readonly string[], title: string): string {
  const drawn = lines.map(piecesOf);
  const longest = Math.max(
    ...drawn.map((pieces) => pieces.reduce((sum, { text }) => sum + [...text].length, 0)),
  );
  const width = Math.ceil(longest * CHARACTER + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const rows = drawn.map((pieces, index) => row(pieces, BAR + (index + 1) * LINE));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#171411"/>`,
    ...['#a52a1e', '#85530a', '#1c6434'].map(
      (fill, index) => `<circle cx="${MARGIN + index * 18}" cy="18" r="5.5" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#ede8e1" xml:space="preserve">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function row(pieces: readonly Piece[], y: number): string {
  let column = 0;
  const spans = pieces.map(({ text, bold, dim, colour }) => {
    const x = MARGIN + column * CHARACTER;
    const length = [...text].length;
    column += length;
    // `textLength` keeps the terminal's columns with any font.
    const style = [
      `x="${x.toFixed(1)}"`,
      `textLength="${(length * CHARACTER).toFixed(1)}"`,
      ...(bold ? ['font-weight="700"'] : []),
      ...(dim ? ['fill-opacity="0.65"'] : []),
      ...(colour === null ? [] : [`fill="${colour}"`]),
    ];
    return `<tspan ${style.join(' ')}>${escaped(text)}</tspan>`;
  });
  return spans.length === 0 ? '' : `<text y="${y}" xml:space="preserve">${spans.join('')}</text>`;
}

/** Splits a line into pieces of one style each. */
function piecesOf(line: string): Piece[] {
  let look: Omit<Piece, 'text'> = { bold: false, dim: false, colour: null };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character
  return line.split(/\x1b\[([\d;]*)m/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [{ ...look, text: part }];
    for (const code of part.split(';')) look = changed(look, code);
    return [];
  });
}

function changed(look: Omit<Piece, 'text'>, code: string): Omit<Piece, 'text'> {
  if (code === '' || code === '0') return { bold: false, dim: false, colour: null };
  if (code === '1') return { ...look, bold: true };
  if (code === '2') return { ...look, dim: true };
  if (code === '22') return { ...look, bold: false, dim: false };
  return { ...look, colour: COLOURS[code] ?? null };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
