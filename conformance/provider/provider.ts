// The abilities of a target's operator. Scenarios name those they need.

/** Times are Unix milliseconds, durations milliseconds. */
export interface Abilities {
  /** A read-only token of the KV database. */
  readonly readOnlyToken?: () => Promise<string>
  /** Creates an ACL user and returns how to remove it. Only needed without ACL SETUSER. */
  readonly aclUser?: (name: string, rules: readonly string[]) => Promise<() => Promise<unknown>>
  /**
   * Resets the password of the KV database, which revokes its tokens, and returns the new tokens:
   * those wanted, if they can be chosen. It is called again to restore the first tokens.
   */
  readonly resetPassword?: (wanted?: KvTokens) => Promise<KvTokens>
  /** Creates a URL group with these endpoints and without default headers. */
  readonly group?: (
    name: string,
    endpoints: readonly { readonly url: string }[],
  ) => Promise<ProvidedGroup>
  /** Workflow runs use the protocol of queue/protocol.ts, with the sink as the application. */
  readonly runs?: true
  /** Creates past runs without deliveries. */
  readonly pastRuns?: (wanted: PastRuns) => Promise<readonly PastRun[]>
  /** The target's clock, if it is virtual. `advance` resolves when everything due has happened. */
  readonly clock?: {
    now(): Promise<number>
    /** `hanging`: the number of deliveries that get no answer, read several times. */
    advance(milliseconds: number, known?: { readonly hanging: number }): Promise<unknown>
  }
  /** Deletes all state. */
  readonly reset?: () => Promise<void>
  /** Declared by the operator: nobody else uses the account. */
  readonly dedicatedAccount?: true
  /** Declared by the operator: the maximum request size in bytes. */
  readonly kvMaxRequestSize?: number
  /** The daily request limit of the KV database, if it can be set. */
  readonly dailyRequests?: {
    /** Allows this many further commands today. */
    leave(commands: number): Promise<void>
    /** Restores the first limit; called after every scenario with this ability. */
    restore(): Promise<void>
  }
}

export interface ProvidedGroup {
  readonly id?: string | undefined
  /** Removes the group completely. */
  readonly remove: () => Promise<unknown>
}

/** Past runs: `count` equal ones, default 1. Times default to now. */
export interface PastRuns {
  readonly workflowUrl: string
  /** Default: random. Several runs of one id differ in their creation time. */
  readonly workflowRunId?: string
  /** Default: `RUN_STARTED`. */
  readonly state?: 'RUN_STARTED' | 'RUN_SUCCESS' | 'RUN_FAILED' | 'RUN_CANCELED'
  readonly createdAt?: number
  /** The end of the runs; also the time of their DLQ entries. */
  readonly completedAt?: number
  readonly callerIP?: string
  /** The headers of the starting request, including settings, by their full names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Steps after the first, for example `{ stepName: 'charge', out: '42' }`. */
  readonly steps?: readonly (object & { readonly stepName: string })[]
  readonly result?: string
  readonly waits?: readonly { readonly eventId: string; readonly deadline?: number }[]
  /** The last answer to failed runs; default: status 500. */
  readonly answer?: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  }
  /** Fields of the DLQ message that differ from the default. */
  readonly entry?: Readonly<Record<string, unknown>>
  readonly count?: number
}

export interface PastRun {
  readonly workflowRunId: string
  readonly workflowCreatedAt: number
  /** In the order of its steps. */
  readonly messageIds: readonly string[]
  /** Only for a failed run. */
  readonly dlqId?: string
}

export interface KvTokens {
  readonly token: string
  readonly readOnlyToken?: string | undefined
}

export type Ability = keyof Abilities

/** All abilities, and what cannot be judged without them. */
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

/** Abilities that affect the whole target: scenarios with them run alone. */
const exclusive: ReadonlySet<Ability> = new Set([
  ...(['clock', 'reset', 'resetPassword', 'dedicatedAccount', 'dailyRequests'] as const),
])

/** True if scenarios with these needs may run in parallel. */
export const areShared = (needs: readonly Ability[]): boolean =>
  !needs.some((ability) => exclusive.has(ability))

export interface Provider extends Abilities {
  /** `mock`, `none` or the file of the module. */
  readonly name: string
}

export const noProvider: Provider = { name: 'none' }
