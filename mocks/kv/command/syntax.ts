// The syntax of arguments: the positions of keys, and the arguments that generated tests may send.

export type Syntax =
  | { readonly kind: 'word'; readonly name: string }
  | { readonly kind: 'keyword'; readonly words: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'many' | 'optional' | 'counted'; readonly part: Syntax }
  | { readonly kind: 'options'; readonly options: Readonly<Record<string, Syntax | undefined>> }

/**
 * Parses a syntax:
 * - `key`: a word of this kind
 * - `ASC|DESC`: one of these keywords
 * - `[x]`: optional
 * - `x...`: one or more
 * - `#x`: a number, then that many of x
 * - `(x y)`: a sequence
 * - `{ASC, LIMIT x y}`: options in any order, each with its values
 */
export function readSyntax(text: string): Syntax {
  if (/^[a-z]+$/.test(text)) return { kind: 'word', name: text }
  const tokens = text.match(/\.\.\.|[[\](){}#,]|[^\s[\](){}#,.]+/g) ?? []
  let at = 0
  const sequence = (): Syntax => {
    const parts: Syntax[] = []
    while (at < tokens.length && !'])},'.includes(tokens[at]!)) {
      const part = item()
      const repeats = tokens[at] === '...'
      if (repeats) at++
      parts.push(repeats ? { kind: 'many', part } : part)
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }
  const enclosed = (): Syntax => {
    const part = sequence()
    at++
    return part
  }
  const options = (): Syntax => {
    const options: Record<string, Syntax | undefined> = {}
    do {
      const name = tokens[at++]!
      options[name] = ',}'.includes(tokens[at]!) ? undefined : sequence()
    } while (tokens[at++] === ',')
    return { kind: 'options', options }
  }
  const item = (): Syntax => {
    const token = tokens[at++]!
    if (token === '(') return enclosed()
    if (token === '[') return { kind: 'optional', part: enclosed() }
    if (token === '#') return { kind: 'counted', part: item() }
    if (token === '{') return options()
    return /[a-z]/.test(token)
      ? { kind: 'word', name: token }
      : { kind: 'keyword', words: token.split('|') }
  }
  return sequence()
}

const partsOf = (syntax: Syntax): readonly Syntax[] => {
  if (syntax.kind === 'sequence') return syntax.parts
  if (syntax.kind === 'options') return Object.values(syntax.options).filter((part) => !!part)
  return 'part' in syntax ? [syntax.part] : []
}

export function lengthOf(syntax: Syntax): { readonly least: number; readonly most: number } {
  const { kind } = syntax
  if (kind === 'word' || kind === 'keyword') return { least: 1, most: 1 }
  if (kind === 'options') return { least: 0, most: Infinity }
  const parts = partsOf(syntax).map(lengthOf)
  const least = parts.reduce((sum, part) => sum + part.least, kind === 'counted' ? 1 : 0)
  const most = parts.reduce((sum, part) => sum + part.most, 0)
  if (kind === 'optional') return { least: 0, most }
  return { least, most: kind === 'sequence' ? most : Infinity }
}

export const hasKeys = (syntax: Syntax): boolean =>
  syntax.kind === 'word' ? syntax.name === 'key' : partsOf(syntax).some(hasKeys)

/** Returns true if a number or an option before the keys determines their positions. */
export const hasMovableKeys = (syntax: Syntax): boolean =>
  syntax.kind === 'options' || syntax.kind === 'counted'
    ? hasKeys(syntax)
    : partsOf(syntax).some(hasMovableKeys)
