// A YAML text as plain data, and the line on which each part of it stands.

import { isNode, LineCounter, parseDocument } from 'yaml'

export interface Yaml {
  readonly data: unknown
  /** The line of the value that these keys lead to, or of the nearest there is around it. */
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
