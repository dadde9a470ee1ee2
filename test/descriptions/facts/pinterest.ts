import type { Facts } from './fact.js';

/** What Pinterest's description leaves out: the place for the files of videos. The fields come with the answer that opens it. */
export const PINTEREST_FILES: Facts = {
  source: 'https://developers.pinterest.com/docs/content/create-a-pin/: Video Pins',
  asOf: '2026-11',
  facts: [
    {
      call: 'POST https://pinterest-media-upload.s3-accelerate.amazonaws.com/',
      form: {
        key: 'text',
        'policy?': 'text',
        'Content-Type?': 'text',
        file: 'text',
        'x-amz-algorithm?': 'text',
        'x-amz-credential?': 'text',
        'x-amz-date?': 'text',
        'x-amz-signature?': 'text',
        'x-amz-security-token?': 'text',
      },
      answers: { 204: null },
    },
  ],
};
