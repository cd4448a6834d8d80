const failed = (description: string) => ({ title: 'Error', description, look: 'destructive' }) as const;
const done = (description: string) => ({ title: 'Success', description }) as const;

/** Texts of passkeys, except those of the first load of `/login`. */
export const texts = {
  section: 'Passkeys',
  about:
    'A passkey signs you in with your fingerprint, your face or the lock of your device. It works at no other site, so a false page cannot steal it.',
  unsupported: 'This browser has no passkeys.',
  loading: 'Loading passkeys...',
  loadFailed: 'Failed to load your passkeys. Please try again.',
  empty: 'No passkeys yet',
  name: 'Name',
  created: 'Created',
  lastUsed: 'Last used',
  never: 'Never',
  actions: 'Actions',
  add: 'Add a Passkey',
  adding: 'Adding a passkey...',
  added: done('The passkey is added. You can sign in with it.'),
  addFailed: 'Failed to add the passkey. Please try again.',
  rename: 'Rename',
  renameOne: (name: string) => `Rename ${name}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removed: done('The passkey is removed.'),
  removeFailed: failed('Failed to remove the passkey. Please try again.'),
  dialog: {
    title: 'Rename Passkey',
    name: 'Name',
    missing: 'Enter a name',
    submit: 'Save',
    submitting: 'Saving...',
    failed: 'Failed to rename the passkey. Please try again.',
    done: done('The passkey is renamed.'),
  },
  confirm: {
    title: (name: string) => `Remove "${name}"?`,
    one: 'It can no longer sign you in. Remove it from your device or password manager, too.',
    last: 'It is your last second factor: your password alone will sign you in, and your recovery codes stop working. Remove the passkey from your device or password manager, too.',
  },
  signIn: {
    use: 'Use a Passkey',
    using: 'Waiting for your passkey...',
    failed: 'The passkey could not be used. Please try again, or sign in in another way.',
  },
  problems: {
    notUsed:
      'No passkey was used. The request was cancelled, it took too long, or this device has no passkey of your account. Try again, or sign in in another way.',
    notAdded: 'No passkey was added. The request was cancelled, or it took too long. Try again.',
    exists: 'This device already has a passkey of your account. Use it, or add a passkey on another device.',
    unable:
      'This device cannot verify you with a fingerprint, your face or a PIN. Set up its lock, or use another device.',
    address: 'Passkeys do not work at this address.',
  },
} as const;
