import type { CallHandler } from '../handler.js';
import { callListAccounts } from './accounts/list-accounts.handler.js';
import type { ToolName } from './definitions.js';
import { callGetComment } from './inbox/get-comment.handler.js';
import { callListComments } from './inbox/list-comments.handler.js';
import { callListConversations } from './inbox/list-conversations.handler.js';
import { callListMessages } from './inbox/list-messages.handler.js';
import { callReplyToComment } from './inbox/reply-to-comment.handler.js';
import { callSendMessage } from './inbox/send-message.handler.js';
import { callGetInsights } from './insights/get-insights.handler.js';
import { callUploadMedia } from './media/upload-media.handler.js';
import { callCancelPost } from './posts/cancel-post.handler.js';
import { callCreatePost } from './posts/create-post.handler.js';
import { callGetPost } from './posts/get-post.handler.js';
import { callListPosts } from './posts/list-posts.handler.js';
import { callPlanPosts } from './posts/plan-posts.handler.js';
import { callPublishPost } from './posts/publish-post.handler.js';
import { callResolvePost } from './posts/resolve-post.handler.js';
import { callRetryPost } from './posts/retry-post.handler.js';
import { callUpdatePost } from './posts/update-post.handler.js';
import { callValidatePost } from './posts/validate-post.handler.js';
import { callCreateSchedule } from './schedules/create-schedule.handler.js';
import { callDeleteSchedule } from './schedules/delete-schedule.handler.js';
import { callListSchedules } from './schedules/list-schedules.handler.js';
import { callListSlots } from './schedules/list-slots.handler.js';
import { callUpdateSchedule } from './schedules/update-schedule.handler.js';
import { callIngestSource } from './sources/ingest-source.handler.js';

/** The handler of each tool. The first call loads them: listing tools needs only their definitions. */
export const HANDLERS: Readonly<Record<ToolName, CallHandler>> = {
  postrider_list_accounts: callListAccounts,
  postrider_list_posts: callListPosts,
  postrider_get_post: callGetPost,
  postrider_get_insights: callGetInsights,
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
  postrider_plan_posts: callPlanPosts,
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
