import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** Packages under the MIT licence without its text, and the copyright line of their repository. */
const COPYRIGHTS: Readonly<Record<string, string>> = {
  // https://github.com/vkurko/calendar/blob/master/LICENSE
  '@event-calendar/core': 'Copyright (c) 2021 vkurko',
};

/** What a package has in it of others, under another licence than its own, and the package here that has its text. */
const CONTAINED: Readonly<Record<string, { readonly notice: string; readonly textFrom: string }>> = {
  // https://github.com/mozilla/pdf.js/blob/v5.6.205/LICENSE
  unpdf: {
    notice:
      'It contains PDF.js 5.6.205 (https://github.com/mozilla/pdf.js), Copyright Mozilla Foundation, under the Apache License 2.0:',
    textFrom: 'node_modules/typescript',
  },
};

/** The packages of all bundles that this process builds: the file lists them all, whichever bundle is built last. */
const bundled = new Map<string, Bundled>();

/**
 * Writes the licences of all bundled packages to one file. The build fails if a package has no licence text.
 */
export function thirdPartyLicences(file: string): Plugin {
  return {
    name: 'third-party-licences',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd((result) => {
        const inputs = Object.values(result.metafile?.outputs ?? {}).flatMap((output) =>
          Object.entries(output.inputs)
            .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
            .map(([path]) => path),
        );
        const without: string[] = [];
        for (const folder of new Set(inputs.flatMap(packageFolder))) {
          const found = licenceIn(folder);
          bundled.set(folder, found);
          if (!found.text) without.push(found.name);
        }
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, render([...bundled.values()]));
        return {
          errors: without.map((name) => ({ text: `${name} is in the bundle but has no licence text` })),
        };
      });
    },
  };
}

/** `node_modules/hono/dist/x.js` -> the folder of hono. Empty for our own files. */
function packageFolder(path: string): string[] {
  const at = path.replaceAll('\\', '/').lastIndexOf('node_modules/');
  if (at < 0) return [];
  const root = path.slice(0, at + 'node_modules/'.length);
  const [first = '', second = ''] = path.slice(root.length).split('/');
  return [resolve(root, first.startsWith('@') ? join(first, second) : first)];
}

function licenceIn(folder: string): Bundled {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license ?? '',
    text: [
      fileText(folder) || readmeText(folder) || mitText(manifest.name, manifest.license),
      ...containedText(manifest.name),
    ].join('\n\n'),
  };
}

function containedText(name: string): readonly string[] {
  const contained = CONTAINED[name];
  return contained === undefined ? [] : [contained.notice, fileText(contained.textFrom)];
}

function fileText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8').trim() : '';
}

/** The section of a README that has the whole licence, not only its name. */
function readmeText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^readme\.md$/i.test(name));
  const readme = file ? readFileSync(join(folder, file), 'utf8') : '';
  const sections = readme.split(/^#+ */m);
  const section = sections.find((text) => /^licen[cs]e\s*\n/i.test(text)) ?? '';
  return /copyright/i.test(section) && /permission/i.test(section)
    ? section.slice(section.indexOf('\n')).trim()
    : '';
}

/** Our own licence has the same text. */
function mitText(name: string, license: string | undefined): string {
  const copyright = COPYRIGHTS[name];
  if (license !== 'MIT' || !copyright) return '';
  return readFileSync('LICENSE', 'utf8')
    .trim()
    .replace(/^Copyright .*$/m, copyright);
}

function render(packages: readonly Bundled[]): string {
  const sections = [...packages]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`);
  const rule = `\n\n${'-'.repeat(72)}\n\n`;
  return `Postrider contains the following packages, each under its own licence.${rule}${sections.join(rule)}\n`;
}
