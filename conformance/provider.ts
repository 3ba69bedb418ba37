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
  /** The target's own clock, where it can be turned. `advance` resolves when all that fell due has settled. */
  readonly clock?: {
    now(): Promise<number>
    /** `hanging`: so many deliveries are known to get no answer meanwhile, and need not be waited for. */
    advance(milliseconds: number, known?: { readonly hanging: number }): Promise<void>
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

/** The tokens of a KV database. */
export interface KvTokens {
  readonly token: string
  readonly readOnlyToken?: string | undefined
}

export type Ability = keyof Abilities

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
