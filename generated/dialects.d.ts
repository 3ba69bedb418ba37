// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

/** The names and settings in which services that speak these interfaces differ. */
export interface Dialect {
  readonly name: string
  readonly headerPrefix: string
  readonly queryPrefix: string
  readonly kvTokenKey: string
  readonly queueTokenKey: string
  readonly backoffFactor: number
  readonly defaultRetries: { readonly free: number; readonly paid: number }
  readonly honourRetryAfter: boolean
  readonly compoundDurations: boolean
  readonly flowControlAtPublish: boolean
  readonly flowControlDetails: boolean
  readonly timeoutsWithoutUnit: boolean
  readonly deletesAbsentGroups: boolean
  readonly copyToItself: boolean
  readonly noAckWithoutConsumer: boolean
  readonly exactTrimming: boolean
  readonly noConsumersWithoutGroup: boolean
  readonly deletesAcknowledged: boolean
  readonly limitByRank: boolean
  readonly jsonNeedsParent: boolean
  readonly innerJsonFirst: boolean
  readonly fcallRoWithoutFlag: boolean
  readonly farFieldExpiry: boolean
  readonly fieldExpiryRoundedDown: boolean
  readonly keyLockingFlag: boolean
  readonly environment: Readonly<Partial<Record<
    'kvUrl' | 'kvToken' | 'queueUrl' | 'queueToken' | 'currentSigningKey' | 'nextSigningKey',
    string | readonly string[]
  >>>
}

export type DialectName =
  | "svc"
  | "upstash"

export declare const dialects: Readonly<Record<DialectName, Dialect>>
