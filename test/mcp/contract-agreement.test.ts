import { describe, expect, it } from 'vitest';
import { CommentListQuery, CreateComment, ThreadQuery } from '../../src/contract/inbox/comments.js';
import { ConversationListQuery } from '../../src/contract/inbox/conversations.js';
import { CreateMessage, MessageListQuery } from '../../src/contract/inbox/messages.js';
import { ResolveSend } from '../../src/contract/inbox/replies.js';
import { ListQuery } from '../../src/contract/lists.js';
import { MediaRequest } from '../../src/contract/media/media.js';
import { PLATFORMS } from '../../src/contract/platforms.js';
import {
  DeletePostQuery,
  PublishPost,
  ResolvePost,
  RetryPost,
  UpdatePost,
} from '../../src/contract/posts/changes.js';
import {
  CreatePost,
  DISCLOSURES,
  Override,
  POST_TYPES,
  PRIVACIES,
  PROPOSED_MODES,
  ProposedTime,
  SCHEDULE_MODES,
  ValidatePost,
} from '../../src/contract/posts/content.js';
import { MAX_WAIT_SECONDS, PostListQuery } from '../../src/contract/posts/posts.js';
import { POST_STATUSES } from '../../src/contract/posts/status.js';
import {
  CreateSchedule,
  DeleteScheduleQuery,
  ScheduleListQuery,
  UpdateSchedule,
} from '../../src/contract/schedules/schedules.js';
import { SlotListQuery } from '../../src/contract/schedules/slots.js';
import { IngestSource } from '../../src/contract/sources/sources.js';
import { getComment } from '../../src/mcp/tools/inbox/get-comment.definition.js';
import { listComments } from '../../src/mcp/tools/inbox/list-comments.definition.js';
import { listConversations } from '../../src/mcp/tools/inbox/list-conversations.definition.js';
import { listMessages } from '../../src/mcp/tools/inbox/list-messages.definition.js';
import { replyToComment } from '../../src/mcp/tools/inbox/reply-to-comment.definition.js';
import { sendMessage } from '../../src/mcp/tools/inbox/send-message.definition.js';
import { uploadMedia } from '../../src/mcp/tools/media/upload-media.definition.js';
import { cancelPost } from '../../src/mcp/tools/posts/cancel-post.definition.js';
import { createPost } from '../../src/mcp/tools/posts/create-post.definition.js';
import { getPost } from '../../src/mcp/tools/posts/get-post.definition.js';
import { listPosts } from '../../src/mcp/tools/posts/list-posts.definition.js';
import { publishPost } from '../../src/mcp/tools/posts/publish-post.definition.js';
import { resolvePost } from '../../src/mcp/tools/posts/resolve-post.definition.js';
import { retryPost } from '../../src/mcp/tools/posts/retry-post.definition.js';
import { updatePost } from '../../src/mcp/tools/posts/update-post.definition.js';
import { validatePost } from '../../src/mcp/tools/posts/validate-post.definition.js';
import { createSchedule } from '../../src/mcp/tools/schedules/create-schedule.definition.js';
import { deleteSchedule } from '../../src/mcp/tools/schedules/delete-schedule.definition.js';
import { listSchedules } from '../../src/mcp/tools/schedules/list-schedules.definition.js';
import { listSlots } from '../../src/mcp/tools/schedules/list-slots.definition.js';
import { updateSchedule } from '../../src/mcp/tools/schedules/update-schedule.definition.js';
import { ingestSource } from '../../src/mcp/tools/sources/ingest-source.definition.js';

/** Arguments that every tool may add to those of the API: object id, action, confirmation and response format. */
const OWN = ['id', 'idempotencyKey', 'confirmToken', 'response_format'];

/** Deliberate differences between a tool and the API. */
interface Difference {
  /** Arguments that only the tool accepts. */
  readonly own?: readonly string[];
  /** Fields that only the API accepts. */
  readonly api?: readonly string[];
}

const ROWS: readonly (readonly [
  tool: { name: string; input: object },
  contract: { shape: object },
  difference?: Difference,
])[] = [
  [createPost, CreatePost],
  // A stored post is read, and validated as stored.
  [validatePost, ValidatePost, {}],
  // Its accounts are identified by their ids.
  [updatePost, UpdatePost, { api: ['platform', 'platforms'] }],
  [publishPost, PublishPost],
  [retryPost, RetryPost],
  [resolvePost, ResolvePost],
  // It also deletes what is published, which is another operation.
  [cancelPost, DeletePostQuery, { own: ['ids', 'published'] }],
  // Several times are written in `startTime`.
  [createSchedule, CreateSchedule, { api: ['moreTimes'] }],
  [updateSchedule, UpdateSchedule, { api: ['moreTimes'] }],
  // It sends the version that it showed.
  [deleteSchedule, DeleteScheduleQuery, { api: ['version'] }],
  [listPosts, PostListQuery],
  [listSlots, SlotListQuery],
  [listSchedules, ScheduleListQuery],
  [listComments, CommentListQuery],
  [listConversations, ConversationListQuery],
  // A long text is continued by message id and offset.
  [listMessages, MessageListQuery, { own: ['messageId', 'offset'] }],
  [getComment, ThreadQuery, { own: ['offset'] }],
  // The comment determines the post and account; a comment on one’s own post is not a reply.
  [
    replyToComment,
    CreateComment,
    { own: ['commentId', 'replies', 'outcome'], api: ['parentCommentId', 'postId', 'accountId'] },
  ],
  // Only people reply as a human agent.
  [sendMessage, CreateMessage, { own: ['messageId', 'outcome'], api: ['humanAgent'] }],
  [ingestSource, IngestSource, { own: ['sourceId', 'offset'] }],
  // The type of a file is detected from its bytes. Its alt text is set by a second request.
  [uploadMedia, MediaRequest, { own: ['path', 'uploadId', 'altText'], api: ['contentType'] }],
];

const namesOf = (fields: object): string[] => Object.keys(fields).sort();
const without = (fields: object, left: readonly string[]): string[] =>
  namesOf(fields).filter((name) => !left.includes(name));

describe('the tool definitions agree with the contract', () => {
  it.each(ROWS.map((row) => [row[0].name, ...row] as const))(
    'in the arguments of %s',
    (_name, tool, contract, { own = [], api = [] } = {}) => {
      const besides = [...OWN, ...own].filter((name) => !(name in contract.shape));
      expect(without(tool.input, besides)).toEqual(without(contract.shape, api));
      // A listed difference that no longer exists must be removed from the list.
      expect(own.filter((name) => !(name in tool.input) || name in contract.shape)).toEqual([]);
      expect(api.filter((name) => !(name in contract.shape) || name in tool.input)).toEqual([]);
    },
  );

  it('in the overrides per target, and in a draft’s proposed time', () => {
    expect(namesOf(createPost.input.overrides.items.fields)).toEqual(namesOf(Override.shape));
    expect(namesOf(createPost.input.proposed.fields)).toEqual(namesOf(ProposedTime.shape));
  });

  it('in the fields of each of several replies', () => {
    const { fields } = replyToComment.input.replies.items;
    expect(without(fields, ['commentId'])).toEqual(
      without(CreateComment.shape, ['parentCommentId', 'postId', 'accountId', 'allowDuplicate']),
    );
  });

  it('in the enum values', () => {
    const { fields } = createPost.input.overrides.items;
    expect(createPost.input.platform.values).toEqual(PLATFORMS);
    expect(createPost.input.scheduleMode.values).toEqual(SCHEDULE_MODES);
    expect(publishPost.input.scheduleMode.values).toEqual(PROPOSED_MODES);
    expect(fields.privacy.values).toEqual(PRIVACIES);
    expect(fields.disclosure.items.values).toEqual(DISCLOSURES);
    expect(fields.postType.values).toEqual(POST_TYPES);
    expect(getPost.input.waitSeconds.maximum).toBe(MAX_WAIT_SECONDS);
    expect(resolvePost.input.outcome.values).toEqual(ResolvePost.shape.outcome.options);
    expect(listSlots.input.state.values).toEqual(SlotListQuery.shape.state.unwrap().options);
    expect(updateSchedule.input.existing.values).toEqual(UpdateSchedule.shape.existing.unwrap().options);
    expect(listComments.input.order.values).toEqual(CommentListQuery.shape.order.unwrap().options);
    expect(listConversations.input.order.values).toEqual(ConversationListQuery.shape.order.unwrap().options);
    for (const { input } of [replyToComment, sendMessage])
      expect(input.outcome.values).toEqual(ResolveSend.shape.outcome.options);
  });

  it('in the limits', () => {
    for (const { input } of [listComments, listConversations, listMessages, getComment]) {
      expect(ListQuery.limit.parse(String(input.limit.maximum))).toBe(input.limit.maximum);
      expect(ListQuery.limit.safeParse(String(input.limit.maximum + 1)).success).toBe(false);
    }
    const longest = 'a'.repeat(replyToComment.input.text.maxLength);
    expect(CreateComment.shape.text.safeParse(longest).success).toBe(true);
    expect(CreateComment.shape.text.safeParse(`${longest}a`).success).toBe(false);
    const media = Array.from({ length: sendMessage.input.mediaUrls.maxItems }, () => 'med_1');
    expect(CreateMessage.shape.mediaUrls.safeParse(media).success).toBe(true);
    expect(CreateMessage.shape.mediaUrls.safeParse([...media, 'med_1']).success).toBe(false);
  });

  it('in the values of multi-value filters', () => {
    const { status, kind } = listPosts.input;
    expect(PostListQuery.parse({ status: status.items.values.join(',') }).status).toEqual(
      status.items.values,
    );
    expect(status.items.values).toEqual([...POST_STATUSES, 'attention', 'approval']);
    expect(PostListQuery.parse({ kind: kind.items.values.join(',') }).kind).toEqual(kind.items.values);
    const { state, platform } = listComments.input;
    expect(CommentListQuery.parse({ state: state.items.values.join(',') }).state).toEqual(state.items.values);
    expect(platform.values).toEqual(PLATFORMS);
    const { window } = listConversations.input;
    expect(ConversationListQuery.parse({ window: window.items.values.join(',') }).window).toEqual(
      window.items.values,
    );
  });
});
