import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fixture } from '../../../support/media/media-file.js';
import type { Job } from '../support/job.js';

const video: Job = {
  name: 'a video with a cover',
  says: 'Put kettle.mp4 on YouTube now, public, not made for kids, title “How a kettle is made”, with cover.jpg as its cover.',
  now: '2026-12-01T10:00:00+01:00',
  async prepare({ mediaRoot }) {
    await writeFile(join(mediaRoot, 'kettle.mp4'), fixture('film.mp4'));
    await writeFile(join(mediaRoot, 'cover.jpg'), fixture('photo.jpg'));
    return { folder: mediaRoot };
  },
  steps: [
    {
      tool: 'upload_media',
      args: ({ before }) => ({ path: `${before?.['folder']}/kettle.mp4` }),
      as: 'film',
    },
    {
      tool: 'upload_media',
      args: ({ before }) => ({ path: `${before?.['folder']}/cover.jpg` }),
      as: 'cover',
    },
    {
      tool: 'create_post',
      args: ({ film, cover }) => ({
        text: 'From a flat sheet to the first cup, in one minute.',
        platform: 'youtube',
        mediaUrls: [film?.['key']],
        overrides: [
          {
            target: 'youtube',
            title: 'How a kettle is made',
            privacy: 'public',
            madeForKids: false,
            cover: cover?.['key'],
          },
        ],
        scheduleMode: 'now',
      }),
    },
    {
      happens: 'YouTube takes a minute for the video.',
      run: ({ test }) => test.clock.advance({ minutes: 1 }),
    },
    { tool: 'get_post', args: ({ create_post }) => ({ id: create_post?.['id'], waitSeconds: 30 }) },
  ],
  posts: ['published Tue 2026-12-01 10:00 youtube: From a flat sheet to the first cup, in one minute.'],
  received: [
    'youtube @FernhillCoffee: How a kettle is made / From a flat sheet to the first cup, in one minute.',
  ],
  async check({ test }) {
    const [post] = await test.posts.search();
    expect(post?.media[0]?.coverUrl).toEqual(expect.any(String));
  },
};

const board: Job = {
  name: 'a board on Pinterest',
  says: 'Pin beans.jpg to our board for brewing, with a link to the shop, tomorrow at 9. Its number is 549755885175.',
  gives: [{ at: '2026-12-02T09:00+01:00', on: ['pinterest'] }],
  now: '2026-12-01T10:00:00+01:00',
  async prepare({ mediaRoot }) {
    await writeFile(join(mediaRoot, 'beans.jpg'), fixture('photo.jpg'));
    return { folder: mediaRoot };
  },
  steps: [
    { tool: 'upload_media', args: ({ before }) => ({ path: `${before?.['folder']}/beans.jpg` }) },
    {
      tool: 'create_post',
      args: ({ upload_media }) => ({
        text: 'Huila, washed: red apple and cane sugar.',
        platform: 'pinterest',
        mediaUrls: [upload_media?.['key']],
        altTexts: ['A handful of roasted beans'],
        overrides: [{ target: 'pinterest', boardId: '549755885175', link: 'https://fernhill.example/huila' }],
        scheduledAt: 'tomorrow 9:00',
      }),
    },
  ],
  posts: ['scheduled Wed 2026-12-02 09:00 pinterest: Huila, washed: red apple and cane sugar.'],
};

export const MEDIA: readonly Job[] = [video, board];
