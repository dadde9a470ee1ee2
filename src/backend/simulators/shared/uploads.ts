import { isRecord } from '../../../base/is-record.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { SimulatedFile, SimulatedMedia, SimulatedUpload } from '../simulator.js';
import type { SimulatedCall } from './network-server.js';

/** What an account asks of its network. */
export type AccountCall = Pick<SimulatedCall, 'account' | 'context'>;

/** The file stored in an upload; null: it has none. */
export function fileIn(state: unknown): SimulatedFile | null {
  if (!isRecord(state)) return null;
  const { sha256, contentType, bytes } = state;
  return typeof sha256 === 'string' && typeof contentType === 'string' && typeof bytes === 'number'
    ? { sha256, contentType, bytes }
    : null;
}

/** The files stored in an upload. */
export function filesIn(state: unknown, name: string): readonly SimulatedFile[] {
  return listAt(state, name).flatMap((one) => fileIn(one) ?? []);
}

/** Stores an upload of the calling account. */
export async function noteUpload(
  { account, context }: AccountCall,
  uploadId: string,
  state: SimulatedUpload['state'],
): Promise<void> {
  const { networkUserId } = account;
  await context.memory.putUploads({ uploadId, networkUserId, state, createdAt: context.now });
}

/** An upload of the calling account; null: the id is unknown. */
export async function ownUpload(
  { account, context }: AccountCall,
  uploadId: string,
): Promise<SimulatedUpload | null> {
  const upload = await context.memory.uploadById(uploadId);
  return upload?.networkUserId === account.networkUserId ? upload : null;
}

/** The media of a post, from uploads that hold a `file` and optionally an `altText`. */
export function mediaOfUploads(uploads: readonly SimulatedUpload[]): readonly SimulatedMedia[] {
  return uploads.flatMap(({ state }) => {
    const file = fileIn(valueAt(state, 'file'));
    const cover = fileIn(valueAt(state, 'cover'));
    // Graph API networks store the description in the container's fields.
    const altText = textAt(state, 'altText') ?? textAt(state, 'fields', 'alt_text');
    return file ? [{ ...file, altText, ...(cover && { cover }) }] : [];
  });
}
