// The type of an interface of the contract. Each interface defines itself in its interface.ts.

import type { Interface as InterfaceName } from '#generated/rules.js'
import type { Abilities, Ability, Provider } from '../provider/provider.js'
import type { Sink, SinkOptions } from '../sink/sink.js'
import type { Exchange } from '../wire/exchange.js'
import type { RequestSpec } from '../wire/target.js'
import type { Finding } from './judgement.js'
import type { Surveyor } from '../survey/survey.js'
import type { TargetEndpoint } from './options.js'
import type { Wire } from '../wire/line.js'
import type { Entered, Scenario, World } from './scenario.js'
import type { Time } from './time.js'

export interface TestedInterface {
  readonly name: InterfaceName
  readonly scenarios: readonly Scenario[]
  /** A request that every token with full access may send. */
  readonly probe: RequestSpec
  /** Requests without effects to other routes, for a target that rejects the first one. */
  readonly otherProbes: readonly (RequestSpec & { readonly withoutToken?: true })[]
  /** Returns true for the documented response to `probe`. */
  readonly isAnswer: (exchange: Exchange) => boolean
  /** Returns true for a status which means that the service behind the URL is down. */
  readonly isDown: (status: number) => boolean
  /** Finds what a target has and lacks. */
  readonly surveyor?: Surveyor
  /** Opens the objects that all scenarios of a run share. */
  open(run: Opening): Promise<OpenInterface> | OpenInterface
}

export type Interfaces = Readonly<Record<InterfaceName, TestedInterface>>

/** The settings of a run. */
export interface Opening {
  readonly endpoint: TargetEndpoint
  readonly provider: Provider
  readonly sink: SinkOptions | undefined
  /** Removes a token from all reports. The reports show the name of the variable instead. */
  readonly secret: (variable: string, token: string) => void
}

export interface OpenInterface {
  /** Creates the world of one scenario. */
  enter(base: World, wire: Wire, scenario: Scenario, time: Time): Entered<World>
  /** Returns the currently valid token, if scenarios may change the token. */
  readonly token?: () => string
  /**
   * Returns the violation that a response shows whichever scenario received it, with its rule. `isSetup` is
   * true if the response blocked the scenario.
   */
  readonly explain?: (exchange: Exchange, isSetup: boolean) => Promise<Finding | undefined>
  /** Abilities that replace those of the provider. */
  readonly abilities?: Abilities
  /** Undoes changes that a scenario with these needs made to the whole target. */
  restore?(needs: readonly Ability[]): Promise<void>
  /** Deletes at the end of the run what its scenarios shared. */
  leave?(wire: Wire): Promise<void>
  readonly sink?: Sink
}
