/** Texts for the operators of the product: a file of its own, which loads only with the release tools. */
export const releaseTexts = {
  notStored: {
    title: 'This tab cannot run another release',
    description: 'This browser stores nothing for this site. Allow site data, or leave the private window.',
    look: 'destructive',
  },
  bar: {
    label: 'Modules replaced in this tab',
    running: (title: string, source: string) => `${title} from ${source}, in this tab only`,
    requested: (title: string, source: string) => `A link asks to run ${title} from ${source} in this tab`,
    devServer:
      'The owner of that server can do here what you can do. Agree only if it is yours and you opened the link yourself.',
    release: 'It was released, but not to you. Agree only if you opened the link yourself.',
    refused: 'A link to replace a module was ignored. This deployment does not allow it.',
    agree: 'Run it here',
    refuse: 'Ignore',
    stop: 'Stop',
    stopOne: (title: string) => `Stop ${title}`,
    reload: 'Reload',
    rebuilt: 'It has been rebuilt. Reload the page after you have saved your changes.',
    broken: 'Its last build failed; the dev server shows why. The previous build still runs.',
    modules: 'Modules',
  },
  preview: {
    label: 'Preview',
    runs: (title: string, version: string) => `You see a preview: ${title} ${version}`,
    none: 'You do not see the preview of your link',
    why: {
      runs: 'Testers alone see it. What you save here is real.',
      'signed-out': 'Sign in as a tester to see it.',
      refused: 'Only testers of this deployment see previews.',
      ended: 'It has ended, or the link is not complete. Ask its team for a new link.',
      unknown: 'We could not check whether you are a tester.',
    },
    leave: 'Leave the preview',
  },
  panel: {
    title: 'Modules',
    about: 'The parts of this page, and the reason for each version.',
    shell: 'Shell',
    loading: 'Loading the other releases...',
    unknown: 'The other releases could not be loaded. Close this and try again.',
    copy: 'Copy as text',
    copied: 'Copied',
    copyByHand: 'The browser did not copy it. Copy this text:',
    revision: (revision: number) => `Registry revision ${revision}`,
    contract: (range: string) => `Contract: ${range}`,
    owner: (team: string) => `Owner: ${team}`,
    provides: (version: string) => `provides ${version}`,
    needs: (range: string) => `needs ${range}`,
    others: 'Other releases',
    noOthers: 'No other release',
    run: (title: string, version: string) => `Run ${title} ${version} in this tab`,
    devServer: (title: string) => `Dev server of ${title}`,
    devServerShort: 'Dev server',
    devServerHint: 'Where npm run dev serves it',
    runShort: 'Run here',
    notAllowed: 'This deployment does not allow that address.',
  },
  why: {
    stable: 'The stable release.',
    canary: (percent: number, promoted: string) =>
      `Canary: you are among the ${percent} of a hundred users who have it first. The others have ${promoted || 'none'}.`,
    group: (promoted: string) =>
      `Canary: you are in a group of users who have it first. The others have ${promoted || 'none'}.`,
    preview: (promoted: string) =>
      `A preview for testers. ${promoted ? `The stable release is ${promoted}.` : 'It has no stable release.'}`,
    inactive: 'No release is active.',
    fits: (promoted: string) =>
      `The stable release ${promoted} does not fit the contract of this shell. This release fits it.`,
    misfit: 'The stable release. No release fits the contract of this shell.',
    override: (source: string, promoted: string) =>
      `Chosen for this tab: ${source}. ${promoted ? `The stable release is ${promoted}.` : 'It has no stable release.'}`,
    other: 'Chosen by the server.',
    failed: (wanted: string, what: string) => `${wanted} failed: ${what}; the last good release runs.`,
    nothingRuns: (wanted: string, what: string) => `${wanted} failed: ${what}.`,
    shell: 'The current release of the shell.',
    shellFallback: (failed: string) => `${failed} did not start in this browser; the previous shell runs.`,
  },
  state: {
    notLoaded: 'Not needed by a page yet',
    neverLoaded: 'It could not be loaded',
    loaded: (time: string, ms: number) => `Loaded at ${time} in ${ms} ms`,
    waiting: 'Not loaded',
    runs: 'Runs',
    replaced: 'Replaced',
    failed: 'Failed',
    counts: (retries: number, fallbacks: number, unavailable: number) =>
      [
        retries > 0 && `${retries} at the second attempt`,
        fallbacks > 0 && `${fallbacks} from another release`,
        unavailable > 0 && `${unavailable} not at all`,
      ]
        .filter((each) => each !== false)
        .join(', '),
  },
} as const;
