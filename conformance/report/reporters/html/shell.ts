// The frame of a page without external files: its head, its policy, its packed evidence and its script.

import { createHash } from 'node:crypto'
import type { Report } from '../../report.js'
import { markup, type Markup } from './markup.js'

export interface Page {
  readonly title: string
  readonly style: string
  readonly script: string
  /** The header and the bar, before the main part. */
  readonly top: Markup
  readonly main: Markup
  /** The packed evidence of `evidence.ts`. */
  readonly evidence: string
  readonly tool: Report['tool']
}

/** Returns the text of a page. Its main part needs an element with the id `rules`. */
export const pageOf = ({ title, style, script, top, main, evidence, tool }: Page): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<a class="skip" href="#rules">Skip to the rules</a>
${top}
<main>
${main}
</main>
<footer>${tool.name} ${tool.version}</footer>
<script type="text/plain" id="evidence">${evidence}</script>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Blocks all network access, and all scripts except this page's own, because the page contains
 * responses of the target.
 */
const policyOf = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** The field that finds rules by their words. The script shows it. */
export const search: Markup = markup`<label id="search" hidden><span class="unseen">Find</span><input type="search" id="find" placeholder="Find (/)" autocomplete="off"></label>`

export const noScript: Markup = markup`<noscript><p class="hint">The page shows exchanges only with JavaScript. The JSON report has them too.</p></noscript>`
