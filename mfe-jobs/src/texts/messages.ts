import { MESSAGE_FILES, MESSAGE_MAX } from '@dps/contract';

const messages = (count: number) => `${count} new ${count === 1 ? 'message' : 'messages'}`;

/** The texts of messages, which load with the dialog of a job and with their page. */
export const messagesTexts = {
  title: 'Messages',
  subtitle: 'Talk to the other party of your jobs',
  show: 'Show Messages',
  hide: 'Hide Messages',
  unread: (count: number) => `${count} unread`,
  loading: 'Loading messages...',
  failed: 'The messages could not be loaded. Nothing is lost; try again.',
  unavailable: 'This conversation does not exist, or you are not part of it.',
  list: {
    label: 'Conversations',
    loading: 'Loading conversations...',
    failed: 'The conversations could not be loaded. Nothing is lost; try again.',
    more: 'Show more conversations',
    loadingMore: 'Loading...',
    you: (text: string) => `You: ${text}`,
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    choose: 'No conversation open',
    chooseText: 'Choose a conversation from the list. Each job has one with each pilot.',
  },
  empty: {
    title: 'No conversations yet',
    client:
      'When a pilot has accepted your job, you can write to the pilot here, and next to the work in the job.',
    pilot:
      'When you have accepted a job, you can write to its client here, and next to your work in the job.',
    toJobs: 'Open your jobs',
    toBrowse: 'Browse Jobs',
  },
  thread: {
    label: (name: string) => `Messages with ${name}`,
    empty: (name: string) => `No messages yet. ${name} gets a notice and can read them in the job.`,
    older: 'Show older messages',
    loadingOlder: 'Loading older messages...',
    olderFailed: 'Older messages could not be loaded.',
    newest: 'Show new messages',
    arrived: messages,
    announced: (name: string, text: string) => `New message from ${name}: ${text}`,
    new: 'New',
    today: 'Today',
    yesterday: 'Yesterday',
    you: 'You',
    read: (time: string) => `Read ${time}`,
    opensNewTab: '(opens in a new tab)',
    download: (name: string) => `Download ${name}`,
    back: 'Back to all conversations',
    openPage: 'Open in Messages',
    menu: 'More actions',
  },
  state: {
    ended: {
      client: (name: string) => `${name} no longer has this job, so this conversation can only be read.`,
      pilot: 'This conversation has ended. You can only read it.',
    },
    blockedHere: 'You have blocked this conversation. Both parties can read it, and cannot write.',
    blockedThere: (name: string) =>
      `${name} has blocked this conversation. Both parties can read it, and cannot write.`,
  },
  block: {
    action: 'Block',
    title: 'Block this conversation?',
    text: (name: string) =>
      `You and ${name} can no longer write here. Both of you can still read it, and the job continues. You can unblock it at any time.`,
    confirm: 'Block',
    failed: { title: 'Error', description: 'The conversation could not be blocked.', look: 'destructive' },
    done: { title: 'Conversation Blocked' },
  },
  unblock: {
    action: 'Unblock',
    title: 'Unblock this conversation?',
    text: (name: string) => `You and ${name} can write here again.`,
    confirm: 'Unblock',
    failed: { title: 'Error', description: 'The conversation could not be unblocked.', look: 'destructive' },
    done: { title: 'Conversation Unblocked' },
  },
  report: (time: string) => `Report the message of ${time}`,
  composer: {
    label: (name: string) => `Message to ${name}`,
    send: 'Send',
    hint: (key: string) => `${key}+Enter sends`,
    left: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
    over: (count: number) =>
      `${count} ${count === 1 ? 'character' : 'characters'} over ${MESSAGE_MAX.toLocaleString('en-US')}`,
    attach: 'Attach files',
    files: 'Files',
    full: `A message can have at most ${MESSAGE_FILES} files.`,
    uploading: 'You can send the message now. It waits on this device until its files are uploaded.',
    notUploaded: 'Some files were not uploaded. Retry or discard them, then send the message.',
    failed: 'The message was not sent. What you wrote is still here.',
  },
  offline: (title: string) => `Message about ${title}`,
  waiting: {
    waits: 'Waiting for network',
    uploading: (percent: number) => `Uploading ${percent}%`,
    sent: 'Sent',
    refused: (reason: string) => `Not sent. ${reason}`,
    takeBack: 'Edit again',
    remove: 'Remove',
  },
} as const;
