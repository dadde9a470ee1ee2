/** Example media for the reference. */

const ok = { status: 'ok', code: null, message: null };

const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const file = `http://127.0.0.1:4747/media/files/ws_01k9x3m5t7v9b2c4d6f8g0h1jk/${sha256}`;

export const exampleMedia = {
  key: 'med_4oymiquy7qobjgx36tejs35zeq',
  kind: 'image',
  contentType: 'image/jpeg',
  bytes: 284_112,
  width: 1080,
  height: 1350,
  durationSeconds: null,
  framesPerSecond: null,
  codecs: [],
  sha256,
  filename: 'beans.jpg',
  url: `${file}?type=image%2Fjpeg&until=1796256000&signature=Vw0y8m3RkT5nQ7hJ2bL9sD1fG4cZ6xP8aE0uI3oY-iM`,
  thumbnailUrl: `${file}/thumbnail?type=image%2Fjpeg&until=1796256000&signature=c2k1Xq9BfW4rN6tK8mS0vZ3yH5jL7pD1gQ_eU2aO9iE`,
  altText: null,
  createdAt: '2026-12-01T08:00:00.000Z',
  warnings: [],
  fits: { bluesky: ok, instagram: ok },
};

export const exampleStored = {
  key: exampleMedia.key,
  keys: [exampleMedia.key],
  media: [exampleMedia],
  upload: null,
};

export const exampleUploadToken = 'r8Qm2yV0tK4nB7xW3cZ6pL9sD1fG5hJ8aE2uI4oR0vY';

export const exampleUpload = {
  uploadId: 'upl_01k9x3m5t7v9b2c4d6f8g0h1jk',
  status: 'waiting',
  offset: 8_388_608,
  bytes: 48_211_004,
  expiresAt: '2026-12-01T09:00:00.000Z',
  media: null,
};
