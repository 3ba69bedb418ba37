// Parses a TypeScript file to find its imports and exports.

import { posix } from 'node:path'
import ts from 'typescript'

export interface Import {
  /**
   * The imported file from the repository root, such as `mocks/clock.ts`, or the package, such as
   * `node:http`.
   */
  readonly module: string
  readonly line: number
  readonly typeOnly: boolean
  /** The imported names, or `*` for all names. */
  readonly names: readonly string[]
}

export interface Source {
  readonly path: string
  readonly imports: readonly Import[]
  /** The exported functions, classes and constants, without types. */
  readonly exports: readonly { readonly name: string; readonly line: number }[]
}

export function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  const exports: Source['exports'][number][] = []
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1

  const visit = (node: ts.Node) => {
    const line = lineOf(node)
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteral(specifier))
      imports.push({
        module: moduleOf(path, specifier.text),
        line,
        typeOnly: isTypeOnly(node),
        names: namesTaken(node),
      })
    exports.push(...exportedNames(node).map((name) => ({ name, line })))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { path, imports, exports }
}

const moduleOf = (path: string, specifier: string) =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
    : specifier

/**
 * Returns the module path of an import, a re-export, a dynamic import, a type import or the URL of
 * a module.
 */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isNewExpression(node)) return urlOfModule(node)
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    ? node.arguments[0]
    : undefined
}

/** Returns the path in the URL of a thread or process: `new URL('./thread.js', import.meta.url)`. */
function urlOfModule({
  expression,
  arguments: [path] = ts.factory.createNodeArray(),
}: ts.NewExpression) {
  const isModule = path && ts.isStringLiteral(path) && /^\..*\.[jt]s$/.test(path.text)
  return isModule && expression.getText() === 'URL' ? path : undefined
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node))
    return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  return ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isImportTypeNode(node)
}

function namesTaken(node: ts.Node): readonly string[] {
  if (ts.isImportDeclaration(node)) {
    const { name, namedBindings } = node.importClause ?? {}
    return [...(name ? ['default'] : []), ...(namedBindings ? namesIn(namedBindings) : [])]
  }
  return ts.isExportDeclaration(node) && node.exportClause ? namesIn(node.exportClause) : ['*']
}

const namesIn = (bindings: ts.NamedImportBindings | ts.NamedExportBindings) =>
  ts.isNamedImports(bindings) || ts.isNamedExports(bindings)
    ? bindings.elements.map((each) => (each.propertyName ?? each.name).text)
    : ['*']

function exportedNames(node: ts.Node): readonly string[] {
  if (!ts.canHaveModifiers(node)) return []
  const isExport = ({ kind }: ts.Modifier) => kind === ts.SyntaxKind.ExportKeyword
  if (!ts.getModifiers(node)?.some(isExport)) return []
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  const isValue = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
  return isValue && node.name ? [node.name.text] : []
}
