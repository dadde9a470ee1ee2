import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Uploads a file in its own process, with the package's client or bare `node:http`, and prints the duration and peak
 * memory.
 */
const [way, url, file, apiKey] = process.argv.slice(2);

async function bare() {
  const begun = performance.now();
  const asked = request(url, { method: 'PUT' });
  const answered = new Promise((resolve, reject) => {
    asked.on('response', (response) => response.resume().on('end', resolve));
    asked.on('error', reject);
  });
  await pipeline(createReadStream(file), asked);
  await answered;
  return performance.now() - begun;
}

async function ours() {
  const { PostriderClient } = await import('../../dist/library/index.js');
  const client = new PostriderClient({ baseUrl: url, apiKey });
  await client.me.get();
  const begun = performance.now();
  const media = await client.media.upload(file);
  const milliseconds = performance.now() - begun;
  await client.media.delete(media.key);
  await client.close();
  return milliseconds;
}

const milliseconds = way === 'bare' ? await bare() : await ours();
// In kilobytes.
const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
process.stdout.write(JSON.stringify({ milliseconds, megabytes, cpu: process.cpuUsage() }));
