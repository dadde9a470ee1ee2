import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { lazyZodSource, usesOfZod, ZOD_NAMES } from './lazy-zod.js';

/** The minor of the MCP SDK on which this was measured and compared, answer by answer, with the plain bundle. */
const VERIFIED_SDK = '2.4.';

const SDK = '@modelcontextprotocol/server';
const SDK_FILE = /[\\/]@modelcontextprotocol[\\/](core|server)[\\/]dist[\\/]/;
const NAMESPACE = 'mcp-startup';

/** The SDK's platform module without its JSON Schema validator (154 KB): the server passes its own. */
const SHIMS = `
export const process = globalThis.process;
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('This bundle has no JSON Schema validator: pass ServerOptions.jsonSchemaValidator.'); }
}
`;

/** Parts of dependencies that must not come back into the bundle. */
const UNWANTED = /ajvProvider|cfWorkerProvider|zod[\\/]v4[\\/]locales[\\/](?!en\.js)/;

/** `z` by its name, which holds everything that zod has. Types cost nothing. */
const NAMED_ZOD = /^import\s*\{[^}]*\bz\b[^}]*\}\s*from\s*'zod'/m;

/** The SDK's files that build schemas while they load, by the first word of their names. */
const SCHEMA_FILES = ['schemas', 'src'];

/**
 * Keeps what the MCP SDK costs at start-up small without changing the SDK: its schemas are built when they are
 * first looked at, and its JSON Schema validator is left out. The build fails when a new SDK no longer fits
 * what is assumed here.
 */
export function mcpStartup(): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      const require = createRequire(import.meta.url);
      const sdkFolder = path.dirname(require.resolve(SDK));
      const seen = { shims: false, sdk: false, lazy: new Set<string>(), faults: [] as string[] };

      build.onStart(() => {
        Object.assign(seen, { shims: false, sdk: false, lazy: new Set(), faults: versionFaults(sdkFolder) });
      });
      build.onResolve({ filter: /^@modelcontextprotocol\/server/ }, ({ path: name }) => {
        seen.sdk = true;
        if (name !== `${SDK}/_shims`) return undefined;
        seen.shims = true;
        return { path: 'shims', namespace: NAMESPACE };
      });
      build.onResolve({ filter: /^zod\/v4$/ }, ({ importer }) => {
        if (!SDK_FILE.test(importer)) return undefined;
        seen.lazy.add(path.basename(importer).replace(/-.*/, ''));
        for (const name of usesOfZod(readFileSync(importer, 'utf8'))) {
          if (!ZOD_NAMES.has(name))
            seen.faults.push(`${path.basename(importer)} uses z.${name}, which lazy-zod does not have`);
        }
        return { path: 'lazy-zod', namespace: NAMESPACE };
      });
      build.onResolve({ filter: /^zod$/ }, ({ importer }) => {
        if (!importer.includes('node_modules') && NAMED_ZOD.test(readFileSync(importer, 'utf8'))) {
          seen.faults.push(
            `${importer} must say import * as z from 'zod': { z } brings all locales along (370 KB)`,
          );
        }
        return undefined;
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: name }) => ({
        contents: name === 'shims' ? SHIMS : lazyZodSource(),
        loader: 'js',
        resolveDir: sdkFolder,
      }));
      build.onEnd((result) => {
        if (result.errors.length > 0 || !seen.sdk) return undefined;
        if (!seen.shims)
          seen.faults.push(`nothing imports ${SDK}/_shims any more: the validator may be back`);
        for (const file of SCHEMA_FILES) {
          if (!seen.lazy.has(file)) seen.faults.push(`no ${file}-*.mjs of the SDK imports zod/v4 any more`);
        }
        seen.faults.push(...unwantedIn(result.metafile));
        return { errors: seen.faults.map((text) => ({ text })) };
      });
    },
  };
}

function versionFaults(sdkFolder: string): string[] {
  const { version } = JSON.parse(readFileSync(path.join(sdkFolder, '../package.json'), 'utf8')) as {
    version: string;
  };
  if (version.startsWith(VERIFIED_SDK)) return [];
  return [
    `${SDK} is ${version}, and start-up was checked on ${VERIFIED_SDK}x: run the bench and the compatibility tests, then change VERIFIED_SDK`,
  ];
}

function unwantedIn(metafile: Metafile | undefined): string[] {
  const found = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && UNWANTED.test(file))
      .map(([file]) => file),
  );
  return found.length === 0
    ? []
    : [`${found.length} unwanted files are in the bundle, ${found[0]} among them`];
}
