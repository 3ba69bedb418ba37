// Prism itself: loaded only when needed, without its log, and with no state between requests.

import type { Document } from './document.js'

/** The package to install. Newer versions need Node 24. */
const PRISM = '@stoplight/prism-http@5.12.0'

export interface Operation {
  readonly method: string
  readonly path: string
  readonly request?: {
    readonly body?: { readonly contents?: readonly { readonly mediaType: string }[] }
  }
}

export interface Question {
  readonly operation: Operation
  /** Percent-encoded, in the form of the path of the operation. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  /** The acceptable media types, the best first. */
  readonly mediaTypes: readonly string[]
  readonly choice: Choice
}

/** The choice among the documented responses. */
export interface Choice {
  readonly code?: number
  readonly exampleKey?: string
  /** True for a response generated from the schema. */
  readonly dynamic: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The errors of the request. */
  readonly violations: readonly string[]
}

export interface Prism {
  readonly operations: readonly Operation[]
  /** Validates a request and answers it with an example. */
  readonly ask: (question: Question) => Promise<Answer>
}

/** Loads a document. Rejects if Prism is not installed, with the command that installs it. */
export async function createPrism(document: Document): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await loadPrism()
  const operations = await getHttpOperationsFromSpec(document)
  const prism = createInstance(configOf(), { logger: silent })
  return {
    operations,
    async ask({ operation, path, query, headers, body, mediaTypes, choice }) {
      const outcome = await prism.request(
        { method: operation.method, url: { path, query }, headers, body },
        [operation],
        configOf(mediaTypes, choice),
      )()
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

interface Finding {
  readonly message: string
  readonly severity: number
}

/** Any other severity is a warning. */
const ERROR = 0

/** The part of the package used here. Its own types would be a dependency of every user. */
interface Package {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<Operation[]>
  readonly createInstance: (
    config: object,
    components: { readonly logger: object },
  ) => {
    request(
      input: object,
      operations: readonly Operation[],
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
            readonly validations: { readonly input: readonly Finding[] }
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

/** New for each request: Prism changes the media types in its settings. */
const configOf = (mediaTypes?: readonly string[], choice: Choice = { dynamic: false }) => ({
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  mock: { ...choice, ...(mediaTypes && { mediaTypes: [...mediaTypes] }) },
})

/** The response to an error of Prism with a status. Rethrows any other error, which is a bug. */
function problem(error: Error & { readonly status?: number; readonly detail?: string }): Answer {
  const { status, detail = error.message } = error
  if (status === undefined) throw error
  return { status, headers: {}, violations: [detail] }
}

const ignore = () => {}
const silent: Record<string, unknown> = {
  ...{ trace: ignore, debug: ignore, info: ignore, success: ignore },
  ...{ warn: ignore, error: ignore, fatal: ignore },
  child: () => silent,
}
