// Parses the address of the sink, the HTTP server that receives deliveries.

import { UsageError } from '../../../conformance/core/usage-error.js'
import { addressProblem } from '../address.js'
import { wholeNumber } from '../verb.js'
import type { TestValues } from './options.js'
import { httpUrl } from './url.js'

export interface SinkAddress {
  readonly host: string
  readonly port: number
  readonly publicUrl: string | undefined
}

/** Parses HOST:PORT and the URL that the target calls. An IPv6 address in HOST needs brackets. */
export function sinkOf(values: Pick<TestValues, 'sink-listen' | 'sink-url'>): SinkAddress {
  const address = values['sink-listen'] ?? '127.0.0.1:0'
  const [, ipv6, name, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d+)$/.exec(address) ?? []
  const host = ipv6 ?? name
  if (host === undefined)
    throw new UsageError(
      `--sink-listen takes HOST:PORT, such as 127.0.0.1:0 or [::1]:0, not "${address}"`,
    )
  const publicUrl = values['sink-url']
  // An address of zeros means every address of this machine. The target cannot call such an
  // address.
  if (publicUrl === undefined && /^[0.:]+$/.test(host))
    throw new UsageError(
      `--sink-listen ${address} listens on every address; add --sink-url with the one for the target`,
    )
  return {
    host,
    port: wholeNumber('sink-listen HOST:PORT', port, 0, 0, 65_535),
    publicUrl: publicUrl === undefined ? undefined : httpUrl('sink-url', publicUrl),
  }
}

/** Returns a `UsageError` if the error means that the sink cannot listen on its address. */
export function sinkProblem({ host, port }: SinkAddress, error: unknown): UsageError | undefined {
  const problem = addressProblem(error)
  return problem === undefined
    ? undefined
    : new UsageError(`--sink-listen: ${host}:${port} ${problem}`)
}
