import { byteSize } from '../../../../networks/count/byte-size.js';
import { type CropArea, crop } from '../../../domain/media/convert/crop.js';
import { oneAtATime } from '../../../domain/media/convert/one-at-a-time.js';
import { readWhole } from '../../../domain/media/convert/read-whole.js';
import { NoConverter, NotConverted } from '../../../domain/media/convert/render.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { SentFile } from '../../../operations/sent-file.js';
import type { Services } from '../../../operations/services.js';
import { accountsOf } from '../../channels/accounts-of.js';
import type { Form } from '../../form.js';
import { ProblemNotice } from '../../layout/problem.js';
import { htmlResponse } from '../../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../../routes.js';
import type { User } from '../../user.js';
import { MediaItem } from '../media-field.js';
import { trayNamed } from '../trays.js';
import { CropDialog, type CropFrom, isPicture, type Picture } from './crop-dialog.js';

/** Cropping a picture to a new file. */
export function addCrop(routes: PageRoutes, services: Pick<Services, 'media'>): void {
  routes.get('/media/:key/crop', showDialog);

  routes.post('/media/:key/crop', async (visit) => {
    const { user, form, param, context, redirect } = visit;
    try {
      const picture = await pictureOf(user, param('key'));
      const saved = await saveCropped(user, picture, areaIn(form, picture), services);
      if (fromOf(form.text('from')) === 'file') return redirect(`/media/${saved.key}`);
      const alt = form.text('alt') || (saved.altText ?? '');
      const tray = trayNamed(form.text('tray'));
      return htmlResponse(context, <MediaItem storageKey={saved.key} medium={saved} alt={alt} tray={tray} />);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      return refused(visit, error);
    }
  });
}

const fromOf = (given: string | null): CropFrom => (given === 'file' ? 'file' : 'post');

async function showDialog({ user, param, query, context }: Visit) {
  const medium = await pictureOf(user, param('key'));
  const accounts = await accountsOf(user);
  const chosen = accounts.filter(({ id }) => query.getAll('account').includes(id));
  const platforms = (chosen.length === 0 ? accounts : chosen).map(({ platform }) => platform);
  const from = fromOf(query.get('from'));
  const tray = trayNamed(query.get('tray'));
  return htmlResponse(context, CropDialog({ medium, from, tray, platforms, csrfToken: user.csrfToken }));
}

async function pictureOf(user: User, key: string): Promise<Picture> {
  const medium = await user.call('media.get', { path: { key } });
  if (!isPicture(medium)) throw new RequestRefused('media_invalid', 'Only images can be cropped.');
  return medium;
}

/** @throws RequestRefused if the area is not inside the picture */
function areaIn(form: Form, { width, height }: Picture): CropArea {
  const [left = -1, top = -1] = [form.whole('left'), form.whole('top')];
  const area = { left, top, width: form.whole('width') ?? 0, height: form.whole('height') ?? 0 };
  const isInside =
    left >= 0 &&
    top >= 0 &&
    area.width > 0 &&
    area.height > 0 &&
    left + area.width <= width &&
    top + area.height <= height;
  if (isInside) return area;
  throw new RequestRefused(
    'validation_failed',
    `The frame must be inside the image, which is ${width} × ${height} pixels large.`,
  );
}

/** Uploads the part of a picture as a new file, which gets the alt text of the picture. */
async function saveCropped(user: User, picture: Picture, area: CropArea, services: Pick<Services, 'media'>) {
  const { sha256, contentType, altText } = picture;
  const bytes = await oneAtATime(async () => {
    const whole = await readWhole(services.media.open({ workspaceId: user.workspace.id, sha256 }));
    return crop(whole, area, contentType);
  }).catch((error: unknown) => {
    if (error instanceof NotConverted) throw new RequestRefused('media_invalid', error.message);
    if (error instanceof NoConverter) throw new RequestRefused('unavailable', error.message);
    throw error;
  });
  const file = fileOf(bytes, croppedName(picture, area));
  const { media } = await user.call('media.create', { file });
  const [medium] = media;
  if (!medium) throw new Error(`No file of ${byteSize(bytes.length)} was stored.`);
  if (altText === null || medium.altText !== null) return medium;
  return user.call('media.update', { path: { key: medium.key }, body: { altText } });
}

function fileOf(bytes: Uint8Array, filename: string): SentFile {
  const once = async function* () {
    yield bytes;
  };
  return { declaredBytes: bytes.length, filename, bytes: once(), parseForm: null };
}

/** `beans.jpg` becomes `beans-1080x1350.jpg`. */
function croppedName({ filename, contentType }: Picture, { width, height }: CropArea): string {
  const name = filename ?? `image.${contentType.replace('image/', '').replace('jpeg', 'jpg')}`;
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return `${stem}-${width}x${height}${dot > 0 ? name.slice(dot) : ''}`;
}

/** A toast would be behind the dialog. */
function refused({ context }: FormVisit, error: RequestRefused): Promise<Response> {
  const problem = error.toProblem(context.requestId);
  const headers = { 'HX-Retarget': '#crop-problem', 'HX-Reswap': 'innerHTML' };
  return htmlResponse(context, <ProblemNotice problem={problem} />, { status: problem.status, headers });
}
