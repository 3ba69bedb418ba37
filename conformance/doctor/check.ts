// The result of one check of the target.

export interface Check {
  readonly about: 'kv' | 'queue' | 'sink' | 'provider'
  /** A problem prevents a run. A warning means that verdicts may be wrong. */
  readonly outcome: 'fine' | 'warning' | 'problem'
  /** Describes the result and, unless the outcome is `fine`, a solution. Contains no token. */
  readonly message: string
}

/** Returns functions that create checks about one subject, such as an interface. */
export const checksAbout = (about: Check['about']) => ({
  fine: (message: string): Check => ({ about, outcome: 'fine', message }),
  warning: (message: string): Check => ({ about, outcome: 'warning', message }),
  problem: (message: string): Check => ({ about, outcome: 'problem', message }),
})
