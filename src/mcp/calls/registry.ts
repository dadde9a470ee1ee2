import type { CallHandler } from '../handler.js';
import type { ToolName } from '../tools/registry.js';
import { callCancelPost } from './cancel-post.js';
import { callCreatePost } from './create-post.js';
import { callCreateSchedule } from './create-schedule.js';
import { callDeleteSchedule } from './delete-schedule.js';
import { callGetComment } from './get-comment.js';
import { callGetPost } from './get-post.js';
import { callIngestSource } from './ingest-source.js';
import { callListAccounts } from './list-accounts.js';
import { callListComments } from './list-comments.js';
import { callListConversations } from './list-conversations.js';
import { callListMessages } from './list-messages.js';
import { callListPosts } from './list-posts.js';
import { callListSchedules } from './list-schedules.js';
import { callListSlots } from './list-slots.js';
import { callPublishPost } from './publish-post.js';
import { callReplyToComment } from './reply-to-comment.js';
import { callResolvePost } from './resolve-post.js';
import { callRetryPost } from './retry-post.js';
import { callSendMessage } from './send-message.js';
import { callUpdatePost } from './update-post.js';
import { callUpdateSchedule } from './update-schedule.js';
import { callUploadMedia } from './upload-media.js';
import { callValidatePost } from './validate-post.js';

/** What carries out each tool. Loaded by the first call: a host only waits for what it lists. */
export const HANDLERS: Readonly<Record<ToolName, CallHandler>> = {
  postrider_list_accounts: callListAccounts,
  postrider_list_posts: callListPosts,
  postrider_get_post: callGetPost,
  postrider_list_slots: callListSlots,
  postrider_list_schedules: callListSchedules,
  postrider_list_comments: callListComments,
  postrider_get_comment: callGetComment,
  postrider_list_conversations: callListConversations,
  postrider_list_messages: callListMessages,
  postrider_validate_post: callValidatePost,
  postrider_upload_media: callUploadMedia,
  postrider_ingest_source: callIngestSource,
  postrider_create_post: callCreatePost,
  postrider_update_post: callUpdatePost,
  postrider_publish_post: callPublishPost,
  postrider_cancel_post: callCancelPost,
  postrider_retry_post: callRetryPost,
  postrider_resolve_post: callResolvePost,
  postrider_create_schedule: callCreateSchedule,
  postrider_update_schedule: callUpdateSchedule,
  postrider_delete_schedule: callDeleteSchedule,
  postrider_reply_to_comment: callReplyToComment,
  postrider_send_message: callSendMessage,
};
