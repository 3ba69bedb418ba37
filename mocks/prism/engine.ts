// Prism itself: found and loaded only when it is asked for, as it is large and few need it; without
// its log, which takes more time than its work; and with nothing left over from one request in the
// next.

import type { Document } from './document.js'

/** What to install. Newer ones want Node 24 and bring nothing that is used here. */
const PRISM = '@stoplight/prism-http@5.12.0'

/** One operation of a document, as Prism reads it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly request?: {
    readonly body?: { readonly contents?: readonly { readonly mediaType: string }[] }
  }
}

export interface Question {
  readonly operation: Operation
  /** In the form of the operation's own path, percent-encoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  /** What the answer may be, the best first. */
  readonly mediaTypes: readonly string[]
  readonly choice: Choice
}

/** Which of the documented answers is wanted. */
export interface Choice {
  readonly code?: number
  readonly exampleKey?: string
  /** Made up from the schema, not taken from the examples. */
  readonly dynamic: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent where the document shows none. */
  readonly body?: unknown
  /** What is wrong with the request, in words. */
  readonly violations: readonly string[]
}

export interface Prism {
  readonly operations: readonly Operation[]
  /** Validates a request and answers it with an example. */
  readonly ask: (question: Question) => Promise<Answer>
}

/** Reads a document. Rejects, and says what to install, where there is no Prism. */
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

/** Any other severity is a warning, which changes no answer. */
const ERROR = 0

/** What of the package is used. Its own types would have to be installed by whoever reads ours. */
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

/** Made anew for each request: Prism writes the media types of one into its settings for all. */
const configOf = (mediaTypes?: readonly string[], choice: Choice = { dynamic: false }) => ({
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  mock: { ...choice, ...(mediaTypes && { mediaTypes: [...mediaTypes] }) },
})

/** What Prism cannot answer from the document: it names a status and a reason. Else a bug. */
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
