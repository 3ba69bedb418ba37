// The style of the page, for light and dark screens and for paper.

export const style = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de; --field: #f6f8fa;
  --good: #116329; --bad: #a40e26; --stuck: #7d4e00; --ours: #6639ba; --link: #0550ae;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --ink: #e6edf3; --quiet: #9ba3ad; --line: #30363d; --field: #161b22;
    --good: #56d364; --bad: #ff7b72; --stuck: #e3b341; --ours: #d2a8ff; --link: #79c0ff;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 72rem;
  background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
a { color: var(--link); }
code, pre { font: .875em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre {
  margin: .25rem 0 .75rem; padding: .5rem .75rem; white-space: pre-wrap;
  background: var(--field); border: 1px solid var(--line); border-radius: 4px;
}
blockquote { margin: .25rem 0; padding-left: .75rem; border-left: 3px solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
ul, ol { margin: .25rem 0; padding-left: 1.25rem; }
.scenarios { list-style: none; padding-left: 0; }
.scenarios > li { margin: .15rem 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.headline { font-size: 1.1rem; font-weight: 600; }
.bar { display: block; width: 100%; height: .75rem; border-radius: 4px; margin: .5rem 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
#filters {
  position: sticky; top: 0; z-index: 1; padding: .5rem 0;
  background: var(--page); border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
}
#filters fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem; }
#filters legend { float: left; padding: 0; margin-right: .75rem; }
input, button, select { font: inherit; color: inherit; }
input[type='search'], select { background: var(--field); border: 1px solid var(--line); border-radius: 4px; padding: .25rem .5rem; }
button { background: var(--field); border: 1px solid var(--line); border-radius: 4px; padding: .15rem .6rem; cursor: pointer; }
.rule { border-bottom: 1px solid var(--line); scroll-margin-top: 7rem; }
.rule > summary { padding: .25rem 0; }
.rule > .inside { padding: 0 0 1rem 1.25rem; }
.failure { scroll-margin-top: 7rem; border-left: 3px solid var(--bad); padding-left: .75rem; margin: .5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.conforming, .passed { color: var(--good); fill: var(--good); }
.violated { color: var(--bad); fill: var(--bad); }
.blocked { color: var(--stuck); fill: var(--stuck); }
.harness-error { color: var(--ours); fill: var(--ours); }
.observed, .not-applicable, .not-judged { color: var(--quiet); fill: var(--quiet); }
.bar .not-applicable { fill-opacity: .6; }
.bar .not-judged { fill: var(--line); }
@media print {
  :root { color-scheme: light; --page: #fff; --ink: #000; --quiet: #444; --line: #bbb; --field: #fff;
    --good: #116329; --bad: #a40e26; --stuck: #7d4e00; --ours: #6639ba; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  #filters, .skip, button { display: none; }
  .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, summary { break-after: avoid; }
  .exchange pre, .rule > summary { break-inside: avoid; }
}
`
