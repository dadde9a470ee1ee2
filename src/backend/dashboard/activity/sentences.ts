import type { ActivityEntry } from '../../../contract/service/activity.js';
import type { ActivityOperation } from '../../store/activity.js';
import { fieldName } from '../posts/field-names.js';

/**
 * The verb as infinitive and past tense, and the rest. What stands in braces is replaced by the name of the object, if
 * it is known: `could not edit a post`, `edited “Launch day”`.
 */
export type Sentence = readonly [infinitive: string, past: string, rest: string];

/** What each operation is called in a sentence about who did it. */
const SENTENCES: Readonly<Record<ActivityOperation, Sentence>> = {
  'POST /mcp': ['connect', 'connected', 'over MCP'],
  'me.get': ['look up', 'looked up', 'its API key and workspace'],
  'accounts.list': ['list', 'listed', 'the channels'],
  'accounts.get': ['read', 'read', '{a channel}'],
  'accounts.update': ['change', 'changed', '{a channel}'],
  'accounts.check': ['check', 'checked', '{a channel}'],
  'accounts.disconnect': ['disconnect', 'disconnected', '{a channel}'],
  'apps.list': ['list', 'listed', 'the apps at networks'],
  'apps.get': ['read', 'read', 'an app at a network'],
  'apps.set': ['set', 'set', 'an app at a network'],
  'apps.remove': ['remove', 'removed', 'an app at a network'],
  'connections.start': ['begin', 'began', 'to connect a channel'],
  'connections.get': ['check', 'checked', 'whether a channel is connected'],
  'connections.finish': ['connect', 'connected', '{a channel}'],
  'posts.create': ['create', 'created', '{a post}'],
  'posts.validate': ['check', 'checked', 'a post without creating it'],
  'posts.createBatch': ['create', 'created', 'several posts'],
  'posts.validateBatch': ['check', 'checked', 'several posts without creating them'],
  'posts.list': ['list', 'listed', 'posts'],
  'posts.count': ['count', 'counted', 'posts'],
  'posts.get': ['read', 'read', '{a post}'],
  'posts.metrics': ['read', 'read', 'the numbers of {a post}'],
  'insights.get': ['compare', 'compared', 'the numbers of posts'],
  'accounts.metrics': ['read', 'read', 'the followers of {an account}'],
  'posts.update': ['edit', 'edited', '{a post}'],
  'posts.delete': ['cancel', 'cancelled', '{a post}'],
  'posts.publish': ['publish', 'asked to publish', '{a post}'],
  'posts.retry': ['retry', 'retried', '{a post}'],
  'posts.resolve': ['say', 'said', 'what came of {a post}'],
  'posts.deletePublished': ['delete', 'deleted', '{a published post} from its networks'],
  'posts.approve': ['approve', 'approved', '{a draft}'],
  'posts.reject': ['reject', 'rejected', '{a draft}'],
  'posts.reopen': ['take back', 'took back', 'the decision about {a post}'],
  'posts.remarks': ['read', 'read', 'the remarks about {a post}'],
  'posts.addRemark': ['write', 'wrote', 'a remark about {a post}'],
  'posts.deleteRemark': ['delete', 'deleted', 'a remark about {a post}'],
  'labels.list': ['list', 'listed', 'the labels'],
  'labels.create': ['create', 'created', '{a label}'],
  'labels.update': ['change', 'changed', '{a label}'],
  'labels.delete': ['delete', 'deleted', '{a label}'],
  'savedTexts.list': ['list', 'listed', 'the saved texts'],
  'savedTexts.create': ['save', 'saved', '{a text}'],
  'savedTexts.update': ['change', 'changed', '{a saved text}'],
  'savedTexts.delete': ['delete', 'deleted', '{a saved text}'],
  'media.create': ['upload', 'uploaded', '{a file}'],
  'media.list': ['list', 'listed', 'the media library'],
  'media.get': ['look at', 'looked at', '{a file}'],
  'media.update': ['change', 'changed', 'the alt text of {a file}'],
  'media.delete': ['delete', 'deleted', '{a file}'],
  'schedules.list': ['list', 'listed', 'the schedules'],
  'schedules.create': ['create', 'created', '{a schedule}'],
  'schedules.update': ['change', 'changed', '{a schedule}'],
  'schedules.delete': ['delete', 'deleted', '{a schedule}'],
  'queue.slots': ['list', 'listed', 'the open slots'],
  'calendar.get': ['read', 'read', 'the calendar'],
  'events.list': ['read', 'read', 'the events'],
  'activity.list': ['read', 'read', 'this activity'],
  'testEvents.trigger': ['trigger', 'triggered', 'an event'],
  'webhooks.list': ['list', 'listed', 'the webhooks'],
  'webhooks.create': ['create', 'created', '{a webhook}'],
  'webhooks.get': ['read', 'read', '{a webhook}'],
  'webhooks.update': ['change', 'changed', '{a webhook}'],
  'webhooks.delete': ['delete', 'deleted', '{a webhook}'],
  'webhooks.test': ['send', 'sent', 'a test event to {a webhook}'],
  'webhooks.rotateSecret': ['rotate', 'rotated', 'the secret of {a webhook}'],
  'webhooks.deliveries': ['list', 'listed', 'the deliveries of {a webhook}'],
  'webhooks.delivery': ['read', 'read', 'a delivery of {a webhook}'],
  'webhooks.resend': ['send', 'sent', 'an event to {a webhook} again'],
  'sources.ingest': ['read', 'read', '{a source}'],
  'sources.list': ['list', 'listed', 'the sources'],
  'sources.get': ['read', 'read', '{a source}'],
  'sources.delete': ['delete', 'deleted', '{a source}'],
  'comments.list': ['list', 'listed', 'comments'],
  'comments.get': ['read', 'read', '{a comment}'],
  'comments.create': ['write', 'wrote', '{a comment}'],
  'comments.read': ['mark', 'marked', '{a comment} as read'],
  'comments.hide': ['hide', 'hid', '{a comment}'],
  'comments.unhide': ['show', 'showed', '{a comment} again'],
  'comments.delete': ['delete', 'deleted', '{a comment}'],
  'comments.resolve': ['say', 'said', 'what came of {a comment}'],
  'conversations.list': ['list', 'listed', 'conversations'],
  'conversations.get': ['read', 'read', '{a conversation}'],
  'conversations.read': ['mark', 'marked', '{a conversation} as read'],
  'messages.list': ['read', 'read', 'messages'],
  'messages.get': ['read', 'read', '{a message}'],
  'messages.create': ['send', 'sent', '{a message}'],
  'messages.resolve': ['say', 'said', 'what came of {a message}'],
  'testClock.get': ['read', 'read', 'the sandbox’s clock'],
  'testClock.move': ['move', 'moved', 'the sandbox’s clock'],
  'testAccounts.connect': ['connect', 'connected', '{a simulated channel}'],
  'testAccounts.expire': ['expire', 'expired', 'the access of {a simulated channel}'],
  'testAccounts.disconnect': ['disconnect', 'disconnected', '{a simulated channel}'],
  'testFaults.list': ['list', 'listed', 'the simulated faults'],
  'testFaults.set': ['set', 'set', 'a simulated fault'],
  'testFaults.clear': ['clear', 'cleared', 'the simulated faults'],
  'testOutbox.list': ['list', 'listed', 'what the simulated networks received'],
  'testMetrics.set': ['set', 'set', 'the numbers of a post on a simulated network'],
  'testAnswers.list': ['list', 'listed', 'the replies on the simulated networks'],
  'testInbound.create': ['simulate', 'simulated', 'comments or messages'],
  'testWorkspace.reset': ['reset', 'reset', 'the sandbox'],
  'testSnapshots.list': ['list', 'listed', 'the snapshots of the sandbox'],
  'testSnapshots.take': ['take', 'took', 'a snapshot of the sandbox'],
  'testSnapshots.restore': ['restore', 'restored', 'a snapshot of the sandbox'],
  'testSnapshots.drop': ['delete', 'deleted', 'a snapshot of the sandbox'],
  'keys.create': ['create', 'created', '{an API key}'],
  'keys.revoke': ['revoke', 'revoked', '{an API key}'],
  'assistants.connect': ['connect', 'connected', '{an assistant}'],
  'assistants.change': ['change', 'changed', '{an assistant}'],
  'assistants.end': ['disconnect', 'disconnected', '{an assistant}'],
  'sessions.end': ['end', 'ended', 'sessions'],
  'workspace.change': ['change', 'changed', 'the workspace'],
  'alerts.list': ['list', 'listed', 'the addresses for alerts'],
  'alerts.create': ['add', 'added', 'an address for alerts'],
  'alerts.test': ['test', 'tested', 'an address for alerts'],
  'alerts.delete': ['remove', 'removed', 'an address for alerts'],
  'people.update': ['change', 'changed', 'the access of {a person}'],
  'people.remove': ['remove', 'removed', '{a person}'],
  'people.list': ['list', 'listed', 'the people of the workspace'],
  'people.sessions': ['list', 'listed', 'the sessions of {a person}'],
  'people.endSession': ['sign out', 'signed out', '{a person}'],
  'people.endSessions': ['sign out', 'signed out', '{a person}'],
  'people.join': ['join', 'joined', 'the workspace'],
  'people.rename': ['change', 'changed', 'their name'],
  'invitations.list': ['list', 'listed', 'the open invitations'],
  'invitations.create': ['invite', 'invited', 'somebody'],
  'invitations.withdraw': ['withdraw', 'withdrew', 'an invitation'],
  'password.change': ['change', 'changed', 'a password'],
  'factors.change': ['change', 'changed', 'how {a person} signs in'],
};

type Variant = readonly [summary: RegExp, sentence: Sentence, say?: (named: string) => string];

const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`;

/** Where what was done differs: how the entry's summary says so, and the sentence. `$1` is what the summary names. */
const VARIANTS: Readonly<Partial<Record<ActivityOperation, readonly Variant[]>>> = {
  'accounts.update': [
    [
      /^turned the reading of numbers (on|off)$/,
      ['turn', 'turned', '$1 the reading of numbers of {a channel}'],
    ],
    [/^(set|removed) the default board$/, ['change', 'changed', 'the default board of {a channel}']],
    [/^turned tags of links (on|off)$/, ['turn', 'turned', '$1 tags of links of {a channel}']],
  ],
  'accounts.disconnect': [[/^disconnected (.+)$/, ['disconnect', 'disconnected', '$1']]],
  'apps.set': [[/^set (the app for \w+)$/, ['set', 'set', '$1']]],
  'apps.remove': [[/^removed (the app for \w+)$/, ['remove', 'removed', '$1']]],
  'connections.start': [[/^began (.+)$/, ['begin', 'began', '$1']]],
  'connections.finish': [[/^reconnected /, ['reconnect', 'reconnected', '{a channel}']]],
  'posts.create': [
    [/^restored a deleted draft$/, ['restore', 'restored', 'a deleted draft, {a post}']],
    [/^created as draft$/, ['create', 'created', '{a post} as a draft']],
    [new RegExp(`^created as scheduled for (${INSTANT})$`), ['schedule', 'scheduled', '{a post} for $1']],
    [/^created as scheduled$/, ['schedule', 'scheduled', '{a post}']],
    [/^created as queued$/, ['publish', 'published', '{a post}']],
  ],
  'posts.update': [
    [/^moved with its schedule$/, ['move', 'moved', '{a post} with its schedule']],
    [/^changed (.+)$/, ['edit', 'edited', '{a post}: $1'], fieldNames],
  ],
  'posts.delete': [
    [/^cancelled with its schedule$/, ['cancel', 'cancelled', '{a post} with its schedule']],
    [/^deleted/, ['delete', 'deleted', '{a draft}']],
  ],
  'posts.publish': [
    [/^queued to publish now$/, ['publish', 'published', '{a post}']],
    [new RegExp(`^scheduled for (${INSTANT})$`), ['schedule', 'scheduled', '{a post} for $1']],
  ],
  'posts.approve': [
    [/^queued to publish now$/, ['approve', 'approved', '{a draft}, which published it']],
    [new RegExp(`^scheduled for (${INSTANT})$`), ['approve', 'approved', '{a draft} for $1']],
  ],
  'posts.reject': [[/^rejected: (.+)$/s, ['reject', 'rejected', '{a draft}: “$1”']]],
  'posts.resolve': [
    [/^resolved (.+) on \w+: check$/, ['look up', 'looked up', '{a post} of $1 at the network']],
    [/^resolved (.+) on \w+: published$/, ['say', 'said', 'that {a post} of $1 is published']],
    [/^resolved (.+) on \w+: send_again$/, ['send', 'sent', '{a post} of $1 again']],
  ],
  'posts.deletePublished': [[/^deleted it from (.+)$/, ['delete', 'deleted', '{a published post} from $1']]],
  'posts.reopen': [
    [/^took back an approval$/, ['take back', 'took back', 'the approval of {a post}']],
    [/^ended an approval by an edit$/, ['end', 'ended', 'the approval of {a post} by editing it']],
    [/^took back a rejection$/, ['take back', 'took back', 'the rejection of {a post}']],
  ],
  'media.update': [[/^removed /, ['remove', 'removed', 'the alt text of {a file}']]],
  'media.delete': [[/^deleted (.+)$/, ['delete', 'deleted', '$1']]],
  'testEvents.trigger': [[/^triggered (.+)$/, ['trigger', 'triggered', 'the event $1']]],
  'webhooks.create': [[/^created for (.+)$/, ['create', 'created', '{a webhook} for $1']]],
  'webhooks.update': [[/^changed (.+)$/, ['change', 'changed', '{a webhook}: $1']]],
  'webhooks.test': [[/^sent a test event: (.+)$/s, ['send', 'sent', 'a test event to {a webhook}: $1']]],
  'webhooks.resend': [[/^resent (\S+) \S+$/, ['send', 'sent', '$1 to {a webhook} again']]],
  'comments.create': [
    [/^replied to (.+) privately on \w+$/, ['reply', 'replied', 'to $1 privately']],
    [/^replied to (.+) on \w+$/, ['reply', 'replied', 'to $1 with {a comment}']],
  ],
  'messages.create': [[/^wrote to (.+) on \w+$/, ['send', 'sent', '{a message}']]],
  'testInbound.create': [[/^simulated (.+)$/, ['simulate', 'simulated', '$1']]],
  'keys.create': [[/^created .+”: (.+)$/s, ['create', 'created', '{an API key}: $1']]],
  'assistants.connect': [
    [/^connected .+”: (.+)$/s, ['connect', 'connected', '{an assistant}: $1']],
    [/^reconnected .+”: (.+)$/s, ['reconnect', 'reconnected', '{an assistant}: $1']],
    [/^reconnected /, ['reconnect', 'reconnected', '{an assistant}']],
  ],
  'assistants.change': [[/^changed .+”: (.+)$/s, ['change', 'changed', '{an assistant}: $1']]],
  'sessions.end': [[/^signed out (.+)$/, ['sign out', 'signed out', '$1']]],
  'alerts.create': [[/^(alerts to .+)$/, ['add', 'added', '$1']]],
  'alerts.test': [[/^(alerts to .+)$/, ['test', 'tested', '$1']]],
  'alerts.delete': [[/^(alerts to .+)$/, ['remove', 'removed', '$1']]],
  'workspace.change': [[/^(.+)$/, ['change', 'changed', 'the workspace: $1']]],
  'people.update': [
    [/^made (.+)$/, ['make', 'made', '$1']],
    [/^disabled (.+)$/, ['disable', 'disabled', '$1']],
    [/^enabled (.+)$/, ['enable', 'enabled', '$1']],
  ],
  'people.endSession': [[/^signed out of (.+)$/s, ['sign out', 'signed out', '{a person} of $1']]],
  'people.endSessions': [[/^signed out everywhere$/, ['sign out', 'signed out', '{a person} everywhere']]],
  'people.join': [[/^joined (.+)$/, ['join', 'joined', 'the workspace $1']]],
  'people.rename': [[/^changed (.+)$/, ['change', 'changed', '$1']]],
  'invitations.create': [[/^invited (.+)$/, ['invite', 'invited', '$1']]],
  'invitations.withdraw': [[/^withdrew (.+)$/, ['withdraw', 'withdrew', '$1']]],
  'people.remove': [[/^removed (.+)$/, ['remove', 'removed', '$1']]],
  'factors.change': [
    [/^set up (.+)$/, ['set up', 'set up', '$1']],
    [/^added (.+)$/, ['add', 'added', '$1']],
    [/^linked (.+)$/, ['link', 'linked', '$1']],
    [/^removed (.+)$/, ['remove', 'removed', '$1']],
    [/^created (.+)$/, ['create', 'created', '$1']],
    [/^used (.+)$/, ['use', 'used', '$1']],
    [/^reset (.+)$/, ['reset', 'reset', '$1']],
  ],
  'password.change': [
    [/^withdrew the password(.+)$/, ['withdraw', 'withdrew', 'the password$1']],
    [/^changed the (?:admin )?password(.+)$/, ['change', 'changed', 'the password$1']],
  ],
};

/** What was done or tried, with `$1` filled in; null: the API no longer has the operation. */
export function sentenceOf({ operation, result, summary }: ActivityEntry): Sentence | null {
  if (!isKnown(operation)) return null;
  const plain = SENTENCES[operation];
  if (result !== 'done') return plain;
  for (const [pattern, [infinitive, past, rest], say] of VARIANTS[operation] ?? []) {
    const found = pattern.exec(summary);
    if (!found) continue;
    const named = found[1] ?? '';
    // A function, because what the summary names may contain `$`.
    return [infinitive, past, rest.replace('$1', () => say?.(named) ?? named)];
  }
  return plain;
}

/** `approved the draft`: what an operation did, where the object is clear. */
export function didThe(operation: ActivityOperation): string {
  const [, past, rest] = SENTENCES[operation];
  return `${past} ${rest.replace(/\{an? ([^}]*)\}/, 'the $1')}`;
}

function fieldNames(list: string): string {
  return list.split(', ').map(fieldName).join(', ');
}

function isKnown(operation: string): operation is ActivityOperation {
  return Object.hasOwn(SENTENCES, operation);
}
