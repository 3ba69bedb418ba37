// The result of one check of the target.

export interface Check {
  readonly about: 'kv' | 'queue' | 'sink' | 'provider'
  /** A problem prevents a run; a warning may cause wrong verdicts. */
  readonly outcome: 'fine' | 'warning' | 'problem'
  /** Says what to do unless all is fine. Contains no token. */
  readonly message: string
}

/** Returns functions that create the checks of one part of the target. */
export const checksAbout = (about: Check['about']) => ({
  fine: (message: string): Check => ({ about, outcome: 'fine', message }),
  warning: (message: string): Check => ({ about, outcome: 'warning', message }),
  problem: (message: string): Check => ({ about, outcome: 'problem', message }),
})
