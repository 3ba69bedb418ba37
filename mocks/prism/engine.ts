// Loads and runs Prism. Prism is loaded only when needed, writes no log and keeps no state between
// requests.

import type { Document } from './document.js'

/** The package that the user must install. Newer versions of Prism need Node 24. */
const PRISM = '@stoplight/prism-http@5.12.0'

export interface PrismOperation {
  readonly method: string
  readonly path: string
  readonly request?: {
    readonly body?: { readonly contents?: readonly { readonly mediaType: string }[] }
  }
}

/** The selected response among the documented responses. */
export interface Choice {
  readonly code?: number
  readonly exampleKey?: string
  /** True if the response is generated from the schema. */
  readonly dynamic: boolean
  /** The media types that the client accepts, best first. */
  readonly mediaTypes: string[]
}

/** An example response, and the errors found in the request. */
export interface ExampleResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly violations: readonly string[]
}

/** Loads an OpenAPI document. If Prism is not installed, rejects with the command that installs it. */
export async function createPrism(document: Document) {
  const { createInstance, getHttpOperationsFromSpec } = await loadPrism()
  const operations = await getHttpOperationsFromSpec(document)
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: silent })
  return {
    operations,

    /**
     * Validates a request and returns an example response. `input` has a percent-encoded path with as
     * many segments as the path of the operation.
     */
    async ask(operation: PrismOperation, input: object, choice: Choice): Promise<ExampleResponse> {
      const request = { ...input, method: operation.method }
      const outcome = await prism.request(request, [operation], { ...CONFIG, mock: choice })()
      if (outcome._tag === 'Left') return problem(outcome.left)
      const { output, validations } = outcome.right
      return {
        status: output.statusCode,
        headers: output.headers ?? {},
        body: output.body,
        violations: validations.input
          .filter(({ severity }) => severity === ERROR)
          .map(({ message }) => message),
      }
    },
  }
}

/** The severity of errors in Prism. Any other severity is a warning. */
const ERROR = 0

/**
 * The functions of the package that are used here. The types of the package are not used, because
 * every user would need the package.
 */
interface Package {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<PrismOperation[]>
  readonly createInstance: (
    config: object,
    components: { readonly logger: object },
  ) => {
    request(
      input: object,
      operations: readonly PrismOperation[],
      config: object,
    ): () => Promise<
      | { readonly _tag: 'Left'; readonly left: Error }
      | {
          readonly _tag: 'Right'
          readonly right: {
            readonly output: {
              readonly statusCode: number
              readonly headers?: Readonly<Record<string, string>>
              readonly body?: unknown
            }
            readonly validations: {
              readonly input: readonly { readonly message: string; readonly severity: number }[]
            }
          }
        }
    >
  }
}

async function loadPrism(): Promise<Package> {
  try {
    return (await import('@stoplight/prism-http')) as unknown as Package
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Error(`Prism is not installed: run npm install --save-dev ${PRISM}`, { cause })
  }
}

const CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
}

/**
 * Returns the response to an error of Prism that has a status. Rethrows any other error, because it
 * is a bug.
 */
function problem(
  error: Error & { readonly status?: number; readonly detail?: string },
): ExampleResponse {
  const { status, detail = error.message } = error
  if (status === undefined) throw error
  return { status, headers: {}, violations: [detail] }
}

const ignore = () => {}
const silent: Record<string, unknown> = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  success: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  child: () => silent,
}
