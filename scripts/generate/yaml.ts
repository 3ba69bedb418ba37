// Parses YAML to plain data with line numbers.

import { isNode, LineCounter, parseDocument } from 'yaml'

export interface Yaml {
  readonly data: unknown
  /**
   * Returns the line of the value at the given keys. If the value is missing, returns the line of
   * the nearest value around it.
   */
  readonly lineOf: (path: readonly (string | number)[]) => number
  readonly errors: readonly { readonly line: number; readonly message: string }[]
}

export function readYaml(text: string): Yaml {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const lineAt = (offset: number) => counter.linePos(offset).line || 1
  const lineOf: Yaml['lineOf'] = (path) => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true)
    if (isNode(node) && node.range) return lineAt(node.range[0])
    return path.length === 0 ? 1 : lineOf(path.slice(0, -1))
  }
  const errors = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }))
  return { data: errors.length > 0 ? {} : document.toJS(), lineOf, errors }
}
