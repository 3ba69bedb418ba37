// Scripts written down as text: a heading for each script, one command a line, a blank line between.

/** Scripts by title: commands as redis-cli takes them. */
export type Scripts = Readonly<Record<string, readonly string[]>>

/** The scripts of one text. Throws where a line stands before any heading, or a title comes twice. */
export function readScripts(text: string): Scripts {
  const scripts: Record<string, string[]> = {}
  let script: string[] | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    if (line.startsWith('# ')) {
      const title = line.slice(2)
      if (title in scripts) throw new Error(`line ${index + 1}: the title "${title}" is used twice`)
      script = scripts[title] = []
    } else if (script === undefined) {
      throw new Error(`line ${index + 1}: a command before the first heading ("# title")`)
    } else {
      script.push(line)
    }
  }
  return scripts
}
