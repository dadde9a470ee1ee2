import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The packages of all bundles that this process builds: the file lists them all, whichever bundle is built last. */
const bundled = new Map<string, Bundled>();

/**
 * Writes the licences of all bundled packages to one file. The build fails if a package has no licence.
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
          if (!found.text && !found.license) without.push(found.name);
        }
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, render([...bundled.values()]));
        return {
          errors: without.map((name) => ({ text: `${name} is in the bundle but has no licence` })),
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
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const path = file && join(folder, file);
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license ?? '',
    text: path && existsSync(path) ? readFileSync(path, 'utf8').trim() : '',
  };
}

function render(packages: readonly Bundled[]): string {
  const sections = [...packages]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`);
  const rule = `\n\n${'-'.repeat(72)}\n\n`;
  return `Postrider contains the following packages, each under its own licence.${rule}${sections.join(rule)}\n`;
}
