// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

export const rules = [
  {
    "id": "kv.commands.wire-protocol",
    "interface": "kv",
    "heading": "What the service does",
    "line": 8,
    "quote": "Command names and argument order follow the key-value store wire protocol.",
    "level": "must"
  },
  {
    "id": "kv.resources.connection-values",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 19,
    "quote": "Database connection values | An HTTPS endpoint URL ({base_url}), a Standard token, a Read Only token",
    "level": "must",
    "choice": "At start, the mock prints an http URL on loopback, a Standard token and a Read Only token. It uses http because local tests need no certificate.",
    "untestable": "The contract does not define how a client gets these values. The authentication scenarios check that the tokens work."
  },
  {
    "id": "kv.envelope.success",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 20,
    "quote": "Success envelope | JSON object with exactly one field `result`",
    "level": "must"
  },
  {
    "id": "kv.envelope.error",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 21,
    "quote": "Error envelope | JSON object with exactly one field `error` (string)",
    "level": "must"
  },
  {
    "id": "kv.envelope.result-null",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 22,
    "quote": "`result` types | null, integer, string, or array whose elements are strings, integers or null",
    "level": "must",
    "choice": "The mock returns null for a nil bulk reply and for a nil array, because JSON has only one null."
  },
  {
    "id": "kv.envelope.result-integer",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 22,
    "quote": "`result` types | null, integer, string, or array whose elements are strings, integers or null",
    "level": "must",
    "choice": "The contract states no range of integers. The mock counts within 64 bits, as Redis does; beyond that it returns an error."
  },
  {
    "id": "kv.envelope.result-string",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 22,
    "quote": "`result` types | null, integer, string, or array whose elements are strings, integers or null",
    "level": "must"
  },
  {
    "id": "kv.envelope.result-array",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 22,
    "quote": "array whose elements are strings, integers or null",
    "level": "must"
  },
  {
    "id": "kv.envelope.nested-arrays",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 22,
    "quote": "`result` types | null, integer, string, or array whose elements are strings, integers or null",
    "level": "open",
    "choice": "Arrays contain arrays at any depth, because commands such as SCAN, XRANGE and EVAL return nested arrays. A map is a flat array of names and values, never a JSON object."
  },
  {
    "id": "kv.pipeline.array-of-envelopes",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 23,
    "quote": "Pipeline / transaction response | JSON array with one envelope (success or error) per submitted command, in submission order",
    "level": "must"
  },
  {
    "id": "kv.pipeline.envelopes-in-order",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 23,
    "quote": "JSON array with one envelope (success or error) per submitted command, in submission order",
    "level": "must"
  },
  {
    "id": "kv.transaction.array-of-envelopes",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 23,
    "quote": "Pipeline / transaction response | JSON array with one envelope (success or error) per submitted command, in submission order",
    "level": "must"
  },
  {
    "id": "kv.transaction.envelopes-in-order",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 23,
    "quote": "JSON array with one envelope (success or error) per submitted command, in submission order",
    "level": "must"
  },
  {
    "id": "kv.monitor.one-line-per-event",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 24,
    "quote": "Monitor event | One server-sent `data:` line per event",
    "level": "must"
  },
  {
    "id": "kv.subscribe.one-line-per-event",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 25,
    "quote": "Subscribe event | One server-sent `data:` line per event",
    "level": "must"
  },
  {
    "id": "kv.states.transitions",
    "interface": "kv",
    "heading": "States and transitions",
    "line": 31,
    "quote": "States and transitions: not shown.",
    "level": "open",
    "choice": "The mock has one database, which always exists. The database is never paused, archived or deleted."
  },
  {
    "id": "kv.authentication.every-endpoint",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 35,
    "quote": "All endpoints require authentication (see Authentication).",
    "level": "must"
  },
  {
    "id": "kv.methods.get",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "GET, HEAD, POST, PUT | `/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments",
    "level": "must"
  },
  {
    "id": "kv.methods.head",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "GET, HEAD, POST, PUT | `/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments",
    "level": "must",
    "choice": "The mock runs the command and returns the status and headers of GET without a body, as HTTP requires."
  },
  {
    "id": "kv.methods.post",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "GET, HEAD, POST, PUT | `/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments",
    "level": "must"
  },
  {
    "id": "kv.methods.put",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "GET, HEAD, POST, PUT | `/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments",
    "level": "must"
  },
  {
    "id": "kv.path.command-and-arguments",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Command name and arguments as path segments in protocol order.",
    "level": "must",
    "choice": "A path is no form: `+` and `;` are characters of an argument like any others."
  },
  {
    "id": "kv.path.text-body-is-last-argument",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "With POST, the body (text, JSON or binary) is appended as the last argument.",
    "level": "must"
  },
  {
    "id": "kv.path.json-body-is-last-argument",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "With POST, the body (text, JSON or binary) is appended as the last argument.",
    "level": "must",
    "choice": "The mock uses the JSON text byte for byte as the argument, with any content type. Only the endpoints with a JSON payload parse the body."
  },
  {
    "id": "kv.path.binary-body-is-last-argument",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "With POST, the body (text, JSON or binary) is appended as the last argument.",
    "level": "must"
  },
  {
    "id": "kv.path.query-options-follow-body",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`, equivalent to path segments `/<OPTION>/<value>` after the value.",
    "level": "must"
  },
  {
    "id": "kv.path.empty-body",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "With POST, the body (text, JSON or binary) is appended as the last argument.",
    "level": "open",
    "choice": "An empty body adds no argument. HTTP clients send an empty body with every POST, and `POST /get/key` must be the same command as `GET /get/key`."
  },
  {
    "id": "kv.path.body-with-other-methods",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "With POST, the body (text, JSON or binary) is appended as the last argument.",
    "level": "open",
    "choice": "The mock appends the body of a PUT as an argument, as for POST. It ignores the body of GET and HEAD, because HTTP gives it no meaning."
  },
  {
    "id": "kv.path.query-options-without-body",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`",
    "level": "open",
    "choice": "The mock appends query options for every method, after the body or after the path arguments. For example, `GET /set/key/value?EX=10` sets an expiry."
  },
  {
    "id": "kv.path.flag-options",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`",
    "level": "open",
    "choice": "A parameter without a value (`?NX` or `?NX=`) is one argument, so that clients can send the flags of SET together with a body."
  },
  {
    "id": "kv.path.repeated-options",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`",
    "level": "open",
    "choice": "The mock keeps the order of query options and keeps repeated options, as for path segments. It removes only the token parameter."
  },
  {
    "id": "kv.path.percent-encoding",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "The mock splits the path and the query first and then decodes each part to bytes: `%2F` is a slash, `+` stays `+`, and `..` is an ordinary argument. A `%` without two hex digits returns HTTP 400."
  },
  {
    "id": "kv.path.empty-segment",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "An empty segment is an empty string: `/set/key/` stores the empty string."
  },
  {
    "id": "kv.path.no-command",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "`/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "`GET /`, `HEAD /` and `PUT /` return HTTP 400 with `ERR empty command`. Only POST has an endpoint at `/`."
  },
  {
    "id": "kv.path.endpoint-names-with-other-methods",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "`/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "`/pipeline`, `/multi-exec`, `/monitor` and `/subscribe/{channel}` are endpoints for POST only. With GET, HEAD and PUT they are unsupported commands and return HTTP 400, not 405, because these methods are allowed."
  },
  {
    "id": "kv.body.command-array",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "POST | `/` | JSON array: first element the command name, then each argument (strings or numbers) in protocol order",
    "level": "must",
    "choice": "The mock parses the body as JSON, with any content type."
  },
  {
    "id": "kv.body.string-arguments",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "then each argument (strings or numbers) in protocol order",
    "level": "must"
  },
  {
    "id": "kv.body.number-arguments",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "then each argument (strings or numbers) in protocol order",
    "level": "must",
    "choice": "An integer of 64 bits keeps all digits, because it is an argument as it was sent."
  },
  {
    "id": "kv.body.number-text",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "then each argument (strings or numbers) in protocol order",
    "level": "open",
    "choice": "The mock uses a number exactly as it is written in the body: `1.50` stays `1.50`."
  },
  {
    "id": "kv.body.other-argument-types",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "then each argument (strings or numbers) in protocol order",
    "level": "open",
    "choice": "`true`, `false` and `null` become the strings `true`, `false` and `null`, because existing clients send them. A nested array, an object, or a command name that is not a string returns HTTP 400."
  },
  {
    "id": "kv.body.empty-array",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "JSON array: first element the command name",
    "level": "open",
    "choice": "An empty array or an empty body returns HTTP 400 with `ERR empty command`."
  },
  {
    "id": "kv.pipeline.array-of-commands",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 41,
    "quote": "POST | `/pipeline` | JSON array of arrays; each inner array is a command name followed by its arguments",
    "level": "must"
  },
  {
    "id": "kv.pipeline.empty",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 41,
    "quote": "POST | `/pipeline` | JSON array of arrays",
    "level": "open",
    "choice": "An empty array or an empty body returns HTTP 400 with `ERR empty pipeline request`. An empty inner array also returns HTTP 400 for the whole request."
  },
  {
    "id": "kv.pipeline.resp2",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 41,
    "quote": "`/pipeline` | JSON array of arrays; each inner array is a command name followed by its arguments | JSON array of envelopes, same order",
    "level": "open",
    "choice": "With `resp2`, the mock sends the replies one after another, without an array around them, as the Redis protocol does. A rejected request returns one raw error."
  },
  {
    "id": "kv.transaction.array-of-commands",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 42,
    "quote": "POST | `/multi-exec` | JSON array of arrays, same shape as pipeline",
    "level": "must"
  },
  {
    "id": "kv.transaction.empty",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 42,
    "quote": "POST | `/multi-exec` | JSON array of arrays, same shape as pipeline",
    "level": "open",
    "choice": "An empty array or an empty body returns HTTP 400 with `ERR empty transaction request`. An empty inner array also returns HTTP 400 for the whole request."
  },
  {
    "id": "kv.monitor.event-stream",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 43,
    "quote": "POST | `/monitor` | none; header `Accept: text/event-stream` | Event stream",
    "level": "must",
    "choice": "The mock ignores a request body."
  },
  {
    "id": "kv.subscribe.event-stream",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 44,
    "quote": "POST | `/subscribe/{channel}` | none; header `Accept: text/event-stream` | Event stream",
    "level": "must",
    "choice": "One request subscribes to one channel; the mock ignores a body and returns HTTP 400 for a second path segment. For existing clients, `POST /psubscribe/{pattern}` sends `psubscribe` and `pmessage` events, although the contract does not define it."
  },
  {
    "id": "kv.publish.endpoint",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 45,
    "quote": "POST | `/publish/{channel}/{message}` | none | Success or error envelope",
    "level": "must",
    "choice": "The mock runs the path as the command PUBLISH. So other methods and a message in the body also work."
  },
  {
    "id": "kv.publish.count",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 45,
    "quote": "POST | `/publish/{channel}/{message}` | none | Success or error envelope",
    "level": "open",
    "choice": "The result is the number of subscribers that received the message, as in Redis."
  },
  {
    "id": "kv.info.command-by-path",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 46,
    "quote": "POST | `/info` | none | Success or error envelope (the command is run as a normal command by path)",
    "level": "must",
    "choice": "INFO returns text about the mock. A server may return any envelope, or lack INFO."
  },
  {
    "id": "kv.commands.upper-case",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 48,
    "quote": "Command names are accepted in upper and lower case.",
    "level": "must"
  },
  {
    "id": "kv.commands.lower-case",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 48,
    "quote": "Command names are accepted in upper and lower case.",
    "level": "must"
  },
  {
    "id": "kv.commands.mixed-case",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 48,
    "quote": "Command names are accepted in upper and lower case.",
    "level": "open",
    "choice": "The mock accepts any mix of upper and lower case, as Redis does."
  },
  {
    "id": "kv.authentication.several-query-tokens",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 55,
    "quote": "`_token` | query | `<TOKEN>` | Authentication alternative",
    "level": "open",
    "choice": "The mock uses the first `_token` parameter and removes all of them from the query."
  },
  {
    "id": "kv.base64.strings",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "`Svc-Encoding` | header | `base64` | All strings in the response are base64 encoded",
    "level": "must",
    "choice": "The mock uses the standard alphabet with padding. It does not encode the names `result` and `error`."
  },
  {
    "id": "kv.base64.strings-in-arrays",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded, except the `OK` status reply",
    "level": "must"
  },
  {
    "id": "kv.base64.only-strings",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded",
    "level": "must"
  },
  {
    "id": "kv.base64.ok-status-plain",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "except the `OK` status reply",
    "level": "must",
    "choice": "Only the status reply `OK` stays plain. The mock encodes a stored string `OK` and other status replies such as `PONG`."
  },
  {
    "id": "kv.base64.ok-in-array",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded, except the `OK` status reply",
    "level": "open",
    "choice": "The mock encodes an `OK` inside an array result, because existing clients decode every element. In a batch, the `OK` of each envelope stays plain."
  },
  {
    "id": "kv.base64.errors",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded",
    "level": "open",
    "choice": "The mock never encodes errors, because the text must begin with an error class word and existing clients do not decode it."
  },
  {
    "id": "kv.base64.event-streams",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded",
    "level": "open",
    "choice": "The mock never encodes events, because the contract defines their exact text and existing clients read plain text."
  },
  {
    "id": "kv.base64.other-encodings",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "`Svc-Encoding` | header | `base64`",
    "level": "open",
    "choice": "The mock ignores any other value of this header. The contract defines an error only for other values of `Svc-Response-Format`."
  },
  {
    "id": "kv.response-format.json-default",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`Svc-Response-Format` | header | `json` (default), `resp2`",
    "level": "must"
  },
  {
    "id": "kv.response-format.json",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`Svc-Response-Format` | header | `json` (default), `resp2`",
    "level": "must"
  },
  {
    "id": "kv.response-format.json-content-type",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`json` returns `application/json`.",
    "level": "must",
    "choice": "Errors have this content type too. The mock adds no `charset` parameter, because JSON does not define one."
  },
  {
    "id": "kv.response-format.resp2-status-reply",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`resp2` returns the raw binary wire-protocol reply (for example a status reply `+OK` followed by CR LF, or a bulk reply `$<length>` CR LF `<bytes>` CR LF) with content type `application/octet-stream`.",
    "level": "must"
  },
  {
    "id": "kv.response-format.resp2-bulk-reply",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`resp2` returns the raw binary wire-protocol reply (for example a status reply `+OK` followed by CR LF, or a bulk reply `$<length>` CR LF `<bytes>` CR LF) with content type `application/octet-stream`.",
    "level": "must"
  },
  {
    "id": "kv.response-format.resp2-raw-reply",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`resp2` returns the raw binary wire-protocol reply",
    "level": "must"
  },
  {
    "id": "kv.response-format.resp2-content-type",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "or a bulk reply `$<length>` CR LF `<bytes>` CR LF) with content type `application/octet-stream`",
    "level": "must"
  },
  {
    "id": "kv.response-format.resp2-error",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`resp2` returns the raw binary wire-protocol reply",
    "level": "open",
    "choice": "A failed command returns the raw error `-ERR …` with HTTP 400 and content type `application/octet-stream`, because a RESP2 client expects it. Errors before the format is determined, such as 401 and 405, are JSON."
  },
  {
    "id": "kv.response-format.event-streams",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`resp2` returns the raw binary wire-protocol reply",
    "level": "open",
    "choice": "The two stream endpoints check the header but ignore the format: events are text and errors are JSON."
  },
  {
    "id": "kv.monitor.accept-missing",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 58,
    "quote": "`Accept` | header | `text/event-stream` | Required for endpoints 5 and 6",
    "level": "open",
    "choice": "The mock returns HTTP 400 if `Accept` does not allow `text/event-stream`, because a client that expects no stream would wait for its end. `text/*` and `*/*` allow it; `q=0` does not."
  },
  {
    "id": "kv.subscribe.accept-missing",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 58,
    "quote": "`Accept` | header | `text/event-stream` | Required for endpoints 5 and 6",
    "level": "open",
    "choice": "Without `Accept: text/event-stream`, the mock returns HTTP 400 with an error envelope, as for the monitor."
  },
  {
    "id": "kv.utf8.replacement-character",
    "interface": "kv",
    "heading": "Rules",
    "line": 62,
    "quote": "Response strings that contain invalid UTF-8 are returned with the replacement character U+FFFD in place of each invalid sequence",
    "level": "must"
  },
  {
    "id": "kv.utf8.base64-keeps-bytes",
    "interface": "kv",
    "heading": "Rules",
    "line": 62,
    "quote": "Response strings that contain invalid UTF-8 are returned with the replacement character U+FFFD in place of each invalid sequence, unless `Svc-Encoding: base64` is set.",
    "level": "must"
  },
  {
    "id": "kv.utf8.replacement-count",
    "interface": "kv",
    "heading": "Rules",
    "line": 62,
    "quote": "U+FFFD in place of each invalid sequence",
    "level": "open",
    "choice": "Each maximal invalid sequence becomes one U+FFFD, as in the WHATWG Encoding Standard and in browsers."
  },
  {
    "id": "kv.response-format.unknown-value",
    "interface": "kv",
    "heading": "Rules",
    "line": 63,
    "quote": "`Svc-Response-Format` with any value other than `json` or `resp2` yields HTTP 400.",
    "level": "must"
  },
  {
    "id": "kv.response-format.base64-with-resp2",
    "interface": "kv",
    "heading": "Rules",
    "line": 64,
    "quote": "`Svc-Encoding: base64` together with `Svc-Response-Format: resp2` yields HTTP 400.",
    "level": "must"
  },
  {
    "id": "kv.transaction.always-json",
    "interface": "kv",
    "heading": "Rules",
    "line": 65,
    "quote": "`Svc-Response-Format: resp2` does not apply to `/multi-exec`, which always returns JSON.",
    "level": "must"
  },
  {
    "id": "kv.transaction.base64-with-resp2",
    "interface": "kv",
    "heading": "Rules",
    "line": 65,
    "quote": "`Svc-Response-Format: resp2` does not apply to `/multi-exec`, which always returns JSON.",
    "level": "open",
    "choice": "`/multi-exec` also returns HTTP 400 for base64 together with resp2. The mock checks the two headers in the same way for every endpoint."
  },
  {
    "id": "kv.pipeline.runs-in-order",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "Pipeline: commands run in order but are not atomic",
    "level": "must"
  },
  {
    "id": "kv.pipeline.interleaving",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "commands from other clients can interleave",
    "level": "open",
    "choice": "With data in memory, the mock runs other requests after every 256 commands of a pipeline, or after 10 ms. A shorter and faster pipeline runs without interruption."
  },
  {
    "id": "kv.pipeline.not-atomic",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "Pipeline: commands run in order but are not atomic; commands from other clients can interleave.",
    "level": "must",
    "choice": "Other requests run only between the commands of a long or slow pipeline. Tests can observe interleaving there, and short pipelines stay fast.",
    "untestable": "Other commands may interleave, but a server need not allow it. A client cannot distinguish an atomic server from one where no command happens to interleave."
  },
  {
    "id": "kv.pipeline.failing-command-keeps-position",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "A failing command yields an error envelope at its position and the other commands still run.",
    "level": "must"
  },
  {
    "id": "kv.pipeline.other-commands-still-run",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "A failing command yields an error envelope at its position and the other commands still run.",
    "level": "must"
  },
  {
    "id": "kv.pipeline.unsupported-command",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "A failing command yields an error envelope at its position and the other commands still run.",
    "level": "must",
    "choice": "The mock treats an unknown command like an unsupported one. Such a command discards a transaction but not a pipeline."
  },
  {
    "id": "kv.pipeline.wrong-argument-count",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "A failing command yields an error envelope at its position and the other commands still run.",
    "level": "open",
    "choice": "A command with a wrong argument count returns an error at its position, and the other commands run. The contract calls a wrong argument count a general error, not a syntax error."
  },
  {
    "id": "kv.pipeline.latency",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "Each command's latency equals the latency of the whole pipeline.",
    "level": "must",
    "untestable": "All results arrive in one response body, so a client cannot measure the latency of a single command."
  },
  {
    "id": "kv.transaction.atomic",
    "interface": "kv",
    "heading": "Rules",
    "line": 67,
    "quote": "Transaction: all commands run atomically in order.",
    "level": "must"
  },
  {
    "id": "kv.transaction.runs-in-order",
    "interface": "kv",
    "heading": "Rules",
    "line": 67,
    "quote": "Transaction: all commands run atomically in order.",
    "level": "must"
  },
  {
    "id": "kv.transaction.failing-command-keeps-position",
    "interface": "kv",
    "heading": "Rules",
    "line": 67,
    "quote": "every command runs and its envelope (result or error) is returned at its position",
    "level": "must"
  },
  {
    "id": "kv.transaction.other-commands-still-run",
    "interface": "kv",
    "heading": "Rules",
    "line": 67,
    "quote": "A command that fails at execution does not stop the others; every command runs and its envelope (result or error) is returned at its position.",
    "level": "must"
  },
  {
    "id": "kv.transaction.bad-option",
    "interface": "kv",
    "heading": "Rules",
    "line": 67,
    "quote": "A command that fails at execution does not stop the others",
    "level": "open",
    "choice": "A command with an invalid option (`SET key value BOGUS`) fails at its position, and the other commands run. Redis checks options only when it runs the command."
  },
  {
    "id": "kv.transaction.discard-is-one-error-envelope",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "A transaction is discarded as a whole, with one error envelope",
    "level": "must",
    "choice": "The mock returns HTTP 400 with the EXEC error of Redis: `EXECABORT Transaction discarded because of: ` and the first error. A body that is not an array of commands returns an error that begins with `ERR`."
  },
  {
    "id": "kv.transaction.syntax-error-discards",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "A transaction is discarded as a whole, with one error envelope, when: the request has a syntax error",
    "level": "must"
  },
  {
    "id": "kv.transaction.unsupported-command-discards",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "any command is unsupported",
    "level": "must"
  },
  {
    "id": "kv.transaction.request-size-discards",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "any command exceeds the maximum request size",
    "level": "must"
  },
  {
    "id": "kv.transaction.daily-limit-discards",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "any command exceeds the daily request limit",
    "level": "must"
  },
  {
    "id": "kv.transaction.wrong-argument-count",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "the request has a syntax error; any command is unsupported",
    "level": "open",
    "choice": "A wrong argument count discards the transaction, because Redis rejects such a command before any command runs."
  },
  {
    "id": "kv.monitor.first-event",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "Monitor stream: the first event is `data: \"OK\"`.",
    "level": "must"
  },
  {
    "id": "kv.monitor.each-executed-command",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "Each following event is `data: <unix-seconds-with-microseconds> [<db-index> <client-address>] \"<COMMAND>\" \"<arg>\"...` for each executed command.",
    "level": "must"
  },
  {
    "id": "kv.monitor.event-time",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "Each following event is `data: <unix-seconds-with-microseconds> [<db-index> <client-address>] \"<COMMAND>\" \"<arg>\"...`",
    "level": "must",
    "choice": "The mock prints 6 decimal digits, as Redis does."
  },
  {
    "id": "kv.monitor.event-client",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "Each following event is `data: <unix-seconds-with-microseconds> [<db-index> <client-address>] \"<COMMAND>\" \"<arg>\"...`",
    "level": "must",
    "choice": "The database index is 0. The address is the host and port of the client, `lua` for commands of a script, or the address of the mock itself if a Redis behind the mock stores the data."
  },
  {
    "id": "kv.monitor.event-command",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "Each following event is `data: <unix-seconds-with-microseconds> [<db-index> <client-address>] \"<COMMAND>\" \"<arg>\"...`",
    "level": "must"
  },
  {
    "id": "kv.monitor.command-case",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "\"<COMMAND>\" \"<arg>\"...` for each executed command.",
    "level": "open",
    "choice": "The mock shows the command name as the client sent it, as Redis does. It does not convert the name to upper case."
  },
  {
    "id": "kv.monitor.argument-escapes",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "\"<COMMAND>\" \"<arg>\"...` for each executed command.",
    "level": "open",
    "choice": "As in Redis, the mock escapes quotes, backslashes, line breaks and all bytes outside printable ASCII (`\\xNN`). So each event stays on one line."
  },
  {
    "id": "kv.monitor.transactions",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "for each executed command",
    "level": "open",
    "choice": "The monitor shows each command of a transaction, but not MULTI and EXEC, because no client sent them. It hides rejected commands and, as Redis does, commands that may contain passwords, such as ACL and CONFIG."
  },
  {
    "id": "kv.monitor.own-requests",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "for each executed command",
    "level": "open",
    "choice": "The monitor does not show monitor and subscribe requests, because they are not database commands."
  },
  {
    "id": "kv.subscribe.first-event",
    "interface": "kv",
    "heading": "Rules",
    "line": 70,
    "quote": "Subscribe stream: the first event is `data: subscribe,<channel>,<count>`",
    "level": "must",
    "choice": "The count is always 1, because each stream has one channel."
  },
  {
    "id": "kv.subscribe.message-event",
    "interface": "kv",
    "heading": "Rules",
    "line": 70,
    "quote": "each published message arrives as `data: message,<channel>,<payload>`",
    "level": "must"
  },
  {
    "id": "kv.publish.reaches-current-subscribers",
    "interface": "kv",
    "heading": "Rules",
    "line": 71,
    "quote": "Publish delivers `<message>` to current subscribers of `<channel>`.",
    "level": "must"
  },
  {
    "id": "kv.publish.later-subscribers-miss-it",
    "interface": "kv",
    "heading": "Rules",
    "line": 71,
    "quote": "Publish delivers `<message>` to current subscribers of `<channel>`.",
    "level": "must"
  },
  {
    "id": "kv.publish.only-its-channel",
    "interface": "kv",
    "heading": "Rules",
    "line": 71,
    "quote": "Publish delivers `<message>` to current subscribers of `<channel>`.",
    "level": "must"
  },
  {
    "id": "kv.commands.categories",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "Command support by category: String, Bitmap, Hash, List, Set, SortedSet, Geo, HyperLogLog, Transactions, Generic, Server, Scripting, Pub/Sub, Connection, JSON, Streams and Cluster are listed as categories of the command set.",
    "level": "open",
    "choice": "The mock supports commands of every category, because existing clients use them. With data in memory, the CLUSTER commands return the error of a Redis without cluster support."
  },
  {
    "id": "kv.commands.shapes-and-support-marks",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "Per-command argument and result shapes, and per-category support marks: not shown.",
    "level": "open",
    "choice": "Arguments, results and errors are those of Redis 7, plus newer commands and options that existing clients use. Replies are those of RESP2, which has no maps, doubles or booleans."
  },
  {
    "id": "kv.commands.blocking-lists-excluded",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "blocking list commands `BLPOP`, `BRPOP`, `BRPOPLPUSH`",
    "level": "must"
  },
  {
    "id": "kv.commands.blocking-sorted-sets-excluded",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "blocking sorted-set commands `BZPOPMAX`, `BZPOPMIN`",
    "level": "must"
  },
  {
    "id": "kv.commands.transaction-commands-excluded",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "transaction commands `WATCH`, `UNWATCH`, `DISCARD`",
    "level": "must"
  },
  {
    "id": "kv.commands.blocking-xread-excluded",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "Exclusions: blocking list commands `BLPOP`, `BRPOP`, `BRPOPLPUSH`; blocking sorted-set commands `BZPOPMAX`, `BZPOPMIN`; transaction commands `WATCH`, `UNWATCH`, `DISCARD`; blocking forms of `XREAD` and `XREADGROUP`",
    "level": "must"
  },
  {
    "id": "kv.commands.blocking-xreadgroup-excluded",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "blocking forms of `XREAD` and `XREADGROUP`",
    "level": "must"
  },
  {
    "id": "kv.commands.connection-excluded",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "all Connection commands except `PING` and `ECHO`",
    "level": "must"
  },
  {
    "id": "kv.commands.ping",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "all Connection commands except `PING` and `ECHO`",
    "level": "must"
  },
  {
    "id": "kv.commands.echo",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "all Connection commands except `PING` and `ECHO`",
    "level": "must"
  },
  {
    "id": "kv.commands.other-blocking",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "Exclusions: blocking list commands `BLPOP`, `BRPOP`, `BRPOPLPUSH`; blocking sorted-set commands `BZPOPMAX`, `BZPOPMIN`",
    "level": "open",
    "choice": "The mock also rejects BLMOVE, BLMPOP, BZMPOP, WAIT and WAITAOF, because an HTTP request must not block."
  },
  {
    "id": "kv.commands.bound-to-a-connection",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "transaction commands `WATCH`, `UNWATCH`, `DISCARD`",
    "level": "open",
    "choice": "The mock rejects MULTI, EXEC, MONITOR, SUBSCRIBE and all other commands that change a connection, because HTTP requests share no connection. Clients use the endpoints for transactions and streams instead."
  },
  {
    "id": "kv.authentication.bearer-header",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "Every request carries a token: header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`.",
    "level": "must"
  },
  {
    "id": "kv.authentication.query-token",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "Every request carries a token: header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`.",
    "level": "must",
    "choice": "The parameter is `_token` in every dialect. The mock removes it from the query before it reads options."
  },
  {
    "id": "kv.authentication.header-spelling",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "Every request carries a token: header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`.",
    "level": "open",
    "choice": "The scheme is case-insensitive, and several spaces may follow it, as in HTTP (RFC 9110). The mock rejects a tab before the token and text after it."
  },
  {
    "id": "kv.authentication.other-ways",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "Every request carries a token: header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`.",
    "level": "open",
    "choice": "The mock does not read tokens from other schemes, headers, cookies or parameters."
  },
  {
    "id": "kv.authentication.both-tokens",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`",
    "level": "open",
    "choice": "The header takes precedence, even if only the query parameter is valid. The contract names the header first and calls the parameter an alternative."
  },
  {
    "id": "kv.authentication.standard-any-command",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "Each database has two tokens: Standard (any command) and Read Only",
    "level": "must",
    "choice": "The Standard token allows every supported command. The mock rejects excluded commands with every token."
  },
  {
    "id": "kv.authentication.read-only-reads",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "Read Only (read commands only; some powerful read commands such as `SCAN` and `KEYS` are also refused)",
    "level": "must",
    "choice": "The mock allows every read except SCAN and KEYS. The contract does not say which reads are powerful, so a server must allow GET only."
  },
  {
    "id": "kv.authentication.read-only-refuses-writes",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "Read Only (read commands only; some powerful read commands such as `SCAN` and `KEYS` are also refused)",
    "level": "must"
  },
  {
    "id": "kv.authentication.read-only-refuses-scan",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "some powerful read commands such as `SCAN` and `KEYS` are also refused",
    "level": "must"
  },
  {
    "id": "kv.authentication.read-only-refuses-keys",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "some powerful read commands such as `SCAN` and `KEYS` are also refused",
    "level": "must"
  },
  {
    "id": "kv.authentication.token-exposure",
    "interface": "kv",
    "heading": "Authentication",
    "line": 78,
    "quote": "Read Only is intended for tokens exposed to web or mobile clients; Standard must not be exposed.",
    "level": "must",
    "untestable": "This is a requirement for users of the tokens. Requests do not show where a token was exposed."
  },
  {
    "id": "kv.authentication.password-reset-revokes",
    "interface": "kv",
    "heading": "Authentication",
    "line": 79,
    "quote": "Resetting the database password revokes both tokens.",
    "level": "must",
    "choice": "The contract has no endpoint for this, so a library function and a control route of the mock reset the password. A reset also revokes the tokens of ACL users, because the Standard token encrypts them."
  },
  {
    "id": "kv.authentication.acl-token",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "`ACL RESTTOKEN <username> <password>` returns a string result that is a REST token with the same permissions as that user",
    "level": "must",
    "choice": "The same user and password always return the same token, and the command needs no permission except the password. The mock rejects the user `default`, who has the Standard token, and rejects the command in a transaction."
  },
  {
    "id": "kv.authentication.acl-token-permissions",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "ACL user tokens: the custom command `ACL RESTTOKEN <username> <password>` returns a string result that is a REST token with the same permissions as that user.",
    "level": "must",
    "choice": "ACL commands and permissions are those of Redis, so a transaction needs permission for MULTI and EXEC. The Standard token acts as the user `default`, which ACL SETUSER and ACL DELUSER cannot change."
  },
  {
    "id": "kv.authentication.acl-token-lifetime",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "`ACL RESTTOKEN <username> <password>` returns a string result that is a REST token with the same permissions as that user",
    "level": "open",
    "choice": "A token is valid while its user exists, is on and has that password; after that it returns HTTP 401. New ACL rules of the user apply to the token at once."
  },
  {
    "id": "kv.authentication.acl-denied-error",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "a REST token with the same permissions as that user",
    "level": "open",
    "choice": "The mock returns HTTP 400 with the NOPERM error of Redis. In a pipeline the error is at its position; a transaction is discarded."
  },
  {
    "id": "kv.authentication.acl-unknown-user",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "When the user does not exist or the password does not match, an error envelope is returned",
    "level": "must"
  },
  {
    "id": "kv.authentication.acl-wrong-password",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "When the user does not exist or the password does not match, an error envelope is returned",
    "level": "must"
  },
  {
    "id": "kv.authentication.acl-error-text",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "an error envelope is returned whose text begins `ERR Wrong password or user ... does not exist`",
    "level": "must",
    "choice": "The dots stand for the user name in double quotes. The text is the same for an unknown user and for a wrong password."
  },
  {
    "id": "kv.authentication.missing-token",
    "interface": "kv",
    "heading": "Authentication",
    "line": 81,
    "quote": "A missing or invalid token yields HTTP 401.",
    "level": "must"
  },
  {
    "id": "kv.authentication.invalid-token",
    "interface": "kv",
    "heading": "Authentication",
    "line": 81,
    "quote": "A missing or invalid token yields HTTP 401.",
    "level": "must"
  },
  {
    "id": "kv.authentication.read-only-denied-commands",
    "interface": "kv",
    "heading": "Authentication",
    "line": 82,
    "quote": "The complete list of commands denied to the Read Only token, and the error returned when it is used for a denied command: not shown.",
    "level": "open",
    "choice": "The mock denies write commands, SCAN, KEYS, scripts, functions, PUBLISH, the monitor, and server commands such as ACL and CONFIG. It allows EVAL_RO, EVALSHA_RO and FCALL_RO only with data in memory, because there it can check the commands of a script."
  },
  {
    "id": "kv.authentication.read-only-error",
    "interface": "kv",
    "heading": "Authentication",
    "line": 82,
    "quote": "the error returned when it is used for a denied command: not shown",
    "level": "open",
    "choice": "The mock returns HTTP 400 with the NOPERM error that Redis returns to ACL users, because 401 would mean an invalid token. In a pipeline the error is at its position; a transaction is discarded."
  },
  {
    "id": "kv.events.only-two-streams",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "The service emits events only through the two server-sent event streams described under Endpoints (rules 8 and 9): monitor events and subscribe events.",
    "level": "must",
    "untestable": "A client cannot see events that a server sends elsewhere. The next rules check the two streams."
  },
  {
    "id": "kv.events.no-others",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "No other events are sent.",
    "level": "must"
  },
  {
    "id": "kv.events.data-prefix",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "Each is a text line prefixed `data: `.",
    "level": "must"
  },
  {
    "id": "kv.events.line-ends",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "Each is a text line prefixed `data: `.",
    "level": "open",
    "choice": "Lines end in LF, and a blank line follows each event, because existing clients split there. The mock sends no comments, keep-alives, event names or ids, and disconnects a client when 32 MiB of events wait for it."
  },
  {
    "id": "kv.events.line-breaks-in-payload",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "Each is a text line prefixed `data: `.",
    "level": "open",
    "choice": "A message with line breaks becomes one `data:` line per line, as server-sent events require. Bytes that are not UTF-8 become U+FFFD."
  },
  {
    "id": "kv.errors.executed",
    "interface": "kv",
    "heading": "Errors",
    "line": 92,
    "quote": "200 | Request accepted and executed",
    "level": "must"
  },
  {
    "id": "kv.errors.failure-in-batch",
    "interface": "kv",
    "heading": "Errors",
    "line": 92,
    "quote": "Request accepted and executed (also returned with a body holding an error envelope when a command inside a batch fails)",
    "level": "must"
  },
  {
    "id": "kv.errors.syntax-error",
    "interface": "kv",
    "heading": "Errors",
    "line": 93,
    "quote": "400 | Syntax error",
    "level": "must"
  },
  {
    "id": "kv.errors.invalid-command",
    "interface": "kv",
    "heading": "Errors",
    "line": 93,
    "quote": "invalid or unsupported command",
    "level": "must"
  },
  {
    "id": "kv.errors.unsupported-command",
    "interface": "kv",
    "heading": "Errors",
    "line": 93,
    "quote": "Syntax error; invalid or unsupported command; command execution fails",
    "level": "must",
    "choice": "The error is the same as for an unknown command, so that clients can handle both in the same way."
  },
  {
    "id": "kv.errors.execution-failure",
    "interface": "kv",
    "heading": "Errors",
    "line": 93,
    "quote": "command execution fails",
    "level": "must"
  },
  {
    "id": "kv.methods.others-refused",
    "interface": "kv",
    "heading": "Errors",
    "line": 95,
    "quote": "405 | HTTP method other than HEAD, GET, POST, PUT",
    "level": "must",
    "choice": "The mock also rejects OPTIONS, unless the option `--cors` allows requests from web pages. The response has the header `Allow: GET, HEAD, POST, PUT`, because HTTP requires it for 405."
  },
  {
    "id": "kv.methods.unregistered",
    "interface": "kv",
    "heading": "Errors",
    "line": 95,
    "quote": "405 | HTTP method other than HEAD, GET, POST, PUT",
    "level": "open",
    "choice": "The mock also returns HTTP 405 for a method that is not registered for HTTP, such as `FOO`. It handles such requests itself, because the parser of Node.js rejects them."
  },
  {
    "id": "kv.errors.order-of-refusals",
    "interface": "kv",
    "heading": "Errors",
    "line": 95,
    "quote": "405 | HTTP method other than HEAD, GET, POST, PUT",
    "level": "open",
    "choice": "The mock checks the method first (405), then the token (401), then everything else (400). So a client without a valid token learns nothing about commands."
  },
  {
    "id": "kv.authentication.error-class",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "such as `WRONGPASS ...` for a bad password or `ERR ...` for general errors",
    "level": "open",
    "choice": "Every 401 response has the error `WRONGPASS invalid or missing auth token`, because existing clients expect this text."
  },
  {
    "id": "kv.errors.class-word",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "The string begins with an error class word followed by text, such as `WRONGPASS ...` for a bad password or `ERR ...` for general errors",
    "level": "must",
    "choice": "The class word has capital letters, and one space follows it. The contract defines neither, so `Unauthorized text` and `NO_AUTH: text` conform."
  },
  {
    "id": "kv.errors.wrong-argument-count",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "`ERR ...` for general errors (wrong argument count for a named command; a value that is not an integer or is out of range)",
    "level": "must"
  },
  {
    "id": "kv.errors.not-an-integer",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "`ERR ...` for general errors (wrong argument count for a named command; a value that is not an integer or is out of range)",
    "level": "must"
  },
  {
    "id": "kv.errors.out-of-range",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "a value that is not an integer or is out of range",
    "level": "must"
  },
  {
    "id": "kv.errors.texts",
    "interface": "kv",
    "heading": "Errors",
    "line": 99,
    "quote": "Complete list of error message texts: not shown.",
    "level": "open",
    "choice": "Commands return the error texts of Redis 7; other errors begin with `ERR`. If the mock cannot reach the Redis behind it, it returns HTTP 503: the client may retry, but the command may have run."
  },
  {
    "id": "kv.limits.request-size",
    "interface": "kv",
    "heading": "Limits",
    "line": 103,
    "quote": "A maximum request size applies per command",
    "level": "must"
  },
  {
    "id": "kv.limits.request-size-value",
    "interface": "kv",
    "heading": "Limits",
    "line": 103,
    "quote": "Maximum request size value: not shown.",
    "level": "open",
    "choice": "The defaults are 10 MB for a command, 32 KB for a key and 100 MB for a record, as existing clients report; all are settings. The mock does not measure collections and the keys of scripts."
  },
  {
    "id": "kv.limits.batch-size",
    "interface": "kv",
    "heading": "Limits",
    "line": 103,
    "quote": "A maximum request size applies per command; a transaction containing a larger command is discarded.",
    "level": "must",
    "choice": "The size of a whole batch has no limit. In a pipeline, a command over the size limit fails at its position."
  },
  {
    "id": "kv.limits.daily-requests",
    "interface": "kv",
    "heading": "Limits",
    "line": 104,
    "quote": "A daily request limit applies",
    "level": "must"
  },
  {
    "id": "kv.limits.daily-requests-value",
    "interface": "kv",
    "heading": "Limits",
    "line": 104,
    "quote": "Daily request limit value: not shown.",
    "level": "open",
    "choice": "The default is no limit, so that no test run reaches it. With a limit, each command that passes the other checks counts, also in a batch, until the next UTC day of the mock's clock."
  },
  {
    "id": "kv.limits.refusals",
    "interface": "kv",
    "heading": "Limits",
    "line": 104,
    "quote": "A daily request limit applies; a transaction containing a command that exceeds it is discarded.",
    "level": "open",
    "choice": "The mock returns HTTP 400 with an error such as `ERR max request size exceeded` or `ERR max daily request limit exceeded`. The error discards a transaction, unless a string grows too large while the transaction runs."
  },
  {
    "id": "kv.versioning.scheme",
    "interface": "kv",
    "heading": "Versioning",
    "line": 108,
    "quote": "Versioning: not shown.",
    "level": "open",
    "choice": "Paths and headers have no version. The path `/v2/get/key` is the unknown command `v2`."
  },
  {
    "id": "queue.publish.delivers-to-destination",
    "interface": "queue",
    "heading": "What the service does",
    "line": 7,
    "quote": "Accepts a message and delivers it later to a destination over HTTP",
    "level": "must"
  },
  {
    "id": "queue.publish.delivery-before-the-answer",
    "interface": "queue",
    "heading": "What the service does",
    "line": 7,
    "quote": "Accepts a message and delivers it later to a destination over HTTP",
    "level": "open",
    "choice": "The mock starts a delivery only after it has sent the publish response, so that a test can store the message id before the destination receives the message."
  },
  {
    "id": "queue.publish.configured-per-message",
    "interface": "queue",
    "heading": "What the service does",
    "line": 7,
    "quote": "Delay, retries, timeouts, callbacks, deduplication and flow control are configured per message.",
    "level": "must"
  },
  {
    "id": "queue.flow-control.at-publish",
    "interface": "queue",
    "heading": "What the service does",
    "line": 7,
    "quote": "Delay, retries, timeouts, callbacks, deduplication and flow control are configured per message.",
    "level": "must",
    "choice": "The mock reads Svc-Flow-Control-Key and Svc-Flow-Control-Value from a publish in every dialect. The contract names them only for restart and resume, so the scenarios run only in a dialect with `flowControlAtPublish`."
  },
  {
    "id": "queue.publish.to-http-url",
    "interface": "queue",
    "heading": "What the service does",
    "line": 8,
    "quote": "A destination is a URL",
    "level": "must"
  },
  {
    "id": "queue.group.fans-out-to-every-endpoint",
    "interface": "queue",
    "heading": "What the service does",
    "line": 8,
    "quote": "a URL group (server-side template with one or more endpoints; publishing to it fans out to every endpoint)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-is-tied-to-a-message",
    "interface": "queue",
    "heading": "What the service does",
    "line": 9,
    "quote": "Runs workflows made of steps; each step is tied to a message.",
    "level": "must"
  },
  {
    "id": "queue.resources.at-timestamps-in-milliseconds",
    "interface": "queue",
    "heading": "Resources and their fields",
    "line": 16,
    "quote": "Timestamps named `...At`, `notBefore`, `time`, `nextDeliveryTime` are integers in Unix milliseconds unless stated otherwise.",
    "level": "must"
  },
  {
    "id": "queue.resources.not-before-in-milliseconds",
    "interface": "queue",
    "heading": "Resources and their fields",
    "line": 16,
    "quote": "Timestamps named `...At`, `notBefore`, `time`, `nextDeliveryTime` are integers in Unix milliseconds",
    "level": "must"
  },
  {
    "id": "queue.resources.time-in-milliseconds",
    "interface": "queue",
    "heading": "Resources and their fields",
    "line": 16,
    "quote": "Timestamps named `...At`, `notBefore`, `time`, `nextDeliveryTime` are integers in Unix milliseconds",
    "level": "must"
  },
  {
    "id": "queue.resources.next-delivery-time-in-milliseconds",
    "interface": "queue",
    "heading": "Resources and their fields",
    "line": 16,
    "quote": "Timestamps named `...At`, `notBefore`, `time`, `nextDeliveryTime` are integers in Unix milliseconds",
    "level": "must"
  },
  {
    "id": "queue.resources.header-maps",
    "interface": "queue",
    "heading": "Resources and their fields",
    "line": 16,
    "quote": "Header maps are objects from header name to an array of strings.",
    "level": "must",
    "choice": "The mock writes header names like `Content-Type`, with a capital letter in each word, as the tables of the contract do."
  },
  {
    "id": "queue.publish.message-id-required",
    "interface": "queue",
    "heading": "Publish result",
    "line": 22,
    "quote": "| `messageId` | string | Required. Unique id of the message |",
    "level": "must"
  },
  {
    "id": "queue.publish.message-id-unique",
    "interface": "queue",
    "heading": "Publish result",
    "line": 22,
    "quote": "Unique id of the message",
    "level": "must"
  },
  {
    "id": "queue.deduplication.id-of-a-duplicate",
    "interface": "queue",
    "heading": "Publish result",
    "line": 22,
    "quote": "| `messageId` | string | Required. Unique id of the message |",
    "level": "open",
    "choice": "The response to a duplicate has the id of the first message, because no other message exists."
  },
  {
    "id": "queue.publish.url",
    "interface": "queue",
    "heading": "Publish result",
    "line": 23,
    "quote": "| `url` | string | Destination url (present in the single-object form) |",
    "level": "must"
  },
  {
    "id": "queue.deduplication.deduplicated-field",
    "interface": "queue",
    "heading": "Publish result",
    "line": 24,
    "quote": "| `deduplicated` | boolean | True when the message is a duplicate and was not sent |",
    "level": "must",
    "choice": "The field is absent if the message is not a duplicate."
  },
  {
    "id": "queue.deduplication.duplicate-is-not-sent",
    "interface": "queue",
    "heading": "Publish result",
    "line": 24,
    "quote": "True when the message is a duplicate and was not sent",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.message-id",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 30,
    "quote": "| `messageId` | string | Required |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.dlq-id",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 31,
    "quote": "| `dlqId` | string | Id used in DLQ paths |",
    "level": "must",
    "choice": "The format is `<milliseconds>-<sequence>`, as existing clients receive it."
  },
  {
    "id": "queue.dlq-message.url",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 32,
    "quote": "| `url` | string | Workflow endpoint URL |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.method",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 33,
    "quote": "| `method` | string | HTTP method of the request |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.header",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 34,
    "quote": "| `header` | object | Initial request headers including configuration headers |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.header-includes-configuration",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 34,
    "quote": "Initial request headers including configuration headers",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.body-when-utf8",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 35,
    "quote": "| `body` | string | Payload, when UTF-8 |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.body-base64-when-not-utf8",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 36,
    "quote": "| `bodyBase64` | string | Payload base64, when not UTF-8 |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.max-retries",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 37,
    "quote": "| `maxRetries` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.not-before",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 38,
    "quote": "| `notBefore` | integer | Earliest processing time |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.created-at",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 39,
    "quote": "| `createdAt` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.created-at-meaning",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 39,
    "quote": "| `createdAt` | integer | |",
    "level": "open",
    "choice": "The field is the creation time of the failed message, because the other fields of the entry also describe this message."
  },
  {
    "id": "queue.resources.absent-or-null",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 40,
    "quote": "| `failureCallback` | string | Failure callback URL, if set |",
    "level": "open",
    "choice": "The mock omits an optional field without a value and does not write null, because every client understands an absent field."
  },
  {
    "id": "queue.dlq-message.failure-callback",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 40,
    "quote": "| `failureCallback` | string | Failure callback URL, if set |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-header",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 41,
    "quote": "| `failureCallbackHeader` | object | Failure callback request headers |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.header-prefix",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 41,
    "quote": "| `failureCallbackHeader` | object | Failure callback request headers |",
    "level": "open",
    "choice": "The header names have no forward prefix, as in the failure callback request."
  },
  {
    "id": "queue.dlq-message.caller-ip",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 42,
    "quote": "| `callerIP` | string | IP address of the publisher |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.workflow-run-id",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 43,
    "quote": "| `workflowRunId` | string | |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.workflow-created-at",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 44,
    "quote": "| `workflowCreatedAt` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.workflow-url",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 45,
    "quote": "| `workflowUrl` | string | |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.flow-control-key",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 46,
    "quote": "| `flowControlKey` | string | If set |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.rate",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 47,
    "quote": "| `rate` | integer | If set |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.parallelism",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 48,
    "quote": "| `parallelism` | integer | If set |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.period",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 49,
    "quote": "| `period` | integer | If set |",
    "level": "must",
    "choice": "The field is in seconds, as existing clients expect: `period=1m` is 60. The mock omits it if no rate is set."
  },
  {
    "id": "queue.dlq-message.response-status",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 50,
    "quote": "| `responseStatus` | integer | HTTP status of the last failed delivery attempt |",
    "level": "must",
    "choice": "The mock omits the field if the attempt got no response."
  },
  {
    "id": "queue.dlq-message.response-header",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 51,
    "quote": "| `responseHeader` | object | Response headers of the last failed attempt |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.response-body-when-utf8",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 52,
    "quote": "| `responseBody` | string | When UTF-8 |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.response-body-base64-when-not-utf8",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 53,
    "quote": "| `responseBodyBase64` | string | When not UTF-8 |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-info",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 54,
    "quote": "| `failureCallbackInfo` | object | `state` (string), `responseStatus` (integer), `responseBody` (string), `responseHeaders` (header map) |",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-info-state",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 54,
    "quote": "`failureCallbackInfo` | object | `state` (string)",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-info-response-status",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 54,
    "quote": "`responseStatus` (integer)",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-info-response-body",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 54,
    "quote": "`responseBody` (string)",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-info-response-headers",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 54,
    "quote": "`responseHeaders` (header map)",
    "level": "must"
  },
  {
    "id": "queue.runs.workflow-run-id",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 60,
    "quote": "| `workflowRunId` | string | |",
    "level": "must"
  },
  {
    "id": "queue.runs.workflow-url",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 61,
    "quote": "| `workflowUrl` | string | |",
    "level": "must"
  },
  {
    "id": "queue.runs.workflow-state",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 62,
    "quote": "| `workflowState` | string | A run state (see States) |",
    "level": "must"
  },
  {
    "id": "queue.runs.workflow-run-created-at",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 63,
    "quote": "| `workflowRunCreatedAt` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.runs.workflow-run-completed-at",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 64,
    "quote": "| `workflowRunCompletedAt` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.runs.completed-at-without-success",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 64,
    "quote": "| `workflowRunCompletedAt` | integer | |",
    "level": "open",
    "choice": "For a failed or canceled run, the field is the time when the run ended."
  },
  {
    "id": "queue.runs.completed-at-of-a-run-in-progress",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 64,
    "quote": "| `workflowRunCompletedAt` | integer | |",
    "level": "open",
    "choice": "The field is absent until the run ends."
  },
  {
    "id": "queue.runs.steps",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 65,
    "quote": "| `steps` | array | Groups: object with `type` (`sequential` or `parallel`) and `steps` (array of step objects) |",
    "level": "must"
  },
  {
    "id": "queue.runs.group-type",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 65,
    "quote": "`type` (`sequential` or `parallel`)",
    "level": "must",
    "choice": "The list has no steps that are planned but not executed, because the contract has no group type for them; existing clients read them on `/v2/workflows/events`. A sleep is a step in progress until it ends."
  },
  {
    "id": "queue.runs.group-steps",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 65,
    "quote": "`steps` (array of step objects)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-id",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "Step object: `stepId` (integer; absent on the initial step)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-id-absent-on-the-initial-step",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "absent on the initial step",
    "level": "must"
  },
  {
    "id": "queue.runs.step-name",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`stepName` (string)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-type",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`stepType` (string; observed `Initial`, `Run`)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-call-type",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`callType` (string; observed `step`)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-message-id",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`messageId` (string), `out`",
    "level": "must"
  },
  {
    "id": "queue.runs.step-out",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`out` (string, step output)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-concurrent",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`concurrent` (integer)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-state",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`state` (string), `createdAt`",
    "level": "must"
  },
  {
    "id": "queue.runs.step-created-at",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 67,
    "quote": "`createdAt` (integer)",
    "level": "must"
  },
  {
    "id": "queue.runs.step-and-call-types",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 69,
    "quote": "Full value lists of `stepType` and `callType`: not shown.",
    "level": "open",
    "choice": "Step types are `Initial` and the types that the application sends. Call types are `step`, `toCallback` and `fromCallback`, as existing clients expect."
  },
  {
    "id": "queue.runs.runs-share-a-run-id",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 71,
    "quote": "Several runs can share the same `workflowRunId`",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-on-a-shared-run-id",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 71,
    "quote": "a filter on it returns all of them",
    "level": "must"
  },
  {
    "id": "queue.runs.created-at-identifies-one-run",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 71,
    "quote": "a filter on it returns all of them, and adding `workflowCreatedAt` identifies one run",
    "level": "must",
    "choice": "Two runs with the same id never have the same creation time. If necessary, the mock adds 1 ms."
  },
  {
    "id": "queue.message-logs.time",
    "interface": "queue",
    "heading": "Message log event",
    "line": 77,
    "quote": "| `time` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.state",
    "interface": "queue",
    "heading": "Message log event",
    "line": 78,
    "quote": "| `state` | string | Message-level or run-level state |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.workflow-run-id",
    "interface": "queue",
    "heading": "Message log event",
    "line": 79,
    "quote": "| `workflowRunId` | string | |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.workflow-url",
    "interface": "queue",
    "heading": "Message log event",
    "line": 80,
    "quote": "| `workflowUrl` | string | |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.workflow-created-at",
    "interface": "queue",
    "heading": "Message log event",
    "line": 81,
    "quote": "| `workflowCreatedAt` | integer | |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.step-info-on-message-level-events",
    "interface": "queue",
    "heading": "Message log event",
    "line": 82,
    "quote": "| `stepInfo` | object | Present on message-level events",
    "level": "must"
  },
  {
    "id": "queue.message-logs.step-info-fields",
    "interface": "queue",
    "heading": "Message log event",
    "line": 82,
    "quote": "Present on message-level events: `stepName`, `stepType`, `callType`, `messageId`, `concurrent`, `createdAt` |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.next-delivery-time",
    "interface": "queue",
    "heading": "Message log event",
    "line": 83,
    "quote": "| `nextDeliveryTime` | integer | Present on message-level events |",
    "level": "must",
    "choice": "The field is the time of the next attempt, or of the last attempt if there is no next one."
  },
  {
    "id": "queue.message-logs.several-events-per-message",
    "interface": "queue",
    "heading": "Message log event",
    "line": 85,
    "quote": "Each message produces several log events over its life",
    "level": "must"
  },
  {
    "id": "queue.message-logs.run-level-events-have-no-step-info",
    "interface": "queue",
    "heading": "Message log event",
    "line": 85,
    "quote": "Run-level events have no `stepInfo`.",
    "level": "must"
  },
  {
    "id": "queue.waiter.url",
    "interface": "queue",
    "heading": "Waiter",
    "line": 91,
    "quote": "| `url` | string | Workflow URL |",
    "level": "must"
  },
  {
    "id": "queue.waiter.headers",
    "interface": "queue",
    "heading": "Waiter",
    "line": 92,
    "quote": "| `headers` | object | Header map;",
    "level": "must"
  },
  {
    "id": "queue.waiter.run-id-header",
    "interface": "queue",
    "heading": "Waiter",
    "line": 92,
    "quote": "includes a run id header `Svc-Workflow-Runid`",
    "level": "must",
    "choice": "The key has exactly this case, because object keys are case-sensitive. The spelling `Svc-Workflow-RunId` elsewhere in the contract is the name of a request header."
  },
  {
    "id": "queue.waiter.url-header",
    "interface": "queue",
    "heading": "Waiter",
    "line": 92,
    "quote": "| `headers` | object | Header map; includes a run id header `Svc-Workflow-Runid` and a URL header `Svc-Workflow-Url` |",
    "level": "must"
  },
  {
    "id": "queue.waiter.deadline",
    "interface": "queue",
    "heading": "Waiter",
    "line": 93,
    "quote": "| `deadline` | integer | Timestamp",
    "level": "must"
  },
  {
    "id": "queue.waiter.deadline-unit",
    "interface": "queue",
    "heading": "Waiter",
    "line": 93,
    "quote": "Timestamp; the observed value has the magnitude of Unix seconds",
    "level": "open",
    "choice": "The mock returns Unix seconds, as observed and as existing clients read them."
  },
  {
    "id": "queue.flow-control.key",
    "interface": "queue",
    "heading": "Flow control",
    "line": 99,
    "quote": "| `flowControlKey` | string | |",
    "level": "must"
  },
  {
    "id": "queue.flow-control.wait-list-size",
    "interface": "queue",
    "heading": "Flow control",
    "line": 100,
    "quote": "| `waitListSize` | integer | Messages waiting because of the parallelism set for the key |",
    "level": "must",
    "choice": "The mock does not count a message that waits for its delay or its retry."
  },
  {
    "id": "queue.flow-control.between-attempts",
    "interface": "queue",
    "heading": "Flow control",
    "line": 100,
    "quote": "| `waitListSize` | integer | Messages waiting because of the parallelism set for the key |",
    "level": "open",
    "choice": "A message that waits for its retry does not block other messages of its key."
  },
  {
    "id": "queue.group.fields",
    "interface": "queue",
    "heading": "URL group",
    "line": 104,
    "quote": "Its fields beyond the default header map: not shown.",
    "level": "open",
    "choice": "A group has an id, a name and endpoints. Each endpoint has a URL and an optional name."
  },
  {
    "id": "queue.states.run-started",
    "interface": "queue",
    "heading": "Workflow run states (also the `state` filter values of run and log endpoints)",
    "line": 112,
    "quote": "| `RUN_STARTED` | Run started and is in progress |",
    "level": "must"
  },
  {
    "id": "queue.states.run-success",
    "interface": "queue",
    "heading": "Workflow run states (also the `state` filter values of run and log endpoints)",
    "line": 113,
    "quote": "| `RUN_SUCCESS` | Run completed successfully |",
    "level": "must"
  },
  {
    "id": "queue.states.run-failed",
    "interface": "queue",
    "heading": "Workflow run states (also the `state` filter values of run and log endpoints)",
    "line": 114,
    "quote": "| `RUN_FAILED` | Run failed after all retries |",
    "level": "must"
  },
  {
    "id": "queue.states.run-canceled",
    "interface": "queue",
    "heading": "Workflow run states (also the `state` filter values of run and log endpoints)",
    "line": 115,
    "quote": "| `RUN_CANCELED` | Run canceled on user request |",
    "level": "must"
  },
  {
    "id": "queue.states.waiter-added",
    "interface": "queue",
    "heading": "Workflow run states (also the `state` filter values of run and log endpoints)",
    "line": 117,
    "quote": "Run-level log states additionally: `WAITER_ADDED` (a waiter is registered for the run)",
    "level": "must"
  },
  {
    "id": "queue.states.invoked",
    "interface": "queue",
    "heading": "Workflow run states (also the `state` filter values of run and log endpoints)",
    "line": 117,
    "quote": "`INVOKED` (a new run was started by this run)",
    "level": "must",
    "choice": "The event belongs to the run that starts the other run, not to the new run."
  },
  {
    "id": "queue.states.message-created",
    "interface": "queue",
    "heading": "Message log states",
    "line": 121,
    "quote": "`CREATED` (message created and waiting to be processed)",
    "level": "must"
  },
  {
    "id": "queue.states.message-delivered",
    "interface": "queue",
    "heading": "Message log states",
    "line": 121,
    "quote": "`DELIVERED` (message processed successfully)",
    "level": "must"
  },
  {
    "id": "queue.states.other-message-states",
    "interface": "queue",
    "heading": "Message log states",
    "line": 121,
    "quote": "Message states beyond these: not shown.",
    "level": "open",
    "choice": "The mock also uses `ACTIVE`, `RETRY`, `ERROR`, `FAILED`, `CANCEL_REQUESTED` and `CANCELLED`, because existing clients read them."
  },
  {
    "id": "queue.states.step-success",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Step state observed: `STEP_SUCCESS`.",
    "level": "open",
    "choice": "A step that has returned a result has the state `STEP_SUCCESS`, as the contract observed."
  },
  {
    "id": "queue.states.callback-success",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Failure callback state observed: `CALLBACK_SUCCESS`.",
    "level": "open",
    "choice": "A successful failure callback has the state `CALLBACK_SUCCESS`, as the contract observed."
  },
  {
    "id": "queue.states.other-step-states",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Step states other than `STEP_SUCCESS`",
    "level": "open",
    "choice": "The mock also uses `STEP_PROGRESS` and, on `/v2/workflows/events` only, `STEP_RETRY`, because existing clients read them."
  },
  {
    "id": "queue.states.other-callback-states",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Step states other than `STEP_SUCCESS` and callback states other than `CALLBACK_SUCCESS`: not shown.",
    "level": "open",
    "choice": "The mock also uses `CALLBACK_INPROGRESS` and `CALLBACK_FAIL`, because existing clients read them."
  },
  {
    "id": "queue.states.triggered-run-is-logged-started",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 129,
    "quote": "| (none) | workflow triggered | | run logged `RUN_STARTED` |",
    "level": "must"
  },
  {
    "id": "queue.states.first-step-message-is-logged-created",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 129,
    "quote": "A message for the first step is created and logged `CREATED`",
    "level": "must"
  },
  {
    "id": "queue.states.processed-message-is-logged-delivered",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 130,
    "quote": "| message `CREATED` | message processed | success | `DELIVERED` logged | |",
    "level": "must"
  },
  {
    "id": "queue.failure-callback.invoked-when-a-run-fails",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 131,
    "quote": "Its failure callback is invoked",
    "level": "must"
  },
  {
    "id": "queue.dlq-message.failure-callback-result-kept",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 131,
    "quote": "result kept in `failureCallbackInfo`",
    "level": "must"
  },
  {
    "id": "queue.dlq.failed-run-is-placed",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 131,
    "quote": "| run | run fails | retries exhausted | run entry is placed in the DLQ |",
    "level": "must",
    "choice": "The DLQ contains only runs. A failed message without a run has only its failure callback and is in no list of the contract."
  },
  {
    "id": "queue.dlq.delete-removes-the-entry",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 132,
    "quote": "| DLQ entry | DELETE by `dlqId` | entry exists | entry removed | 200 |",
    "level": "must"
  },
  {
    "id": "queue.restart.creates-a-new-run",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 133,
    "quote": "| DLQ entry | restart (single or bulk) | entry exists | new run created from original configuration and payload |",
    "level": "must"
  },
  {
    "id": "queue.restart.discards-step-results",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 133,
    "quote": "Prior step results discarded",
    "level": "must"
  },
  {
    "id": "queue.restart.new-run-id-is-random",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 133,
    "quote": "new run id (random unless overridden in single form)",
    "level": "must"
  },
  {
    "id": "queue.restart.entry-afterwards",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 133,
    "quote": "| DLQ entry | restart (single or bulk) | entry exists | new run created",
    "level": "open",
    "choice": "A restart deletes the DLQ entry. So repeated bulk requests end, and no client restarts a run twice by accident."
  },
  {
    "id": "queue.bulk.restart-creates-new-runs",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 133,
    "quote": "| DLQ entry | restart (single or bulk) | entry exists | new run created from original configuration and payload |",
    "level": "must"
  },
  {
    "id": "queue.resume.creates-a-new-run",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 134,
    "quote": "| DLQ entry | resume (single or bulk) | entry exists | new run created |",
    "level": "must"
  },
  {
    "id": "queue.resume.only-failed-or-pending-steps-execute",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 134,
    "quote": "only failed or pending steps execute",
    "level": "must"
  },
  {
    "id": "queue.resume.pending-waits",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 134,
    "quote": "only failed or pending steps execute",
    "level": "open",
    "choice": "The mock does not execute a pending wait or sleep again. The new run waits for the same event, until the same deadline."
  },
  {
    "id": "queue.resume.entry-afterwards",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 134,
    "quote": "| DLQ entry | resume (single or bulk) | entry exists | new run created",
    "level": "open",
    "choice": "A resume deletes the DLQ entry, as a restart does."
  },
  {
    "id": "queue.bulk.resume-creates-new-runs",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 134,
    "quote": "| DLQ entry | resume (single or bulk) | entry exists | new run created |",
    "level": "must"
  },
  {
    "id": "queue.callback-retrigger.of-which-run",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 135,
    "quote": "Returns the run id and creation time",
    "level": "open",
    "choice": "The response has the id of the failed run, because the callback starts no other run."
  },
  {
    "id": "queue.notify.resumes-the-waiting-run",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 136,
    "quote": "| waiting run | notify with matching event id | waiter registered | run resumes |",
    "level": "must"
  },
  {
    "id": "queue.notify.only-the-matching-event",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 136,
    "quote": "notify with matching event id",
    "level": "must"
  },
  {
    "id": "queue.notify.waiters-of-a-failed-run",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 136,
    "quote": "| waiting run | notify with matching event id | waiter registered | run resumes |",
    "level": "open",
    "choice": "An event does not notify a failed run. The mock keeps the waiters of the run for a resume."
  },
  {
    "id": "queue.states.run-transitions",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 138,
    "quote": "Transitions between run states: not shown.",
    "level": "open",
    "choice": "A run starts as `RUN_STARTED` and ends once, as `RUN_SUCCESS`, `RUN_FAILED` or `RUN_CANCELED`. A restart or resume creates a new run and does not change the failed run."
  },
  {
    "id": "queue.pagination.end-of-results",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "Cursor pagination: a response without `cursor` (or an empty one) marks the end of the results",
    "level": "must"
  },
  {
    "id": "queue.pagination.absent-or-empty-cursor",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "a response without `cursor` (or an empty one)",
    "level": "open",
    "choice": "The last page has no `cursor` field, because every client understands an absent field but not an empty string."
  },
  {
    "id": "queue.pagination.cursor-continues",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "pass a returned `cursor` in the next request",
    "level": "must",
    "choice": "A cursor in a wrong format returns HTTP 400."
  },
  {
    "id": "queue.pagination.changes-between-pages",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "pass a returned `cursor` in the next request",
    "level": "open",
    "choice": "A cursor contains the position of the last item, so that no item is skipped or repeated when others are added or deleted between two pages."
  },
  {
    "id": "queue.pagination.order",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "pass a returned `cursor` in the next request",
    "level": "open",
    "choice": "Every list is newest first: DLQ entries by failure time, runs by creation time, log events by time. Existing clients show lists in this order."
  },
  {
    "id": "queue.authentication.required",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "All endpoints require authentication.",
    "level": "must"
  },
  {
    "id": "queue.publish.destination-in-path",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "`destination` (required, path)",
    "level": "must",
    "choice": "The mock accepts a raw URL with its own query, as existing clients send it, and decodes a fully percent-encoded URL once. A publish without a destination returns HTTP 400."
  },
  {
    "id": "queue.publish.query-spelling",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "`destination` (required, path)",
    "level": "open",
    "choice": "The mock removes its own query keys from the query. It sends the rest to the destination byte for byte, because existing clients rely on it."
  },
  {
    "id": "queue.publish.to-https-url",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "a URL prefixed with `http://` or `https://`",
    "level": "must"
  },
  {
    "id": "queue.publish.to-named-api",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "or an API name such as `api/llm`",
    "level": "must",
    "choice": "The mock has no language model: `api/llm` always returns the same small chat completion, unless a stub URL is configured. Any other API name returns HTTP 404."
  },
  {
    "id": "queue.publish.body-unchanged",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "The request body is delivered to the destination unchanged.",
    "level": "must"
  },
  {
    "id": "queue.publish.settings-in-query",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "Header settings may also be passed as query parameters using the lowercase header name as key (for example `svc-retries`, `svc-delay`).",
    "level": "must"
  },
  {
    "id": "queue.publish.header-and-query-disagree",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "Header settings may also be passed as query parameters",
    "level": "open",
    "choice": "The header takes precedence, because it is the primary form. The query is for clients that cannot set headers."
  },
  {
    "id": "queue.publish.destination-normalised",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "a URL prefixed with `http://` or `https://`",
    "level": "open",
    "choice": "The mock does not normalise the URL: it keeps `..`, `%2e` and lower-case escape sequences. RFC 3986 treats the normalised form as equal, so a server may send it instead."
  },
  {
    "id": "queue.group.published-by-name",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "a topic (URL group) name",
    "level": "must"
  },
  {
    "id": "queue.group.published-by-id",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "a topic (URL group) name or id",
    "level": "must",
    "choice": "A group gets an id when it is created. If no group has the given name, the mock looks for a group with this id."
  },
  {
    "id": "queue.publish.content-type",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 152,
    "quote": "| `Content-Type` | string | MIME type of the body; recommended so the destination can parse it |",
    "level": "must",
    "choice": "Without `Content-Type`, the delivery has no `Content-Type` either. The mock does not guess the type of a body."
  },
  {
    "id": "queue.publish.method",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 153,
    "quote": "| `Svc-Method` | string | Method used toward the destination",
    "level": "must",
    "choice": "The mock accepts GET, POST, PUT, PATCH, DELETE, HEAD and OPTIONS, in upper or lower case. Any other method returns HTTP 400."
  },
  {
    "id": "queue.publish.method-defaults-to-post",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 153,
    "quote": "Method used toward the destination; default `POST`",
    "level": "must"
  },
  {
    "id": "queue.timeout.ends-the-attempt",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 154,
    "quote": "| `Svc-Timeout` | string | Number followed by `s`, `m` or `h`",
    "level": "must",
    "choice": "An attempt that times out has failed, and the mock retries it like any failed attempt."
  },
  {
    "id": "queue.timeout.units",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 154,
    "quote": "Number followed by `s`, `m` or `h`",
    "level": "must",
    "choice": "The mock accepts a whole or decimal number and one unit; any other value returns HTTP 400. A dialect can also allow compounds such as `1m30s`."
  },
  {
    "id": "queue.timeout.only-shortens",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 154,
    "quote": "can only shorten the plan default",
    "level": "must",
    "choice": "The mock accepts a longer value, but the plan default still ends the attempt."
  },
  {
    "id": "queue.retries.after-a-failed-delivery",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "| `Svc-Retries` | integer | Retries after a failed delivery",
    "level": "must",
    "choice": "A 5xx response, a broken connection or a timeout is a failed delivery. A number of retries that is negative or not whole returns HTTP 400."
  },
  {
    "id": "queue.retries.client-error",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "Retries after a failed delivery",
    "level": "open",
    "choice": "The mock retries after a 4xx response, as existing clients expect. The contract does not define which responses are failures."
  },
  {
    "id": "queue.retries.redirect",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "Retries after a failed delivery",
    "level": "open",
    "choice": "A 3xx response is a failed delivery, and the mock does not follow it, as existing clients expect. The contract defines no behavior, so a server may follow the redirect."
  },
  {
    "id": "queue.retries.at-most-one-plus-retries",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "total deliveries at most 1 + retries",
    "level": "must"
  },
  {
    "id": "queue.retries.default",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "default 3 on the free tier, 5 on the paid tier",
    "level": "must",
    "choice": "The mock has the free tier: 3 retries. A client cannot see the tier, so a target may have 3 or 5."
  },
  {
    "id": "queue.retry-delay.expression-in-milliseconds",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "| `Svc-Retry-Delay` | string | Arithmetic expression in milliseconds",
    "level": "must",
    "choice": "An expression contains numbers, `+ - * / %`, parentheses, `retried` and the nine functions, in at most 256 characters; any other expression returns HTTP 400. A result that is negative or not a number means no delay."
  },
  {
    "id": "queue.retry-delay.retried-from-zero",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "variable `retried` (retry count, from 0)",
    "level": "must",
    "choice": "`retried` is the number of retries already made. It is 0 in the delay before the first retry."
  },
  {
    "id": "queue.retry-delay.counted-from",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "| `Svc-Retry-Delay` | string | Arithmetic expression in milliseconds",
    "level": "open",
    "choice": "The delay starts at the end of the failed attempt, so a slow destination does not shorten it."
  },
  {
    "id": "queue.retry-delay.functions-pow-sqrt-abs-exp",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "functions `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min`, `max`",
    "level": "must"
  },
  {
    "id": "queue.retry-delay.functions-floor-ceil-round",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "functions `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min`, `max`",
    "level": "must"
  },
  {
    "id": "queue.retry-delay.functions-min-max",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "functions `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min`, `max`",
    "level": "must"
  },
  {
    "id": "queue.retry-delay.min-max-of-more",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "functions `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min`, `max`",
    "level": "open",
    "choice": "`min` and `max` accept two or more values. The contract does not state the number."
  },
  {
    "id": "queue.retry-delay.default-backoff",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "Default: exponential backoff of min(86400, e^(2n)) seconds",
    "level": "must"
  },
  {
    "id": "queue.retry-delay.first-n",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "n the retry count",
    "level": "open",
    "choice": "n is the number of the next retry, counted from 1: the delay is e^2 (about 7.4) seconds before the first retry and e^4 before the second. Existing clients document this, and with n = 0 the first delay would be only 1 second."
  },
  {
    "id": "queue.retry-delay.jitter",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "exponential backoff of min(86400, e^(2n)) seconds",
    "level": "open",
    "choice": "The mock adds no jitter, so that tests are repeatable. It rounds the delay to a millisecond."
  },
  {
    "id": "queue.retry-delay.retry-after",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "exponential backoff of min(86400, e^(2n)) seconds",
    "level": "open",
    "choice": "The mock ignores the `Retry-After` header of the destination, because the contract defines the delay without it. A dialect can enable the header."
  },
  {
    "id": "queue.forward.prefix-stripped",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 157,
    "quote": "| `Svc-Forward-<Name>` | string | Prefix stripped; `<Name>` is sent to the destination |",
    "level": "must"
  },
  {
    "id": "queue.forward.added-headers",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 157,
    "quote": "`<Name>` is sent to the destination",
    "level": "open",
    "choice": "The mock adds User-Agent, Svc-Message-Id, Svc-Retried, Svc-Signature, Svc-Caller-Ip and, for a URL group, Svc-Topic-Name. Existing clients read these headers. It also adds Mock-Delivery, by which a mock recognises a delivery."
  },
  {
    "id": "queue.forward.all-headers",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 158,
    "quote": "| `Svc-Header-Forward` | boolean string | `true` forwards all incoming request headers without the prefix",
    "level": "must",
    "choice": "The mock does not forward Host, Content-Length, hop-by-hop headers, Authorization and `Svc-` settings. A `Svc-Forward-` header with the same name takes precedence."
  },
  {
    "id": "queue.forward.all-headers-by-query",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 158,
    "quote": "also query `svc-header-forward=true`",
    "level": "must"
  },
  {
    "id": "queue.callback.after-each-attempt",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 159,
    "quote": "| `Svc-Callback` | string | Callback URL (http or https) called after each attempt",
    "level": "must",
    "choice": "Each attempt causes one callback, which is a message with the method POST and may have callbacks of its own. An invalid or forbidden callback URL returns HTTP 400, and the mock ignores callback settings without a callback URL."
  },
  {
    "id": "queue.callback.required-for-api-llm",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 159,
    "quote": "required when the destination is `api/llm`",
    "level": "must",
    "choice": "A publish to `api/llm` without a callback returns HTTP 400."
  },
  {
    "id": "queue.callback.uses-original-retries",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 159,
    "quote": "uses the retry setting of the original request",
    "level": "must"
  },
  {
    "id": "queue.callback.setting-timeout",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 160,
    "quote": "| `Svc-Callback-<Setting>` | string | Configures the callback request (timeout, retries, delay and similar) |",
    "level": "must"
  },
  {
    "id": "queue.callback.setting-delay",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 160,
    "quote": "| `Svc-Callback-<Setting>` | string | Configures the callback request (timeout, retries, delay and similar) |",
    "level": "must"
  },
  {
    "id": "queue.callback.setting-retries",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 160,
    "quote": "Configures the callback request (timeout, retries, delay and similar)",
    "level": "open",
    "choice": "Svc-Callback-Retries overrides the retries of the original message. Otherwise the setting would have no effect."
  },
  {
    "id": "queue.callback.setting-similar",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 160,
    "quote": "Configures the callback request (timeout, retries, delay and similar)",
    "level": "open",
    "choice": "The mock accepts every setting of a message for a callback, for example Svc-Callback-Method. The contract names three settings and leaves the others open."
  },
  {
    "id": "queue.callback.forward-prefix-stripped",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 161,
    "quote": "| `Svc-Callback-Forward-<Name>` | string | Header sent to the callback; prefix stripped |",
    "level": "must"
  },
  {
    "id": "queue.failure-callback.after-all-retries",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 162,
    "quote": "| `Svc-Failure-Callback` | string | URL (http or https) called when a delivery fails, that is when all retries are exhausted",
    "level": "must"
  },
  {
    "id": "queue.failure-callback.uses-original-retries",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 162,
    "quote": "uses the original retry setting",
    "level": "must"
  },
  {
    "id": "queue.failure-callback.setting",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 163,
    "quote": "| `Svc-Failure-Callback-<Setting>` | string | Configures the failure callback request |",
    "level": "must"
  },
  {
    "id": "queue.failure-callback.setting-retries",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 163,
    "quote": "Configures the failure callback request",
    "level": "open",
    "choice": "Svc-Failure-Callback-Retries overrides the retries of the original message, as for the callback."
  },
  {
    "id": "queue.failure-callback.setting-similar",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 163,
    "quote": "Configures the failure callback request",
    "level": "open",
    "choice": "The mock accepts every setting of a message for a failure callback, as for the callback."
  },
  {
    "id": "queue.failure-callback.forward-prefix-stripped",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 164,
    "quote": "| `Svc-Failure-Callback-Forward-<Name>` | string | Header sent to the failure callback; prefix stripped |",
    "level": "must"
  },
  {
    "id": "queue.delay.number-and-unit",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 165,
    "quote": "| `Svc-Delay` | string | Number followed by `s`, `m`, `h` or `d` |",
    "level": "must",
    "choice": "The mock accepts a whole or decimal number and one unit; any other value returns HTTP 400. A dialect can also allow compounds such as `1d10h`."
  },
  {
    "id": "queue.delay.not-before-in-seconds",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 166,
    "quote": "| `Svc-Not-Before` | integer | Unix timestamp in seconds (UTC)",
    "level": "must",
    "choice": "If the time is in the past, the mock delivers the message immediately."
  },
  {
    "id": "queue.delay.not-before-wins",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 166,
    "quote": "wins over `Svc-Delay` when both are present",
    "level": "must"
  },
  {
    "id": "queue.deduplication.one-message-per-id",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 167,
    "quote": "| `Svc-Deduplication-Id` | string | Only one message with this id is published |",
    "level": "must"
  },
  {
    "id": "queue.deduplication.window",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 167,
    "quote": "Only one message with this id is published",
    "level": "open",
    "choice": "The mock stores an id for 10 minutes after the first message, as existing clients document."
  },
  {
    "id": "queue.deduplication.id-in-a-group-publish",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 167,
    "quote": "Only one message with this id is published",
    "level": "open",
    "choice": "The id applies to the whole publish: the first publish reaches every endpoint of the group, a duplicate reaches none. Each element of the second response has `deduplicated`."
  },
  {
    "id": "queue.deduplication.content-based",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "| `Svc-Content-Based-Deduplication` | boolean | When true, deduplicates on destination, body and headers |",
    "level": "must",
    "choice": "If a message has both settings, the mock uses only Svc-Deduplication-Id."
  },
  {
    "id": "queue.deduplication.content-differs-in-destination",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "When true, deduplicates on destination, body and headers",
    "level": "must"
  },
  {
    "id": "queue.deduplication.content-differs-in-body",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "When true, deduplicates on destination, body and headers",
    "level": "must"
  },
  {
    "id": "queue.deduplication.content-differs-in-headers",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "When true, deduplicates on destination, body and headers",
    "level": "must",
    "choice": "The mock compares only the headers for the destination: Content-Type and the forwarded headers. Other headers, such as User-Agent, would make every request different."
  },
  {
    "id": "queue.deduplication.content-that-counts",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "When true, deduplicates on destination, body and headers",
    "level": "open",
    "choice": "Settings in headers and in the query are not part of the content. The mock compares only messages that use content-based deduplication."
  },
  {
    "id": "queue.publish.url-answers-one-object",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 170,
    "quote": "Response: for a URL or an API, one object (`messageId` required, `deduplicated` optional, and `url`).",
    "level": "must"
  },
  {
    "id": "queue.publish.api-answers-one-object",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 170,
    "quote": "for a URL or an API, one object",
    "level": "must",
    "choice": "`url` is the API name from the path, because the contract defines no other address for it."
  },
  {
    "id": "queue.group.answers-an-array",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 170,
    "quote": "For a topic, an array with one element per endpoint in the topic",
    "level": "must"
  },
  {
    "id": "queue.group.element-fields",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 170,
    "quote": "the fields of each element beyond those of the single object: not shown.",
    "level": "open",
    "choice": "Each element has `messageId` and the `url` of the endpoint. A duplicate also has `deduplicated`."
  },
  {
    "id": "queue.webhook.forwarded-to-the-endpoint",
    "interface": "queue",
    "heading": "2. Webhook intake through publish",
    "line": 174,
    "quote": "A webhook endpoint is addressed as `POST /v2/publish/<webhook-url>` with the token in query `svc_token`, so that the publishing service's request is forwarded to the endpoint.",
    "level": "must"
  },
  {
    "id": "queue.webhook.token-removed",
    "interface": "queue",
    "heading": "2. Webhook intake through publish",
    "line": 174,
    "quote": "with the token in query `svc_token`",
    "level": "open",
    "choice": "The mock removes the token and its own settings from the query before delivery, so that the destination does not receive the token."
  },
  {
    "id": "queue.webhook.to-a-group",
    "interface": "queue",
    "heading": "2. Webhook intake through publish",
    "line": 174,
    "quote": "To a URL group, the path is `/v2/publish/<group-name>`.",
    "level": "must"
  },
  {
    "id": "queue.group.default-headers-apply",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "These headers apply to every request published to the group.",
    "level": "must",
    "choice": "The mock returns HTTP 200 without a body when it changes the default headers."
  },
  {
    "id": "queue.group.default-or-own",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "These headers apply to every request published to the group.",
    "level": "open",
    "choice": "A header or query setting of the message overrides the default header of the group, because a default applies only without another value."
  },
  {
    "id": "queue.group.default-headers-named-later",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "These headers apply to every request published to the group.",
    "level": "open",
    "choice": "A later request replaces the headers that it contains and keeps the others. An empty array deletes its header."
  },
  {
    "id": "queue.group.default-header-string",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "Body: JSON object with `headers`, a map from header name to a string or an array of strings",
    "level": "must"
  },
  {
    "id": "queue.group.default-header-array",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "a map from header name to a string or an array of strings",
    "level": "must",
    "choice": "Each string of an array becomes a separate header line."
  },
  {
    "id": "queue.group.default-forward-all",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "for example forward-all-headers set to `true`",
    "level": "must"
  },
  {
    "id": "queue.group.default-retries",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "retries set to a number",
    "level": "must",
    "choice": "The map contains strings, so a client sends the number as a string. The mock also accepts a JSON number or boolean, because the contract can mean either."
  },
  {
    "id": "queue.group.creation",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "How groups and their endpoints are created and listed: not shown.",
    "level": "open",
    "choice": "The mock has the routes of existing clients: POST, GET and DELETE on `/v2/topics/{group}/endpoints`, GET and DELETE on `/v2/topics/{group}`, and GET on `/v2/topics`."
  },
  {
    "id": "queue.dlq.get-returns-one-message",
    "interface": "queue",
    "heading": "4. Get DLQ entry: `GET /v2/workflows/dlq/{dlqId}`",
    "line": 182,
    "quote": "Returns one DLQ message.",
    "level": "must"
  },
  {
    "id": "queue.dlq.get-absent-is-404",
    "interface": "queue",
    "heading": "4. Get DLQ entry: `GET /v2/workflows/dlq/{dlqId}`",
    "line": 182,
    "quote": "HTTP 404 when the entry is absent (removed manually or automatically).",
    "level": "must"
  },
  {
    "id": "queue.pagination.exact-or-prefix",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`workflowRunId` (string), `workflowUrl` (string), `fromDate`",
    "level": "open",
    "choice": "All lists match the whole run id, URL and label. The contract defines a prefix only for the bulk selection."
  },
  {
    "id": "queue.dlq.list-response",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "Response: `{cursor: string, messages: DLQ message[]}`.",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-cursor",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "Query: `cursor` (string)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-workflow-run-id",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`workflowRunId` (string), `workflowUrl` (string), `fromDate`",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-workflow-url",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`workflowUrl` (string), `fromDate`",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-from-date",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`fromDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-from-date-inclusive",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`fromDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-to-date",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-to-date-inclusive",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.dlq.date-meaning",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`fromDate` (number, Unix ms, inclusive), `toDate` (number, Unix ms, inclusive), `responseStatus` (number)",
    "level": "open",
    "choice": "`fromDate` and `toDate` filter by the time when the run failed, as in the bulk selection."
  },
  {
    "id": "queue.dlq.filter-response-status",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`responseStatus` (number)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-caller-ip",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`callerIP` (string)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-failure-callback-state",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`failureCallbackState` (string)",
    "level": "must"
  },
  {
    "id": "queue.dlq.count",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`count` (number; default and maximum 100)",
    "level": "must"
  },
  {
    "id": "queue.dlq.filter-label",
    "interface": "queue",
    "heading": "5. List DLQ: `GET /v2/workflows/dlq`",
    "line": 186,
    "quote": "`label` (string)",
    "level": "must",
    "choice": "A run gets its labels at its start, from the comma-separated header Svc-Label that existing clients send. The filter matches one label."
  },
  {
    "id": "queue.dlq.delete-is-200",
    "interface": "queue",
    "heading": "6. Delete DLQ entry: `DELETE /v2/workflows/dlq/{dlqId}`",
    "line": 190,
    "quote": "200 when removed",
    "level": "must"
  },
  {
    "id": "queue.dlq.delete-has-no-body",
    "interface": "queue",
    "heading": "6. Delete DLQ entry: `DELETE /v2/workflows/dlq/{dlqId}`",
    "line": 190,
    "quote": "No response body.",
    "level": "must"
  },
  {
    "id": "queue.dlq.delete-absent-is-404",
    "interface": "queue",
    "heading": "6. Delete DLQ entry: `DELETE /v2/workflows/dlq/{dlqId}`",
    "line": 190,
    "quote": "404 when absent",
    "level": "must"
  },
  {
    "id": "queue.restart.from-the-beginning",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "Re-executes from the beginning",
    "level": "must"
  },
  {
    "id": "queue.restart.original-configuration",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "Re-executes from the beginning with the original configuration and payload.",
    "level": "must"
  },
  {
    "id": "queue.restart.original-payload",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "with the original configuration and payload",
    "level": "must"
  },
  {
    "id": "queue.restart.flow-control-key",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "Optional headers: `Svc-Flow-Control-Key` (string)",
    "level": "must"
  },
  {
    "id": "queue.restart.flow-control-value",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "`Svc-Flow-Control-Value` (string, key=value form such as `parallelism=<n>`)",
    "level": "must",
    "choice": "The value contains `parallelism`, `rate` and `period`, separated by commas. A value without a key returns HTTP 400, unless the original run has a key."
  },
  {
    "id": "queue.restart.retries",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "`Svc-Retries` (integer)",
    "level": "must"
  },
  {
    "id": "queue.restart.workflow-run-id",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "`Svc-Workflow-RunId` (string, id for the new run)",
    "level": "must",
    "choice": "Header names are case-insensitive, so `Svc-Workflow-Runid` works too. The id of a run in progress returns HTTP 400, because the steps of the two runs could not be distinguished."
  },
  {
    "id": "queue.restart.omitted-settings-reuse-the-original",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "Omitted settings reuse the original.",
    "level": "must"
  },
  {
    "id": "queue.restart.response",
    "interface": "queue",
    "heading": "7. Restart one: `POST /v2/workflows/dlq/restart/{dlqId}`",
    "line": 194,
    "quote": "Response: `{workflowRunId: string, workflowCreatedAt: integer}`.",
    "level": "must"
  },
  {
    "id": "queue.resume.from-the-failure-point",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Continues from the failure point",
    "level": "must"
  },
  {
    "id": "queue.resume.keeps-step-results",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "successful step data is kept",
    "level": "must"
  },
  {
    "id": "queue.resume.kept-steps-listed",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "successful step data is kept",
    "level": "open",
    "choice": "The run list shows the kept steps in the new run, before its own steps."
  },
  {
    "id": "queue.resume.flow-control-key",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Same optional headers and same response as restart.",
    "level": "must"
  },
  {
    "id": "queue.resume.flow-control-value",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Same optional headers and same response as restart.",
    "level": "must"
  },
  {
    "id": "queue.resume.retries",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Same optional headers and same response as restart.",
    "level": "must"
  },
  {
    "id": "queue.resume.workflow-run-id",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Same optional headers and same response as restart.",
    "level": "must",
    "choice": "Without the header, the new run gets a random id, as for a restart."
  },
  {
    "id": "queue.resume.omitted-settings-reuse-the-original",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Same optional headers",
    "level": "must"
  },
  {
    "id": "queue.resume.response",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "same response as restart",
    "level": "must"
  },
  {
    "id": "queue.resume.code-changes-after-the-failed-step",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "Code changes after the failed step are allowed",
    "level": "must"
  },
  {
    "id": "queue.resume.code-changes-before-the-failed-step",
    "interface": "queue",
    "heading": "8. Resume one: `POST /v2/workflows/dlq/resume/{dlqId}`",
    "line": 198,
    "quote": "changes before it are not allowed and break the resume",
    "level": "must",
    "choice": "The mock delivers the kept results unchanged. If the application rejects them because its steps changed, the new run fails.",
    "untestable": "This is a requirement for the user's code. The contract does not define the error of a broken resume, so every response would be correct."
  },
  {
    "id": "queue.bulk.selection-is-optional",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Selection parameters, all optional",
    "level": "must",
    "choice": "A request without a selection selects every entry. The mock ignores ids without an entry."
  },
  {
    "id": "queue.bulk.selectors-combined",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Selection parameters, all optional",
    "level": "open",
    "choice": "An entry must match all parameters of the request."
  },
  {
    "id": "queue.bulk.select-dlq-ids",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`dlqIds` (array of strings)",
    "level": "must",
    "choice": "In a query, the ids are repeated keys or one comma-separated value, because existing clients send both."
  },
  {
    "id": "queue.bulk.select-from-date",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`fromDate` (integer, Unix ms, failed on or after)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-from-date-inclusive",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`fromDate` (integer, Unix ms, failed on or after)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-to-date",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`toDate` (integer, Unix ms, failed on or before)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-to-date-inclusive",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`toDate` (integer, Unix ms, failed on or before)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-workflow-url",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`workflowUrl` (string, exact match)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-workflow-run-id",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`workflowRunId` (string, exact id or id prefix)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-workflow-run-id-prefix",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`workflowRunId` (string, exact id or id prefix)",
    "level": "must"
  },
  {
    "id": "queue.bulk.select-workflow-created-at",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`workflowCreatedAt` (integer, Unix ms)",
    "level": "must"
  },
  {
    "id": "queue.bulk.flow-control-key",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Optional override headers: `Svc-Flow-Control-Key`, `Svc-Flow-Control-Value`, `Svc-Retries`",
    "level": "must"
  },
  {
    "id": "queue.bulk.flow-control-value",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Optional override headers: `Svc-Flow-Control-Key`, `Svc-Flow-Control-Value`, `Svc-Retries`",
    "level": "must"
  },
  {
    "id": "queue.bulk.retries",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`Svc-Retries` (same meaning as above",
    "level": "must"
  },
  {
    "id": "queue.bulk.originals-reused-when-absent",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "originals reused when absent",
    "level": "must"
  },
  {
    "id": "queue.bulk.at-most-50-runs",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "At most 50 runs are processed per request",
    "level": "must"
  },
  {
    "id": "queue.bulk.cursor-when-more-remain",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "when more remain a `cursor` is returned for the next request",
    "level": "must",
    "choice": "The client sends the cursor next to the selection, in the query or in the body, and repeats the selection."
  },
  {
    "id": "queue.bulk.no-cursor-when-all-were-processed",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "when more remain a `cursor` is returned for the next request, and no `cursor` means all matches were processed",
    "level": "must"
  },
  {
    "id": "queue.bulk.new-random-run-ids",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Each new run gets a new random run id.",
    "level": "must",
    "choice": "The mock ignores Svc-Workflow-RunId, because it is not one of the bulk headers."
  },
  {
    "id": "queue.bulk.response",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Response: `{cursor: string, workflowRuns: [{workflowRunId: string, workflowCreatedAt: integer}]}`.",
    "level": "must"
  },
  {
    "id": "queue.bulk.selection-in-query-or-body",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Whether selection parameters travel in the query or the body: not shown.",
    "level": "open",
    "choice": "The mock reads both, because existing clients use the query and a JSON body suits an array. The body takes precedence. The mock processes at most `count` entries, as existing clients ask, and ignores unknown parameters."
  },
  {
    "id": "queue.callback-retrigger.sends-the-callback-again",
    "interface": "queue",
    "heading": "10. Re-trigger failure callback: `POST /v2/workflows/dlq/callback/{dlqId}`",
    "line": 206,
    "quote": "Sends the failure callback of the DLQ entry again.",
    "level": "must",
    "choice": "The mock returns HTTP 400 if the entry has no failure callback."
  },
  {
    "id": "queue.callback-retrigger.response",
    "interface": "queue",
    "heading": "10. Re-trigger failure callback: `POST /v2/workflows/dlq/callback/{dlqId}`",
    "line": 206,
    "quote": "Response: `{workflowRunId: string, workflowCreatedAt: integer}`.",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-cursor",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "Query: `cursor`, `workflowRunId`, `workflowUrl`, `workflowCreatedAt` (number, Unix ms), `state` (one of",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-workflow-run-id",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`workflowRunId`, `workflowUrl`, `workflowCreatedAt` (number, Unix ms), `state` (one of",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-workflow-url",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`workflowUrl`, `workflowCreatedAt` (number, Unix ms), `state` (one of",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-workflow-created-at",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`workflowCreatedAt` (number, Unix ms), `state` (one of",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-state",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`state` (one of `RUN_STARTED`, `RUN_SUCCESS`, `RUN_FAILED`, `RUN_CANCELED`)",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-from-date",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`fromDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-from-date-inclusive",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`fromDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-to-date",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-to-date-inclusive",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.runs.date-meaning",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`fromDate` (number, Unix ms, inclusive), `toDate` (number, Unix ms, inclusive), `count` (number; default and maximum 10)",
    "level": "open",
    "choice": "`fromDate` and `toDate` filter by the creation time, the only time that every run has."
  },
  {
    "id": "queue.runs.count",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`count` (number; default and maximum 10)",
    "level": "must"
  },
  {
    "id": "queue.runs.filter-label",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "`label` (string)",
    "level": "must"
  },
  {
    "id": "queue.runs.list-response",
    "interface": "queue",
    "heading": "11. List workflow runs: `GET /v2/workflows/logs`",
    "line": 210,
    "quote": "Response: `{cursor: string, runs: Workflow run[]}`.",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-cursor",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "Query: `cursor`, `workflowRunId`, `workflowUrl`, `workflowCreatedAt` (number, Unix ms), `state` (a message state",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-workflow-run-id",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`workflowRunId`, `workflowUrl`, `workflowCreatedAt` (number, Unix ms), `state` (a message state",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-workflow-url",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`workflowUrl`, `workflowCreatedAt` (number, Unix ms), `state` (a message state",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-workflow-created-at",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`workflowCreatedAt` (number, Unix ms), `state` (a message state",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-message-state",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`state` (a message state or one of the run-level states in States)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-run-level-state",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`state` (a message state or one of the run-level states in States)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-message-id",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`messageId` (string, one step's message)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-from-date",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`fromDate` and `toDate` (number, Unix ms, inclusive)",
    "level": "must",
    "choice": "`fromDate` and `toDate` filter by the `time` of the event."
  },
  {
    "id": "queue.message-logs.filter-from-date-inclusive",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`fromDate` and `toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-to-date",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`fromDate` and `toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.filter-to-date-inclusive",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`fromDate` and `toDate` (number, Unix ms, inclusive)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.count",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "`count` (number; default and maximum 1000)",
    "level": "must"
  },
  {
    "id": "queue.message-logs.list-response",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "Response: `{cursor: string, events: Message log event[]}`.",
    "level": "must"
  },
  {
    "id": "queue.message-logs.everything-logged",
    "interface": "queue",
    "heading": "12. Message logs: `GET /v2/workflows/messageLogs`",
    "line": 214,
    "quote": "This is the raw, flat view of everything logged for runs",
    "level": "must"
  },
  {
    "id": "queue.notify.event-id-in-path",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "`eventId` (string, required, path)",
    "level": "must",
    "choice": "The mock percent-decodes the path segment once, so that an event id can contain any character."
  },
  {
    "id": "queue.notify.body-is-event-data",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "Body: text, passed as event data to the notified workflows.",
    "level": "must"
  },
  {
    "id": "queue.notify.one-element-per-waiter",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "Response: JSON array, one element per notified waiter",
    "level": "must"
  },
  {
    "id": "queue.notify.element-waiter",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "each with `waiter` (Waiter)",
    "level": "must"
  },
  {
    "id": "queue.notify.element-message-id",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "`messageId` (string), `workflowRunId` (string), `workflowCreatedAt` (integer)",
    "level": "must"
  },
  {
    "id": "queue.notify.which-message",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "`messageId` (string), `workflowRunId` (string), `workflowCreatedAt` (integer)",
    "level": "open",
    "choice": "The field is the id of the message that continues the run."
  },
  {
    "id": "queue.notify.element-workflow-run-id",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "`workflowRunId` (string), `workflowCreatedAt` (integer)",
    "level": "must"
  },
  {
    "id": "queue.notify.element-workflow-created-at",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "`workflowCreatedAt` (integer)",
    "level": "must"
  },
  {
    "id": "queue.notify.empty-array-when-nobody-waits",
    "interface": "queue",
    "heading": "13. Notify: `POST /v2/notify/{eventId}`",
    "line": 218,
    "quote": "When no workflow waits for the event the array is empty.",
    "level": "must"
  },
  {
    "id": "queue.flow-control.response",
    "interface": "queue",
    "heading": "14. Flow control: `GET /v2/flowControl/{flowControlKey}`",
    "line": 222,
    "quote": "Response: `{flowControlKey: string, waitListSize: integer}`.",
    "level": "must"
  },
  {
    "id": "queue.authentication.bearer",
    "interface": "queue",
    "heading": "Authentication",
    "line": 226,
    "quote": "Header `Authorization: Bearer <TOKEN>` on every request.",
    "level": "must"
  },
  {
    "id": "queue.authentication.query-token-on-publish",
    "interface": "queue",
    "heading": "Authentication",
    "line": 227,
    "quote": "Publish may instead carry the token in query parameter `svc_token=<TOKEN>`.",
    "level": "must",
    "choice": "The Authorization header takes precedence. The mock ignores the query token on other endpoints."
  },
  {
    "id": "queue.authentication.token-kinds-and-scopes",
    "interface": "queue",
    "heading": "Authentication",
    "line": 228,
    "quote": "Token kinds, scopes, and the behavior on a missing or invalid token: not shown.",
    "level": "open",
    "choice": "The mock has one kind of token, which allows every request. `svc-contract mock` uses a fixed development token by default."
  },
  {
    "id": "queue.authentication.missing-or-invalid-token",
    "interface": "queue",
    "heading": "Authentication",
    "line": 228,
    "quote": "the behavior on a missing or invalid token: not shown",
    "level": "open",
    "choice": "The mock returns HTTP 401, as the key-value interface does and existing clients expect. It checks the token before everything else."
  },
  {
    "id": "queue.callback.content",
    "interface": "queue",
    "heading": "Events",
    "line": 232,
    "quote": "the content delivered to those URLs: not shown.",
    "level": "open",
    "choice": "The body is the JSON that existing clients read, with fields such as `status`, `body` (base64), `retried`, `sourceMessageId` and `sourceBody` (base64). Without a response, `status` is 0 and `body` contains the reason; a failed run adds `dlqId`, `workflowRunId` and `workflowCreatedAt`."
  },
  {
    "id": "queue.message-logs.lag",
    "interface": "queue",
    "heading": "Events",
    "line": 232,
    "quote": "The service records log events readable through endpoints 11 and 12.",
    "level": "open",
    "choice": "All lists are always up to date, so that tests need not poll."
  },
  {
    "id": "queue.publish.status",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "The mock returns HTTP 200 for an accepted publish, as existing clients expect."
  },
  {
    "id": "queue.deduplication.status",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "The mock returns HTTP 202 for a duplicate, as existing clients report."
  },
  {
    "id": "queue.group.unknown",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "A publish to an unknown group, or a change of its default headers, returns HTTP 404."
  },
  {
    "id": "queue.restart.absent-entry",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "Restart, resume and re-trigger return HTTP 404 for an absent entry, as get and delete do."
  },
  {
    "id": "queue.bulk.nothing-selected",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "If no entry matches, the mock returns HTTP 200 with no runs."
  },
  {
    "id": "queue.notify.status",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "The mock returns HTTP 200, with or without waiters."
  },
  {
    "id": "queue.flow-control.unknown-key",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "The mock returns HTTP 200 with a wait list size of 0 for a key that no message has used."
  },
  {
    "id": "queue.errors.body-shape",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "Error body shape and status codes other than these: not shown.",
    "level": "open",
    "choice": "Every error has the body `{\"error\": string}`, which existing clients read."
  },
  {
    "id": "queue.errors.other-status-codes",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "Error body shape and status codes other than these: not shown.",
    "level": "open",
    "choice": "The mock returns HTTP 400 for invalid input and for a forbidden destination, 401 for a missing or invalid token, and 404 for an unknown id or path. It returns 405 for a wrong method and 429 when the queue is full."
  },
  {
    "id": "queue.pagination.count-above-maximum",
    "interface": "queue",
    "heading": "Limits",
    "line": 247,
    "quote": "| DLQ list page size | default and maximum 100 |",
    "level": "open",
    "choice": "The mock uses the maximum for a larger `count`, because existing clients request 100 where the maximum is 50. A `count` below 1 or not a whole number returns HTTP 400."
  },
  {
    "id": "queue.dlq.count-default-100",
    "interface": "queue",
    "heading": "Limits",
    "line": 247,
    "quote": "| DLQ list page size | default and maximum 100 |",
    "level": "must"
  },
  {
    "id": "queue.dlq.count-maximum-100",
    "interface": "queue",
    "heading": "Limits",
    "line": 247,
    "quote": "| DLQ list page size | default and maximum 100 |",
    "level": "must"
  },
  {
    "id": "queue.runs.count-default-10",
    "interface": "queue",
    "heading": "Limits",
    "line": 248,
    "quote": "| Workflow run list page size | default and maximum 10 |",
    "level": "must"
  },
  {
    "id": "queue.runs.count-maximum-10",
    "interface": "queue",
    "heading": "Limits",
    "line": 248,
    "quote": "| Workflow run list page size | default and maximum 10 |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.count-default-1000",
    "interface": "queue",
    "heading": "Limits",
    "line": 249,
    "quote": "| Message log page size | default and maximum 1000 |",
    "level": "must"
  },
  {
    "id": "queue.message-logs.count-maximum-1000",
    "interface": "queue",
    "heading": "Limits",
    "line": 249,
    "quote": "| Message log page size | default and maximum 1000 |",
    "level": "must"
  },
  {
    "id": "queue.retry-delay.backoff-cap",
    "interface": "queue",
    "heading": "Limits",
    "line": 252,
    "quote": "| Retry backoff cap | 86400 seconds |",
    "level": "must",
    "choice": "The cap also applies to Svc-Retry-Delay, because the contract states no exception."
  },
  {
    "id": "queue.timeout.plan-maximum",
    "interface": "queue",
    "heading": "Limits",
    "line": 255,
    "quote": "Maximum HTTP connection timeout per plan (default for `Svc-Timeout`): not shown.",
    "level": "open",
    "choice": "The mock has one plan, with a maximum of 15 minutes."
  },
  {
    "id": "queue.runs.retention",
    "interface": "queue",
    "heading": "Limits",
    "line": 255,
    "quote": "Retention period of completed workflow runs (depends on plan quota): not shown.",
    "level": "open",
    "choice": "The mock keeps runs until it is reset or stopped, so that a test can read them after it has advanced the clock. When its memory is full, it deletes the oldest completed runs."
  },
  {
    "id": "queue.versioning.prefix",
    "interface": "queue",
    "heading": "Versioning",
    "line": 259,
    "quote": "All paths carry the prefix `/v2`.",
    "level": "must",
    "untestable": "Every scenario uses the prefix. A server with another prefix passes no scenario, and a server that also accepts other prefixes contradicts no rule."
  },
  {
    "id": "queue.versioning.other-versions",
    "interface": "queue",
    "heading": "Versioning",
    "line": 259,
    "quote": "Versioning policy and other versions: not shown.",
    "level": "open",
    "choice": "The mock has no other version. A path without the prefix returns HTTP 404."
  }
]

export const ruleById = Object.assign(Object.create(null), Object.fromEntries(rules.map((rule) => [rule.id, rule])))

export const contract = {
  "kv": "6d8354b58b6af24beeae81bf468ec540ecbe7162cc4e96566c92b71acd543bfb",
  "queue": "295bd8148b2085a1efb51db0055ab7ffa9ccca0dd7fe299ca417292b45432e98"
}
