import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FILE_VARIABLES } from '../../src/cli/settings/secret-files.js';
import { VERSION } from '../../src/version.js';
import { commandRead } from '../cli/support/typed-line.js';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly profiles?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { ipam?: { config: { subnet: string }[] } } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
}

const file: ComposeFile = parse(TEXT, { merge: true });
const services = Object.entries(file.services);

/** A value with `${NAME:-default}` and `${NAME:?why}` replaced, as Compose does. */
function interpolated(text: string, env: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const value = env[name] || (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name}: ${rest}`);
    return value;
  });
}

describe('the Compose file', () => {
  it('is valid by the schema of the Compose specification', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/compose/compose-spec.json'), 'utf8'));
    // Ajv knows this draft by its address with http.
    delete schema.$schema;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(parse(TEXT, { merge: true })), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...file, services: { postrider: { read_onyl: true } } })).toBe(false);
  });

  it.each(services)('gives %s no more than it needs', (_, service) => {
    expect(service.image).not.toMatch(/:latest$|^[^:]+$/);
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.restart).toBe('unless-stopped');
    expect(service.stop_grace_period).toMatch(/^\d+(s|m)$/);
    // Nobody restarts or gives up on a database that is migrating.
    expect(service.healthcheck?.start_period).toMatch(/^\d+m$/);
    expect(TEXT).not.toMatch(/privileged:|network_mode:|docker\.sock/);
  });

  it('declares every volume, network and secret that a service names, and no other', () => {
    const used = (field: 'networks' | 'secrets' | 'volumes'): string[] =>
      [...new Set(services.flatMap(([, service]) => service[field] ?? []))]
        .map((name) => name.split(':')[0] ?? '')
        .filter((name) => !name.startsWith('.'))
        .sort();
    for (const field of ['networks', 'secrets', 'volumes'] as const) {
      expect(used(field)).toEqual(Object.keys(file[field]).sort());
    }
    expect(Object.values(file.secrets).map((secret) => secret.file)).toEqual(
      Object.keys(file.secrets).map((name) => `./secrets/${name}`),
    );
  });

  it('starts with the embedded database alone, and the rest by profile', () => {
    const inProfiles = services.map(([name, { profiles = [] }]) => [name, profiles]);
    expect(inProfiles).toEqual([
      ['postrider', []],
      ['postgres', ['postgres']],
      ['caddy', ['caddy']],
    ]);
  });

  it('runs this version with a valid command, as the user of the image', async () => {
    const { postrider } = file.services;
    if (postrider === undefined) throw new Error('there is no service postrider');
    expect(interpolated(postrider.image)).toBe(`ghcr.io/postrider/postrider:${VERSION}`);
    const words = (postrider.command ?? []).map((word) =>
      interpolated(word, { POSTRIDER_HOST: 'post.example.org' }),
    );
    expect(words).toContain('--public-url=https://post.example.org');
    expect(await commandRead(words)).toBe('serve');
    expect(await commandRead(postrider.healthcheck?.test.slice(2) ?? [])).toBe('health');
    expect(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')).toContain(`USER ${postrider.user}\n`);
    // Only Caddy and this machine reach it, and what they say of the client is believed.
    expect(postrider.ports).toEqual(['127.0.0.1:4747:4747']);
    expect(words).toContain(`--trusted-proxies=${file.networks['proxy']?.ipam?.config[0]?.subnet}`);
    expect(() => postrider.command?.map((word) => interpolated(word))).toThrow('Set POSTRIDER_HOST');
  });

  it('gives secrets as files, by variables that exist', () => {
    const given = Object.keys(file.services['postrider']?.environment ?? {});
    expect(given.filter((name) => !FILE_VARIABLES.includes(name))).toEqual([]);
    expect(TEXT).not.toMatch(/(PASSWORD|SECRET|KEY|TOKEN)\w*(?<!_FILE): /);
    for (const [, { environment = {}, secrets = [] }] of services) {
      const paths = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(paths.every((path) => secrets.includes(path.slice('/run/secrets/'.length)))).toBe(true);
    }
  });

  it('is described at its head with variables that it has', () => {
    const head = TEXT.slice(0, TEXT.indexOf('name:'));
    const said = [...head.matchAll(/^# {3}([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(new Set(said)).toEqual(new Set(['POSTRIDER_HOST', 'COMPOSE_PROFILES', 'DATABASE_URL_FILE']));
    for (const name of ['POSTRIDER_HOST', 'DATABASE_URL_FILE']) expect(TEXT).toContain(`\${${name}:`);
  });
});
