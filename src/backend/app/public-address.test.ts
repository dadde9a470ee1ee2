import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.js';

it.each(['https://post.northwind.com', 'https://post.northwind.com:8443', 'https://8.8.8.8'])(
  'networks can fetch files from %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  'http://post.northwind.com',
  'http://127.0.0.1:4747',
  'https://localhost',
  'https://192.168.1.20',
  'https://[fd12::1]',
  'https://nas',
  'https://nas.local',
  'https://post.internal',
])('networks cannot fetch files from %s', (address) => expect(isPublicAddress(address)).toBe(false));
