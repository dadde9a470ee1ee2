/**
 * `npm run bundle`: packs the tool server into `postrider-<version>.mcpb`, which Claude Desktop and others install with
 * a click. It contains only what the tool server loads, not the backend.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { packExtension, validateManifest } from '@anthropic-ai/mcpb';
import sharp from 'sharp';
import { ICONS } from '../src/mcp/server/icons.js';
import { bundleManifest } from './shipping/bundle-manifest.js';
import { packageFacts, ROOT } from './shipping/package-facts.js';

/** The entry files that the launcher starts for a host. */
const ENTRY_FILES = ['mcp.cjs', 'mcp-server.cjs'];

const ICON_PIXELS = 512;

const [output = join(ROOT, `postrider-${packageFacts().version}.mcpb`)] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'postrider-bundle-'));
try {
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'dist'));
  for (const file of ['bin/postrider.cjs', 'LICENSE', 'dist/THIRD-PARTY-LICENCES.txt'])
    cpSync(join(ROOT, file), join(folder, file));
  for (const file of loadedBy(ENTRY_FILES)) cpSync(join(ROOT, 'dist', file), join(folder, 'dist', file));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'icon.png'), await icon());
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, JSON.stringify(bundleManifest(), null, 2));
  if (!validateManifest(manifest)) throw new Error('The manifest is not valid: see above.');
  const packed = await packExtension({ extensionPath: folder, outputPath: resolve(output), silent: true });
  if (!packed) throw new Error('The bundle could not be packed.');
  const files = readdirSync(folder, { recursive: true }).length;
  console.log(`${basename(output)}: ${Math.round(statSync(output).size / 1000)} kB, ${files} files`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Files of the build with everything they import, statically or dynamically. */
function loadedBy(files: readonly string[], known: Set<string> = new Set()): Set<string> {
  for (const file of files) {
    if (known.has(file)) continue;
    known.add(file);
    const text = readFileSync(join(ROOT, 'dist', file), 'utf8');
    loadedBy(
      [...text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].flatMap(([, name]) => name ?? []),
      known,
    );
  }
  return known;
}

async function icon(): Promise<Buffer> {
  const [, svg = ''] = ICONS[0]?.src.split(',') ?? [];
  const drawn = sharp(Buffer.from(decodeURIComponent(svg)), { density: 72 * (ICON_PIXELS / 24) });
  return drawn.resize(ICON_PIXELS, ICON_PIXELS).png().toBuffer();
}
