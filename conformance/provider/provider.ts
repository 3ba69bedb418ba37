// What only a target's operator can arrange. Every ability is optional: a scenario names those it
// needs and is not applicable where they are missing.

/** All times are Unix milliseconds, all durations milliseconds. */
export interface Abilities {
  /** A token of the target's KV database that may only read. */
  readonly readOnlyToken?: () => Promise<string>
  /**
   * Makes a user of the target's KV database, under rules as ACL SETUSER takes them, and answers how
   * to remove it. Needed only where ACL SETUSER itself is refused.
   */
  readonly aclUser?: (name: string, rules: readonly string[]) => Promise<() => Promise<unknown>>
  /**
   * Resets the password of the target's KV database, which revokes its tokens, and answers the new
   * ones: those that are wanted, where the target can have them chosen. It is asked a second time to
   * bring the first ones back.
   */
  readonly resetPassword?: (wanted?: KvTokens) => Promise<KvTokens>
  /**
   * Makes a URL group of that name in the target's queue, with these endpoints and no default headers.
   * Their names are the provider's own, if they have to have some.
   */
  readonly group?: (name: string, endpoints: readonly GroupEndpoint[]) => Promise<ProvidedGroup>
  /**
   * Workflow runs come about at the target as existing clients have them, by the protocol that
   * queue/protocol.ts speaks: our sink plays the application.
   */
  readonly runs?: true
  /** Makes runs as they might have been, which nothing was delivered of. */
  readonly pastRuns?: (wanted: PastRuns) => Promise<readonly PastRun[]>
  /** The target's own clock, where it can be turned. `advance` resolves when all that fell due has settled. */
  readonly clock?: {
    now(): Promise<number>
    /**
     * `hanging`: so many deliveries are known to get no answer, and need not be waited for. It may be
     * asked again on the way: more may come.
     */
    advance(milliseconds: number, known?: { readonly hanging: number }): Promise<unknown>
  }
  /** Forgets all state, for a clean start. */
  readonly reset?: () => Promise<void>
  /** Declared by the operator: no entry of the account belongs to anybody else. */
  readonly dedicatedAccount?: true
  /** Declared by the operator: the target's maximum request size, in bytes. */
  readonly kvMaxRequestSize?: number
  /** The daily request limit of the target's KV database, where it can be set. */
  readonly dailyRequests?: {
    /** Lets in so many further commands today, 0 or more. */
    leave(commands: number): Promise<void>
    /** Back to the limit that was there; done after every scenario that needs this ability. */
    restore(): Promise<void>
  }
}

export interface GroupEndpoint {
  readonly url: string
}

/** A URL group that a provider made. */
export interface ProvidedGroup {
  /** Its id, where the target tells it. */
  readonly id?: string | undefined
  /** Removes it, and everything that is left of it. */
  readonly remove: () => Promise<unknown>
}

/** Runs that there are to be, `count` of them alike, one without it. Moments are now without them. */
export interface PastRuns {
  readonly workflowUrl: string
  /** A random one without it; several of one id are told apart by when they were created. */
  readonly workflowRunId?: string
  /** `RUN_STARTED` without it. */
  readonly state?: 'RUN_STARTED' | 'RUN_SUCCESS' | 'RUN_FAILED' | 'RUN_CANCELED'
  readonly createdAt?: number
  /** When they ended; of failed ones also when they came into the DLQ. */
  readonly completedAt?: number
  readonly callerIP?: string
  /** Those of the request that started them, settings included, by their whole names. */
  readonly headers?: Readonly<Record<string, string>>
  /** The payload. */
  readonly body?: string | Uint8Array
  /** Steps after the first, for example `{ stepName: 'charge', out: '42' }`. */
  readonly steps?: readonly (object & { readonly stepName: string })[]
  readonly result?: string
  readonly waits?: readonly { readonly eventId: string; readonly deadline?: number }[]
  /** What the last attempt of failed ones was answered; 500 without it. */
  readonly answer?: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  }
  /** Fields of the DLQ message that are to differ from what they would be. */
  readonly entry?: Readonly<Record<string, unknown>>
  readonly count?: number
}

/** A run that was made. */
export interface PastRun {
  readonly workflowRunId: string
  readonly workflowCreatedAt: number
  /** Of its steps, the first one's first. */
  readonly messageIds: readonly string[]
  /** Of a failed one. */
  readonly dlqId?: string
}

/** The tokens of a KV database. */
export interface KvTokens {
  readonly token: string
  readonly readOnlyToken?: string | undefined
}

export type Ability = keyof Abilities

/** Every ability, and what cannot be judged without it. */
export const abilities: Readonly<Record<Ability, string>> = {
  readOnlyToken: 'what a Read Only token may do',
  aclUser: 'ACL users, where ACL SETUSER is refused',
  resetPassword: 'that a new password revokes the tokens',
  group: 'publishing to a URL group',
  runs: 'workflow runs',
  pastRuns: 'runs of long ago, by hundreds, or with fields of their own',
  clock: 'waits of hours and days',
  reset: 'what needs a clean start',
  dedicatedAccount: 'what may touch entries of others',
  kvMaxRequestSize: 'requests beyond the declared limit',
  dailyRequests: 'the daily request limit',
}

/** The options of `test` that declare an ability. */
export const declaring: Readonly<Partial<Record<Ability, string>>> = {
  readOnlyToken: '--kv-readonly-token TOKEN',
  dedicatedAccount: '--dedicated-account',
  kvMaxRequestSize: '--kv-max-request-size N',
}

/** What concerns everybody at the target: scenarios that need one of these run alone. */
const exclusive: ReadonlySet<Ability> = new Set([
  ...(['clock', 'reset', 'resetPassword', 'dedicatedAccount', 'dailyRequests'] as const),
])

/** Whether scenarios with these needs may run beside others. */
export const areShared = (needs: readonly Ability[]): boolean =>
  !needs.some((ability) => exclusive.has(ability))

export interface Provider extends Abilities {
  /** `mock`, `none` or the module's file, as reports name it. */
  readonly name: string
}

/** The provider of a target of which nothing is known. */
export const noProvider: Provider = { name: 'none' }
