// The operations that the published clients can send, read from their bundles, and those of them that the
// mock does not have. Writes a table in docs/clients.md.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { routes, outside } from '../../mocks/queue/routes.js'
import { markdown } from './tables.js'

/** The packages whose operations are read. */
const PACKAGES = ['@upstash/qstash', '@upstash/workflow'] as const

/** The operations that the mock has not, with the reason. */
const unknownOnPurpose: Readonly<Record<string, string>> = {
  'POST /llm/v1/chat/completions':
    'the chat of the client is deprecated; a publish to `api/llm` works, see `--llm-url`',
  'POST /v1/chat/completions': 'the client sends it to the host of a language model',
}

/** An operation such as `GET /v2/messages/{}`, where `{}` stands for a value. */
type Operation = string

/** Returns the operations that the text of a bundle can send. */
export function operationsIn(bundle: string): readonly Operation[] {
  const found = new Set<Operation>()
  const source = ts.createSourceFile('bundle.mjs', bundle, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    const path = pathOf(node)
    if (path !== undefined) found.add(`${methodOf(node)} ${path}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return Array.from(found).toSorted()
}

/** Returns the path of a request that an array or a URL of the client describes. */
function pathOf(node: ts.Node): string | undefined {
  if (ts.isArrayLiteralExpression(node)) {
    const segments = node.elements.map(segmentOf)
    const isPath = segments.length > 0 && (segments[0] === 'v2' || isNamedPath(node.parent))
    return isPath ? `/${segments.map(withoutQuery).join('/')}` : undefined
  }
  // A template contains its parts, which are not URLs of their own.
  if (!ts.isTemplateExpression(node)) return undefined
  const [, path] = /^\{\}(\/v2\/.*)$/.exec(segmentOf(node)) ?? []
  return path === undefined ? undefined : withoutQuery(path)
}

/** Returns true if a value is the member or the variable `path`, or a choice for it. */
const isNamedPath = (node: ts.Node): boolean =>
  ts.isConditionalExpression(node)
    ? isNamedPath(node.parent)
    : isMember(node, 'path') || (ts.isVariableDeclaration(node) && node.name.getText() === 'path')

const withoutQuery = (text: string) => text.replace(/\?.*$/, '')

function segmentOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return '{}'
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

const isMember = (node: ts.Node, name: string): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === name

/** Returns the method of the request with a path. It is next to the path, or next to its variable. */
function methodOf(node: ts.Node): string {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isObjectLiteralExpression(around)) return methodIn(around) ?? 'GET'
    if (ts.isCallExpression(around)) return methodIn(around.arguments.at(-1)) ?? 'GET'
    if (ts.isVariableDeclaration(around)) return methodOfVariable(around) ?? 'GET'
    if (ts.isFunctionLike(around)) break
  }
  return 'GET'
}

function methodIn(node: ts.Node | undefined): string | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined
  const method = node.properties.find((property) => isMember(property, 'method'))
  return method && segmentOf(method.initializer)
}

/** Returns the method of the first object after a variable that has the variable as its path. */
function methodOfVariable({ name, parent }: ts.VariableDeclaration): string | undefined {
  let method: string | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const usesVariable = node.properties.some(
        (property) =>
          (ts.isShorthandPropertyAssignment(property) || isMember(property, 'path')) &&
          property.name.getText() === name.getText(),
      )
      if (usesVariable) method ??= methodIn(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(parent.parent.parent)
  return method
}

/** Returns the operations of each installed package, with its version. */
export const installedClients = (): readonly {
  readonly name: string
  readonly version: string
  readonly operations: readonly Operation[]
}[] =>
  PACKAGES.map((name) => {
    const folder = join('node_modules', name)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    const bundles = readdirSync(folder).filter((file) => file.endsWith('.mjs'))
    const operations = bundles.flatMap((file) =>
      operationsIn(readFileSync(join(folder, file), 'utf8')),
    )
    return { name, version, operations: Array.from(new Set(operations)).toSorted() }
  })

const known: ReadonlySet<Operation> = new Set(
  Object.keys({ ...routes, ...outside }).map((operation) => operation.replaceAll(/\{.*?\}/g, '{}')),
)

/** Returns the operations that are neither known to the mock nor unknown on purpose. */
export const unknownOperations = (operations: readonly Operation[]): readonly Operation[] =>
  operations.filter(
    (operation) => !known.has(operation) && !Object.hasOwn(unknownOnPurpose, operation),
  )

/** Writes the operations of the installed clients, and which of them the mock has. */
export function clientOperationsTable(): string {
  const clients = installedClients()
  const all = Array.from(new Set(clients.flatMap(({ operations }) => operations))).toSorted(byPath)
  return markdown(
    ['operation', ...clients.map(({ name, version }) => `${name} ${version}`), 'the mock'],
    all.map((operation) => [
      `\`${operation}\``,
      ...clients.map(({ operations }) => (operations.includes(operation) ? 'yes' : '')),
      known.has(operation) ? 'yes' : `no: ${unknownOnPurpose[operation] ?? 'unknown'}`,
    ]),
  )
}

const byPath = (a: Operation, b: Operation) =>
  (a.split(' ')[1] ?? '') < (b.split(' ')[1] ?? '') ? -1 : 1
