import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_ROUTES } from '../../../../test/hostile/support/dashboard-routes.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { ROUTES_WITH_RIGHT, rightOfAddress, rightOfRoute } from './rights-of-paths.js';

/** What people do with their own account, browsers and assistants, whatever their role is. */
const OWN = /^\/(authorize|settings\/(sign-in|assistants))(\/|$)/;

/** Pages that everybody in the workspace may read. */
const READ_BY_ALL = [
  ...['/', '/live', '/posts', '/posts/:id', '/media', '/media/:key', '/media/:key/crop'],
  ...['/calendar', '/calendar/entries', '/insights', '/schedules', '/inbox', '/inbox/comments/:id'],
  ...['/inbox/conversations/:id', '/inbox/conversations/:id/write', '/channels', '/activity'],
  ...['/settings', '/settings/people', '/settings/labels', '/settings/texts', '/settings/webhooks'],
  '/settings/alerts',
  ...['/settings/webhooks/:id', '/settings/webhooks/:id/deliveries/:deliveryId'],
];

let test: BackendUnderTest;
let routes: readonly string[];
beforeAll(async () => {
  test = await BackendUnderTest.start();
  const open = DASHBOARD_ROUTES.filter(({ isOpen }) => isOpen).map(({ method, path }) => `${method} ${path}`);
  routes = (await test.backend.routes())
    .filter(({ method, path }) => /^(GET|POST)$/.test(method) && !path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !open.includes(route) && !/ \/(healthz|readyz|openapi\.json)$/.test(route));
});
afterAll(() => test.close());

const without = (method: 'GET' | 'POST') =>
  routes
    .filter((route) => route.startsWith(`${method} `))
    .map((route) => route.slice(method.length + 1))
    .filter((path) => rightOfRoute(method, path) === null && !OWN.test(path))
    .sort();

describe('the table of rights', () => {
  it('has every form of the router that acts on the workspace', () => {
    expect(routes.length).toBeGreaterThan(100);
    expect(without('POST')).toEqual([]);
  });

  it('has every page of the router, except those that everybody may read', () => {
    expect(without('GET')).toEqual([...READ_BY_ALL].sort());
  });

  it('has no route that the router lacks, and none twice', () => {
    expect(ROUTES_WITH_RIGHT.filter((route) => !routes.includes(route))).toEqual([]);
    expect(new Set(ROUTES_WITH_RIGHT).size).toBe(ROUTES_WITH_RIGHT.length);
  });

  it('finds each of its routes at an address', () => {
    for (const route of ROUTES_WITH_RIGHT) {
      const [method, path = ''] = route.split(' ') as ['GET' | 'POST', string];
      const address = `${path.replaceAll(/:\w+/g, 'x1')}?from=here#there`;
      expect([route, rightOfAddress(method, address)]).toEqual([route, rightOfRoute(method, path)]);
    }
  });
});
