// An interface of the contract, which registers itself in its interface.ts.

import type { Interface as InterfaceName } from '#generated/rules.js'
import type { Abilities, Ability, Provider } from '../provider/provider.js'
import type { Sink, SinkOptions } from '../sink/sink.js'
import type { RequestSpec } from '../wire/target.js'
import type { Endpoint } from './options.js'
import type { Wire } from '../wire/line.js'
import type { Entered, Scenario, World } from './scenario.js'
import type { Time } from './time.js'

export interface Interface {
  readonly name: InterfaceName
  readonly scenarios: readonly Scenario[]
  /** A request that every token with full access may send. */
  readonly probe: RequestSpec
  /** True for a status by which the service behind the URL is down. */
  readonly isDown: (status: number) => boolean
  /** Opens what all scenarios of a run share. */
  open(run: Opening): Promise<OpenInterface> | OpenInterface
}

export type Interfaces = Readonly<Record<InterfaceName, Interface>>

/** The settings of a run. */
export interface Opening {
  readonly endpoint: Endpoint
  readonly provider: Provider
  readonly sink: SinkOptions | undefined
  /** Keeps a token out of all reports, which show the variable's name instead. */
  readonly secret: (variable: string, token: string) => void
}

export interface OpenInterface {
  /** Creates the world of one scenario. */
  enter(base: World, wire: Wire, scenario: Scenario, time: Time): Entered<World>
  /** The currently valid token, if scenarios may change it. */
  readonly token?: () => string
  /** Abilities that replace those of the provider. */
  readonly abilities?: Abilities
  /** Undoes changes to the whole target by a scenario with these needs. */
  restore?(needs: readonly Ability[]): Promise<void>
  readonly sink?: Sink
}
