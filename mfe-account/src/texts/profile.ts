import { MAX_MEGABYTES, type ImageProblem } from '../profile/profile-image.policy.ts';

/** Texts of the profile page. Pages for signed-out users do not load them. */
export const texts = {
  profile: {
    about: (subject: string) => `About ${subject}`,
    title: 'Profile Settings',
    subtitle: 'Manage your account information and preferences',
    back: 'Back to Dashboard',
    loading: 'Loading profile...',
    accountType: 'Account Type',
    hours: 'Flight Hours',
    hoursSource: 'As entered in your profile',
    hoursValue: (hours: number) => `${hours.toLocaleString('en-US')} hours`,
    section: 'Personal Information',
    name: 'Full Name',
    email: 'Email Address',
    flightHours: 'Total Flight Hours',
    base: 'Base',
    baseExample: 'Austin, Texas, United States',
    baseHint: 'A town from the list, or coordinates. Only you see it. Towns: GeoNames, CC BY 4.0.',
    unknownBase: 'Choose a town from the list, or enter coordinates such as 30.27, -97.74',
    noCoordinates: 'Use -90 to 90 degrees of latitude, and -180 to 180 of longitude',
    save: 'Save Changes',
    saving: 'Saving...',
    reset: 'Reset',
    draftRestored: 'Draft restored.',
    discardDraft: 'Discard',
    done: { title: 'Success', description: 'Profile updated successfully!' },
    failed: {
      title: 'Error',
      description: 'Failed to update profile. Please try again.',
      look: 'destructive',
    },
  },
  image: {
    change: 'Change profile picture',
    file: 'Picture file',
    hint: `PNG, JPEG, WebP or GIF, at most ${MAX_MEGABYTES}MB`,
    uploading: 'Uploading your picture...',
    problems: {
      'too-large': {
        title: 'File too large',
        description: `Please select an image under ${MAX_MEGABYTES}MB.`,
      },
      'wrong-type': {
        title: 'Unsupported file',
        description: 'Please select a PNG, JPEG, WebP or GIF image.',
      },
    } satisfies Record<ImageProblem, { title: string; description: string }>,
    done: { title: 'Success', description: 'Profile picture updated successfully!' },
    failed: {
      title: 'Error',
      description: 'Failed to upload profile picture. Please try again.',
      look: 'destructive',
    },
  },
} as const;
