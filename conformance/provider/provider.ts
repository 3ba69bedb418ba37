// The abilities of the operator of a target. A scenario lists the abilities that it needs.

/**
 * Functions and declarations of the operator. Times are in Unix milliseconds, durations in
 * milliseconds.
 */
export interface Abilities {
  /** Returns a read-only token of the key-value database. */
  readonly readOnlyToken?: () => Promise<string>
  /**
   * Creates an ACL user and returns a function that removes the user. Needed only if the target
   * lacks ACL SETUSER.
   */
  readonly aclUser?: (name: string, rules: readonly string[]) => Promise<() => Promise<unknown>>
  /**
   * Resets the password of the key-value database, which revokes its tokens. Returns the new
   * tokens. If tokens can be chosen, they are the `wanted` tokens. The suite calls this again to
   * restore the first tokens.
   */
  readonly resetPassword?: (wanted?: KvTokens) => Promise<KvTokens>
  /** Creates a URL group with these endpoints and without default headers. */
  readonly group?: (
    name: string,
    endpoints: readonly { readonly url: string }[],
  ) => Promise<ProvidedGroup>
  /**
   * True if the target can run workflows. Runs use the protocol of queue/fixtures/protocol.ts, and
   * the sink is the application.
   */
  readonly runs?: true
  /** Creates past runs without deliveries. */
  readonly pastRuns?: (wanted: PastRuns) => Promise<readonly PastRun[]>
  /**
   * The clock of the target, if it is virtual. `advance` resolves when all due events have
   * happened.
   */
  readonly clock?: {
    now(): Promise<number>
    /**
     * Advances the clock. The getter `hanging` returns the number of deliveries to which the sink
     * does not respond. It is read several times.
     */
    advance(milliseconds: number, known?: { readonly hanging: number }): Promise<unknown>
  }
  /** Deletes all state of the target. */
  readonly reset?: () => Promise<void>
  /** A declaration of the operator: nobody else uses the account. */
  readonly dedicatedAccount?: true
  /** A declaration of the operator: the maximum request size in bytes. */
  readonly kvMaxRequestSize?: number
  /** Sets the daily request limit of the key-value database, if the target allows it. */
  readonly dailyRequests?: {
    /** Sets the limit so that this number of further commands is allowed today. */
    leave(commands: number): Promise<void>
    /** Restores the original limit. Called after every scenario that needs this ability. */
    restore(): Promise<void>
  }
}

export interface ProvidedGroup {
  readonly id?: string | undefined
  /** Removes the group completely. */
  readonly remove: () => Promise<unknown>
}

/**
 * The description of past runs. Creates `count` equal runs, by default 1. By default, times are the
 * current time.
 */
export interface PastRuns {
  readonly workflowUrl: string
  /** The run id, random by default. Several runs with the same id have different creation times. */
  readonly workflowRunId?: string
  /** The state of the runs, `RUN_STARTED` by default. */
  readonly state?: 'RUN_STARTED' | 'RUN_SUCCESS' | 'RUN_FAILED' | 'RUN_CANCELED'
  readonly createdAt?: number
  /** The end of the runs, which is also the time of their DLQ entries. */
  readonly completedAt?: number
  readonly callerIP?: string
  /** The headers of the request that starts a run, including settings with their full names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The steps after the first, for example `{ stepName: 'charge', out: '42' }`. */
  readonly steps?: readonly (object & { readonly stepName: string })[]
  readonly result?: string
  readonly waits?: readonly { readonly eventId: string; readonly deadline?: number }[]
  /** The last response to a failed run. By default, its status is 500. */
  readonly answer?: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  }
  /** Fields of the DLQ entry that differ from the default. */
  readonly entry?: Readonly<Record<string, unknown>>
  readonly count?: number
}

export interface PastRun {
  readonly workflowRunId: string
  readonly workflowCreatedAt: number
  /** The ids of the run's messages, in the order of its steps. */
  readonly messageIds: readonly string[]
  /** The id of the DLQ entry. Only for a failed run. */
  readonly dlqId?: string
}

export interface KvTokens {
  readonly token: string
  readonly readOnlyToken?: string | undefined
}

export type Ability = keyof Abilities

/** All abilities, each with the behaviour that cannot be tested without it. */
export const abilities: Readonly<Record<Ability, string>> = {
  readOnlyToken: 'the permissions of a Read Only token',
  aclUser: 'ACL users at a target that refuses ACL SETUSER',
  resetPassword: 'the revocation of tokens by a new password',
  group: 'publishing to a URL group',
  runs: 'workflow runs',
  pastRuns: 'old runs, hundreds of runs, or runs with special fields',
  clock: 'waits of hours and days',
  reset: 'behaviour that needs an empty target',
  dedicatedAccount: 'requests that may affect entries of other users',
  kvMaxRequestSize: 'requests beyond the declared limit',
  dailyRequests: 'the daily request limit',
}

/** The options of `svc-contract test` that declare an ability. */
export const declaring: Readonly<Partial<Record<Ability, string>>> = {
  readOnlyToken: '--kv-readonly-token TOKEN',
  dedicatedAccount: '--dedicated-account',
  kvMaxRequestSize: '--kv-max-request-size N',
}

/** Abilities that affect the whole target. A scenario that needs one of them runs alone. */
const exclusive: ReadonlySet<Ability> = new Set([
  ...(['clock', 'reset', 'resetPassword', 'dedicatedAccount', 'dailyRequests'] as const),
  // A monitor of another scenario would show the large commands.
  'kvMaxRequestSize',
])

/** Returns true if scenarios with these needs may run in parallel. */
export const areShared = (needs: readonly Ability[]): boolean =>
  !needs.some((ability) => exclusive.has(ability))

export interface Provider extends Abilities {
  /** The name of the provider: `mock`, `none`, `protocol` or the file of the module. */
  readonly name: string
  /** Keeps other runs off the target. Returns a function that ends this. Rejects if one is active. */
  readonly lease?: () => Promise<() => Promise<void>>
}

export const noProvider: Provider = { name: 'none' }
