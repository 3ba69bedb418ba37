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
    "choice": "When it starts, the mock prints an http URL on loopback, a Standard token and a Read Only token. It uses http because local tests need no certificate.",
    "untestable": "The values are handed out before the first request, by means outside this interface. That they work is judged by the authentication rules."
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
    "choice": "A nil bulk reply and a nil array are both null: JSON has only one null."
  },
  {
    "id": "kv.envelope.result-integer",
    "interface": "kv",
    "heading": "Resources and their fields",
    "line": 22,
    "quote": "`result` types | null, integer, string, or array whose elements are strings, integers or null",
    "level": "must",
    "choice": "An integer is written with all its digits, up to 64 bits, although some JSON readers round beyond 2^53."
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
    "choice": "Arrays nest to any depth, and the schema is recursive: SCAN, XRANGE, GEOPOS, EVAL and others return arrays inside arrays in the Redis protocol. There are no JSON objects: maps are flat arrays of names and values."
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
    "choice": "The mock has one database that exists from the first request to the last. It is never paused, archived or deleted."
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
    "choice": "HEAD runs the command and returns the status and headers of GET without a body, as HTTP defines it."
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
    "level": "must"
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
    "choice": "The JSON text is stored byte for byte, with any content type. Only the endpoints with a JSON payload parse their body as JSON."
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
    "choice": "An empty body adds no argument: HTTP clients send one with every POST, and `POST /get/key` has to be the same command as `GET /get/key`."
  },
  {
    "id": "kv.path.body-with-other-methods",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "With POST, the body (text, JSON or binary) is appended as the last argument.",
    "level": "open",
    "choice": "A PUT body becomes an argument as a POST body does. A GET or HEAD body is ignored, since it has no meaning in HTTP."
  },
  {
    "id": "kv.path.query-options-without-body",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`",
    "level": "open",
    "choice": "Query options are appended on every method, after the body or, without one, after the path arguments: `GET /set/key/value?EX=10` sets an expiry."
  },
  {
    "id": "kv.path.flag-options",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`",
    "level": "open",
    "choice": "A parameter without a value (`?NX`, also `?NX=`) is one argument. Otherwise the flags of SET could not be sent together with a body."
  },
  {
    "id": "kv.path.repeated-options",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Arguments that follow the body value are sent as query parameters `?<OPTION>=<value>`",
    "level": "open",
    "choice": "Options keep the order of the query, and a repeated option is repeated, as path segments would be. Only the token parameter is removed."
  },
  {
    "id": "kv.path.percent-encoding",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "Segments are split first and then percent-decoded to bytes, so `%2F` is a slash inside an argument and `%FF` a single byte. Query options are decoded in the same way, so `+` stays a plus. A `%` without two hex digits is a syntax error, status 400. `.` and `..` are ordinary arguments."
  },
  {
    "id": "kv.path.empty-segment",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "An empty segment is an empty string argument: `/set/key/` stores the empty string."
  },
  {
    "id": "kv.path.no-command",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "`/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "`GET /`, `HEAD /` and `PUT /` name no command: 400 with `ERR empty command`. Only POST has an endpoint there."
  },
  {
    "id": "kv.path.endpoint-names-with-other-methods",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 39,
    "quote": "`/{command}/{arg1}/{arg2}/.../{argN}` | Command name and arguments as path segments in protocol order.",
    "level": "open",
    "choice": "`/pipeline`, `/multi-exec`, `/monitor` and `/subscribe` with a channel are endpoints for POST only. With GET, HEAD and PUT they are commands by path that are not supported: 400, not 405, since these methods are allowed."
  },
  {
    "id": "kv.body.command-array",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "POST | `/` | JSON array: first element the command name, then each argument (strings or numbers) in protocol order",
    "level": "must",
    "choice": "The body is parsed as JSON with any content type."
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
    "level": "must"
  },
  {
    "id": "kv.body.number-text",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "then each argument (strings or numbers) in protocol order",
    "level": "open",
    "choice": "A number becomes the text it has in the body: `1.50` stays `1.50`, and an integer beyond 2^53 keeps its last digits, which counters of 64 bits need."
  },
  {
    "id": "kv.body.other-argument-types",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "then each argument (strings or numbers) in protocol order",
    "level": "open",
    "choice": "true, false and null become the texts `true`, `false` and `null`, since existing clients send them. A nested array, an object and a command name that is not a string are syntax errors, status 400."
  },
  {
    "id": "kv.body.empty-array",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 40,
    "quote": "JSON array: first element the command name",
    "level": "open",
    "choice": "An empty array or an empty body names no command: 400 with `ERR empty command`."
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
    "choice": "An empty array or an empty body is refused: 400 with `ERR empty pipeline request`. An empty inner array names no command and makes the whole request a syntax error, status 400."
  },
  {
    "id": "kv.pipeline.resp2",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 41,
    "quote": "`/pipeline` | JSON array of arrays; each inner array is a command name followed by its arguments | JSON array of envelopes, same order",
    "level": "open",
    "choice": "Under `resp2` the replies follow one another without an array around them, status 200, as in the Redis protocol. A refusal of the whole request is one raw error."
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
    "choice": "An empty array or an empty body is refused: 400 with `ERR empty transaction request`. An empty inner array names no command and makes the whole request a syntax error, status 400."
  },
  {
    "id": "kv.monitor.event-stream",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 43,
    "quote": "POST | `/monitor` | none; header `Accept: text/event-stream` | Event stream",
    "level": "must",
    "choice": "A body is ignored."
  },
  {
    "id": "kv.subscribe.event-stream",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 44,
    "quote": "POST | `/subscribe/{channel}` | none; header `Accept: text/event-stream` | Event stream",
    "level": "must",
    "choice": "A body is ignored: existing clients send `[]`. One request subscribes to one channel, whose name is percent-decoded like an argument in a path; a second segment is refused with 400. Closing the connection ends the subscription. For existing clients, `POST /psubscribe/{pattern}`, which the document does not have, subscribes to all channels that match: its events are `psubscribe,<pattern>,1` and `pmessage,<pattern>,<channel>,<payload>`."
  },
  {
    "id": "kv.publish.endpoint",
    "interface": "kv",
    "heading": "Endpoints",
    "line": 45,
    "quote": "POST | `/publish/{channel}/{message}` | none | Success or error envelope",
    "level": "must",
    "choice": "The path is the command PUBLISH, so the other methods and a message in the body work as for any command."
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
    "level": "must"
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
    "choice": "Any mixture is accepted, as in Redis; existing clients send all three."
  },
  {
    "id": "kv.authentication.several-query-tokens",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 55,
    "quote": "`_token` | query | `<TOKEN>` | Authentication alternative",
    "level": "open",
    "choice": "The first of several `_token` parameters counts, and all are removed from the query."
  },
  {
    "id": "kv.base64.strings",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "`Svc-Encoding` | header | `base64` | All strings in the response are base64 encoded",
    "level": "must",
    "choice": "The standard alphabet with padding. The names `result` and `error` are not encoded."
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
    "choice": "Only the status reply: a stored string `OK` is a bulk reply and is encoded, and so are other status replies such as `PONG`."
  },
  {
    "id": "kv.base64.ok-in-array",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded, except the `OK` status reply",
    "level": "open",
    "choice": "An `OK` nested in an array is encoded, because existing clients decode every element. The envelopes of a batch are not such an array: each contains a reply of its own."
  },
  {
    "id": "kv.base64.errors",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded",
    "level": "open",
    "choice": "Errors are never encoded: the text must begin with an error class word, and existing clients do not decode it."
  },
  {
    "id": "kv.base64.event-streams",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "All strings in the response are base64 encoded",
    "level": "open",
    "choice": "Events are never encoded: the document gives their lines literally, and existing clients send the header with streams and read plain text."
  },
  {
    "id": "kv.base64.other-encodings",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 56,
    "quote": "`Svc-Encoding` | header | `base64`",
    "level": "open",
    "choice": "Any other value of the header is ignored: the document makes other values an error only for the format header."
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
    "choice": "Errors have it too. There is no charset parameter: JSON does not define one."
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
    "choice": "A command that fails under resp2 returns the raw `-ERR …` and CR LF with status 400 and content type `application/octet-stream`: a client of the Redis protocol expects errors in it. A refusal before the format is known (405, 401, a bad format header) is JSON."
  },
  {
    "id": "kv.response-format.event-streams",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 57,
    "quote": "`resp2` returns the raw binary wire-protocol reply",
    "level": "open",
    "choice": "On the two stream endpoints the header is checked and has no effect: events are text and refusals are JSON. `Accept` already chooses their format."
  },
  {
    "id": "kv.monitor.accept-missing",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 58,
    "quote": "`Accept` | header | `text/event-stream` | Required for endpoints 5 and 6",
    "level": "open",
    "choice": "Without `Accept: text/event-stream` the response is 400 with an error envelope: a client that does not expect a stream would wait for its end. A range that includes it (`text/*`, `*/*`) is accepted; of several ranges the most specific one counts, and `q=0` refuses."
  },
  {
    "id": "kv.subscribe.accept-missing",
    "interface": "kv",
    "heading": "Request headers and parameters",
    "line": 58,
    "quote": "`Accept` | header | `text/event-stream` | Required for endpoints 5 and 6",
    "level": "open",
    "choice": "Without `Accept: text/event-stream` the answer is 400 with an error envelope, as for the monitor."
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
    "choice": "One U+FFFD for each maximal part that could have begun a character, as in the WHATWG Encoding Standard and in browsers."
  },
  {
    "id": "kv.response-format.unknown-value",
    "interface": "kv",
    "heading": "Rules",
    "line": 63,
    "quote": "`Svc-Response-Format` with any value other than `json` or `resp2` yields HTTP 400.",
    "level": "must",
    "choice": "Values are compared exactly, so `JSON` in capitals is another value."
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
    "choice": "base64 together with resp2 returns 400 here too: the two headers are checked in the same way for every endpoint."
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
    "choice": "Other requests run between the commands of a pipeline of more than 64 commands. A shorter one runs without interruption."
  },
  {
    "id": "kv.pipeline.not-atomic",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "Pipeline: commands run in order but are not atomic; commands from other clients can interleave.",
    "level": "must",
    "choice": "The mock lets other requests run after every 64th command: tests can see interleaving in long pipelines, and short ones are not slowed down.",
    "untestable": "Others can interleave, they need not: a server on which they never happen to do so looks the same from outside."
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
    "choice": "An unknown command counts as an unsupported one. It discards only a transaction as a whole."
  },
  {
    "id": "kv.pipeline.wrong-argument-count",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "A failing command yields an error envelope at its position and the other commands still run.",
    "level": "open",
    "choice": "A command with a wrong argument count fails like any other: its error is at its position and the other commands run. The document calls a wrong argument count a general error; only a syntax error returns 400 for the whole request."
  },
  {
    "id": "kv.pipeline.latency",
    "interface": "kv",
    "heading": "Rules",
    "line": 66,
    "quote": "Each command's latency equals the latency of the whole pipeline.",
    "level": "must",
    "untestable": "All results travel in one response body, so no command has a latency of its own that could be measured."
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
    "choice": "A command with a bad option (`SET key value BOGUS`) fails at its position and the other commands run: Redis reads options when it executes a command, not when it queues it."
  },
  {
    "id": "kv.transaction.discard-is-one-error-envelope",
    "interface": "kv",
    "heading": "Rules",
    "line": 68,
    "quote": "A transaction is discarded as a whole, with one error envelope",
    "level": "must",
    "choice": "Status 400 and the text of Redis for EXEC: `EXECABORT Transaction discarded because of: ` followed by the first error. A body that is not an array of commands has its own `ERR` text."
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
    "choice": "A wrong argument count discards the transaction: Redis refuses such a command when it is queued, before any command runs."
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
    "choice": "Six digits after the point, as Redis prints them."
  },
  {
    "id": "kv.monitor.event-client",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "Each following event is `data: <unix-seconds-with-microseconds> [<db-index> <client-address>] \"<COMMAND>\" \"<arg>\"...`",
    "level": "must",
    "choice": "The index is 0, since there is one database. The address is host and port of the connection, with port 0 for a request without a socket. With a Redis behind the mock it is the address of the mock's own connection to Redis. Commands of a script have the client `lua`."
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
    "choice": "The command name is shown as it was sent, as in Redis, not in capitals."
  },
  {
    "id": "kv.monitor.argument-escapes",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "\"<COMMAND>\" \"<arg>\"...` for each executed command.",
    "level": "open",
    "choice": "Quotes and backslashes are escaped with a backslash, line breaks are `\\n` and `\\r`, and other bytes outside printable ASCII are `\\xNN`, as in Redis: an event stays on one line."
  },
  {
    "id": "kv.monitor.transactions",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "for each executed command",
    "level": "open",
    "choice": "Each command of a transaction is shown, without MULTI and EXEC, which no client sent. A command that was refused before it ran is not shown; one that failed while it ran is. ACL, CONFIG, MODULE, SLOWLOG, LATENCY and the commands that save are not shown, as in Redis: they may contain passwords."
  },
  {
    "id": "kv.monitor.own-requests",
    "interface": "kv",
    "heading": "Rules",
    "line": 69,
    "quote": "for each executed command",
    "level": "open",
    "choice": "Monitor and subscribe requests are not shown: they are not commands of the database."
  },
  {
    "id": "kv.subscribe.first-event",
    "interface": "kv",
    "heading": "Rules",
    "line": 70,
    "quote": "Subscribe stream: the first event is `data: subscribe,<channel>,<count>`",
    "level": "must",
    "choice": "The count is 1, the number of channels of this stream."
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
    "choice": "The mock has commands of every category, JSON included, because existing clients use them. Of Cluster it has the commands with which a client finds out that there is no cluster (`CLUSTER KEYSLOT`, `CLUSTER INFO` and others)."
  },
  {
    "id": "kv.commands.shapes-and-support-marks",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "Per-command argument and result shapes, and per-category support marks: not shown.",
    "level": "open",
    "choice": "Arguments, results and errors are those of Redis 7, with the later commands and options that existing clients use. The replies are those of protocol version 2: no maps, doubles or booleans."
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
    "choice": "BLMOVE, BLMPOP, BZMPOP, WAIT and WAITAOF are refused like the blocking commands that the document names: a request over HTTP must not block."
  },
  {
    "id": "kv.commands.bound-to-a-connection",
    "interface": "kv",
    "heading": "Rules",
    "line": 72,
    "quote": "transaction commands `WATCH`, `UNWATCH`, `DISCARD`",
    "level": "open",
    "choice": "MULTI, EXEC, MONITOR, SUBSCRIBE and the other commands that change the state of a connection are refused, also in a batch: requests have no connection of their own, and the endpoints for transactions and streams replace these commands."
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
    "choice": "The parameter is `_token` in every dialect; the token parameter of the queue interface has no meaning here. It is removed from the query before options are read."
  },
  {
    "id": "kv.authentication.header-spelling",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "Every request carries a token: header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`.",
    "level": "open",
    "choice": "The scheme is read in any case and any number of spaces may follow it, as in HTTP (RFC 9110, 11.1 and 11.4). A tab or further text after the token is refused."
  },
  {
    "id": "kv.authentication.other-ways",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "Every request carries a token: header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`.",
    "level": "open",
    "choice": "Other schemes, headers, cookies and parameters carry no token."
  },
  {
    "id": "kv.authentication.both-tokens",
    "interface": "kv",
    "heading": "Authentication",
    "line": 76,
    "quote": "header `Authorization: Bearer <TOKEN>` or query parameter `_token=<TOKEN>`",
    "level": "open",
    "choice": "The header wins when both are present, even when only the query parameter is valid: the document names the header first and calls the parameter the alternative."
  },
  {
    "id": "kv.authentication.standard-any-command",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "Each database has two tokens: Standard (any command) and Read Only",
    "level": "must",
    "choice": "Any supported command. The commands under Exclusions are refused with every token."
  },
  {
    "id": "kv.authentication.read-only-reads",
    "interface": "kv",
    "heading": "Authentication",
    "line": 77,
    "quote": "Read Only (read commands only; some powerful read commands such as `SCAN` and `KEYS` are also refused)",
    "level": "must"
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
    "untestable": "It binds those who hold the tokens. No request shows where else a token has been seen."
  },
  {
    "id": "kv.authentication.password-reset-revokes",
    "interface": "kv",
    "heading": "Authentication",
    "line": 79,
    "quote": "Resetting the database password revokes both tokens.",
    "level": "must",
    "choice": "No endpoint resets the password; the mock's library and its control route do. A reset revokes the tokens of ACL users too, since they are encrypted with the Standard token."
  },
  {
    "id": "kv.authentication.acl-token",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "`ACL RESTTOKEN <username> <password>` returns a string result that is a REST token with the same permissions as that user",
    "level": "must",
    "choice": "The same user and password give the same token each time. As for AUTH in Redis, the command needs no permission but the password. The user `default` has the Standard token and gets no other. The command is refused inside a transaction."
  },
  {
    "id": "kv.authentication.acl-token-permissions",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "ACL user tokens: the custom command `ACL RESTTOKEN <username> <password>` returns a string result that is a REST token with the same permissions as that user.",
    "level": "must",
    "choice": "ACL SETUSER and all other ACL commands are those of Redis, so a transaction needs permission for MULTI and EXEC. The Standard token acts as the user `default`, which ACL SETUSER and ACL DELUSER do not change. The Read Only token is not a user of Redis. Neither is listed."
  },
  {
    "id": "kv.authentication.acl-token-lifetime",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "`ACL RESTTOKEN <username> <password>` returns a string result that is a REST token with the same permissions as that user",
    "level": "open",
    "choice": "A token is valid as long as its user exists, is on and has that password; after that it is unknown, 401. New rules for the user apply to the token at once."
  },
  {
    "id": "kv.authentication.acl-denied-error",
    "interface": "kv",
    "heading": "Authentication",
    "line": 80,
    "quote": "a REST token with the same permissions as that user",
    "level": "open",
    "choice": "Status 400 with the NOPERM texts of Redis. In a pipeline the error is at its position; a transaction is discarded."
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
    "choice": "The dots stand for the user name in double quotes. The text is the same in both cases."
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
    "choice": "Denied are all commands that write, SCAN and KEYS (HSCAN, SSCAN and ZSCAN read one key and are allowed), scripts and functions, PUBLISH, the monitor, and server commands that show or change users, settings or other clients. INFO, DBSIZE, TIME, PING and subscriptions are allowed. EVAL_RO, EVALSHA_RO and FCALL_RO are allowed in the embedded engine, where the commands of a script are checked against the same list; with a Redis behind the mock they are denied, since the mock cannot check them."
  },
  {
    "id": "kv.authentication.read-only-error",
    "interface": "kv",
    "heading": "Authentication",
    "line": 82,
    "quote": "the error returned when it is used for a denied command: not shown",
    "level": "open",
    "choice": "Status 400 with `NOPERM this user has no permissions to run the '<command>' command`, the text of Redis for an ACL user; 401 would mean that the token is unknown. In a pipeline the error is at its position; a transaction is discarded, as Redis refuses the command when it is queued."
  },
  {
    "id": "kv.events.only-two-streams",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "The service emits events only through the two server-sent event streams described under Endpoints (rules 8 and 9): monitor events and subscribe events.",
    "level": "must",
    "untestable": "That a server emits nothing by any other way cannot be seen from outside. What the two streams carry is judged by the next rules."
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
    "choice": "Lines end in LF, and a blank line follows each event: existing clients split there. There are no comments, keep-alives, event names or ids. A slow client is disconnected when more than 32 MB wait for it, as Redis does with its subscribers."
  },
  {
    "id": "kv.events.line-breaks-in-payload",
    "interface": "kv",
    "heading": "Events",
    "line": 86,
    "quote": "Each is a text line prefixed `data: `.",
    "level": "open",
    "choice": "A published message with line breaks is sent as one `data:` line for each of its lines, as server-sent events define it. Bytes that are not UTF-8 become U+FFFD."
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
    "choice": "The text is the same as for an unknown command, so that clients can handle both in one way."
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
    "choice": "OPTIONS is refused too: there is no CORS preflight, unless the option `--cors` allows web pages to send requests. The response has `Allow: GET, HEAD, POST, PUT`, which HTTP requires for 405."
  },
  {
    "id": "kv.methods.unregistered",
    "interface": "kv",
    "heading": "Errors",
    "line": 95,
    "quote": "405 | HTTP method other than HEAD, GET, POST, PUT",
    "level": "open",
    "choice": "A method that is not registered for HTTP never reaches the mock: the parser of Node.js returns 400."
  },
  {
    "id": "kv.errors.order-of-refusals",
    "interface": "kv",
    "heading": "Errors",
    "line": 95,
    "quote": "405 | HTTP method other than HEAD, GET, POST, PUT",
    "level": "open",
    "choice": "The method is checked first (405), then the token (401), then everything else (400). A client without a valid token learns nothing about commands."
  },
  {
    "id": "kv.authentication.error-class",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "such as `WRONGPASS ...` for a bad password or `ERR ...` for general errors",
    "level": "open",
    "choice": "A 401 has the text `WRONGPASS invalid or missing auth token`, also without a token: a token is the password of this interface, and existing clients know the text."
  },
  {
    "id": "kv.errors.class-word",
    "interface": "kv",
    "heading": "Errors",
    "line": 97,
    "quote": "The string begins with an error class word followed by text, such as `WRONGPASS ...` for a bad password or `ERR ...` for general errors",
    "level": "must"
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
    "choice": "Commands fail with the texts of Redis 7. Errors that Redis does not have begin with `ERR`, for example `ERR method not allowed` with 405. While a Redis behind the mock, or the server of a cluster that has the key, cannot be reached, the response is 503: the request was valid and may be sent again, but a command that was under way may have run."
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
    "choice": "10 MB for the name and the arguments of a command together, 32 KB for a key and 100 MB for a record, the values that existing clients report. They are settings of the mock. Keys are found by the key specifications of COMMAND, so the keys of a script may have any size. An argument larger than a record is refused before the command runs; the memory backend also refuses to let a string grow beyond it. Collections are not measured. A Redis behind the mock has a limit of its own (proto-max-bulk-len)."
  },
  {
    "id": "kv.limits.batch-size",
    "interface": "kv",
    "heading": "Limits",
    "line": 103,
    "quote": "A maximum request size applies per command; a transaction containing a larger command is discarded.",
    "level": "must",
    "choice": "A batch as a whole has no limit. In a pipeline a command over the size limit fails at its position."
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
    "choice": "No limit by default, so that test runs never end because of it. With a limit each command counts, also inside a batch, unless it is refused for another reason. The day is the UTC day of the mock's clock. The commands of a discarded transaction stay counted."
  },
  {
    "id": "kv.limits.refusals",
    "interface": "kv",
    "heading": "Limits",
    "line": 104,
    "quote": "A daily request limit applies; a transaction containing a command that exceeds it is discarded.",
    "level": "open",
    "choice": "Both refusals are 400, as for a failing command: `ERR max request size exceeded` (for a key `ERR max key size exceeded`, for a record `ERR max single record size exceeded`) and `ERR max daily request limit exceeded`. All of them discard a transaction, except a string that would grow too large: that command fails at its position when it runs. There is no `Retry-After`; the document has none."
  },
  {
    "id": "kv.versioning.scheme",
    "interface": "kv",
    "heading": "Versioning",
    "line": 108,
    "quote": "Versioning: not shown.",
    "level": "open",
    "choice": "There is no version in paths or headers. A path such as `/v2/get/key` is the unknown command `v2`."
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
    "choice": "A delivery starts only after the answer to its publish has been handed to the connection, so that a test can note the message id before its destination is called."
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
    "choice": "Svc-Flow-Control-Key and Svc-Flow-Control-Value are taken at a publish too, in every dialect. The document names these headers for restart and resume alone, so that the rule is judged only in a dialect that says so (`flowControlAtPublish`)."
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
    "choice": "Names are spelled as `Content-Type` is, each word with a capital; the document's own tables spell them so."
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
    "choice": "The response to a duplicate has the id of the first message, as existing clients report: no other message exists."
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
    "choice": "A message that is not a duplicate does not have this field."
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
    "choice": "`<milliseconds>-<sequence>`, as existing clients see it."
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
    "choice": "The time when the failed message was created: the other fields of the entry are of this message too."
  },
  {
    "id": "queue.resources.absent-or-null",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 40,
    "quote": "| `failureCallback` | string | Failure callback URL, if set |",
    "level": "open",
    "choice": "An optional field that has no value is left out, not written as null: absent reads the same to every client."
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
    "choice": "The headers have the names with which the failure callback is sent: the forward prefix is stripped."
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
    "choice": "In seconds, as existing clients count it: `period=1m` is 60."
  },
  {
    "id": "queue.dlq-message.response-status",
    "interface": "queue",
    "heading": "DLQ message",
    "line": 50,
    "quote": "| `responseStatus` | integer | HTTP status of the last failed delivery attempt |",
    "level": "must",
    "choice": "An attempt that got no answer leaves the field out."
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
    "choice": "A failed or cancelled run has the time when it ended."
  },
  {
    "id": "queue.runs.completed-at-of-a-run-in-progress",
    "interface": "queue",
    "heading": "Workflow run (list of runs)",
    "line": 64,
    "quote": "| `workflowRunCompletedAt` | integer | |",
    "level": "open",
    "choice": "A run that has not ended does not have this field."
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
    "choice": "Steps that are planned but not yet run stand in no group: existing services have a third group type for them, which the document does not allow. It stands where existing clients look, on `/v2/workflows/events`. A sleep is a step in progress until it ends."
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
    "choice": "Step types are `Initial` and whatever the application names in its steps; call types are `step` and the ones existing clients send, such as `toCallback`."
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
    "choice": "No two runs of one id are created in the same millisecond: the later one takes the next."
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
    "choice": "The time when the next attempt is due, or when the last one was."
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
    "choice": "The key is spelled as it is here. Another place of the document has `Svc-Workflow-RunId`: header names know no case, but object keys do."
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
    "choice": "Unix seconds, as observed and as existing clients read it."
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
    "choice": "A message that waits for its delay or its retry is not counted."
  },
  {
    "id": "queue.flow-control.between-attempts",
    "interface": "queue",
    "heading": "Flow control",
    "line": 100,
    "quote": "| `waitListSize` | integer | Messages waiting because of the parallelism set for the key |",
    "level": "open",
    "choice": "A message that waits for its retry does not block others with its key."
  },
  {
    "id": "queue.group.fields",
    "interface": "queue",
    "heading": "URL group",
    "line": 104,
    "quote": "Its fields beyond the default header map: not shown.",
    "level": "open",
    "choice": "An id, a name, and the endpoints, each a URL with an optional name."
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
    "choice": "The event belongs to the run that invokes, not to the new one."
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
    "choice": "`ACTIVE`, `RETRY`, `ERROR`, `FAILED`, `CANCEL_REQUESTED` and `CANCELLED`, the ones existing clients know."
  },
  {
    "id": "queue.states.step-success",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Step state observed: `STEP_SUCCESS`.",
    "level": "open",
    "choice": "A step that has returned is STEP_SUCCESS, as observed."
  },
  {
    "id": "queue.states.callback-success",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Failure callback state observed: `CALLBACK_SUCCESS`.",
    "level": "open",
    "choice": "A failure callback that succeeded is CALLBACK_SUCCESS, as observed."
  },
  {
    "id": "queue.states.other-step-states",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Step states other than `STEP_SUCCESS`",
    "level": "open",
    "choice": "`STEP_PROGRESS`, `STEP_RETRY`, `STEP_FAILED` and `STEP_CANCELED`, the ones existing clients know."
  },
  {
    "id": "queue.states.other-callback-states",
    "interface": "queue",
    "heading": "Message log states",
    "line": 123,
    "quote": "Step states other than `STEP_SUCCESS` and callback states other than `CALLBACK_SUCCESS`: not shown.",
    "level": "open",
    "choice": "`CALLBACK_INPROGRESS`, `CALLBACK_FAIL` and `CALLBACK_CANCELED`, the ones existing clients know."
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
    "choice": "Only runs: a plain message that fails ends in its failure callback and in no list of the document."
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
    "choice": "A restart removes the entry: bulk requests that are repeated until there is no cursor have to end, and a run should not be restarted twice by accident."
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
    "choice": "A pending wait or sleep is not executed again: the new run waits for the same event, until the same deadline."
  },
  {
    "id": "queue.resume.entry-afterwards",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 134,
    "quote": "| DLQ entry | resume (single or bulk) | entry exists | new run created",
    "level": "open",
    "choice": "A resume removes the entry, as a restart does."
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
    "choice": "Of the failed run whose callback it is: sending a callback starts no other run."
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
    "choice": "A failed run does not wait: its waiters are kept for a resume."
  },
  {
    "id": "queue.states.run-transitions",
    "interface": "queue",
    "heading": "Moves that are stated",
    "line": 138,
    "quote": "Transitions between run states: not shown.",
    "level": "open",
    "choice": "A run starts as `RUN_STARTED` and ends once, as `RUN_SUCCESS`, `RUN_FAILED` or `RUN_CANCELED`; restart and resume make a new run and leave the failed one as it is."
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
    "choice": "The last page has no `cursor` at all, although the response shapes show one: absent reads the same to every client, and an empty string does not."
  },
  {
    "id": "queue.pagination.cursor-continues",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "pass a returned `cursor` in the next request",
    "level": "must",
    "choice": "A cursor the mock did not give out is 400."
  },
  {
    "id": "queue.pagination.changes-between-pages",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "pass a returned `cursor` in the next request",
    "level": "open",
    "choice": "A cursor names the last item seen, so that no entry is left out or repeated when others are added or deleted between two pages."
  },
  {
    "id": "queue.pagination.order",
    "interface": "queue",
    "heading": "Endpoints",
    "line": 142,
    "quote": "pass a returned `cursor` in the next request",
    "level": "open",
    "choice": "Every list is newest first: DLQ entries by the time they failed, runs by creation, log events by time. One order for all is the easiest to remember, and what existing clients show."
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
    "choice": "A publish without a destination is 400. Existing clients put a URL into the path raw, with its own query string. A wholly percent-encoded destination is decoded once."
  },
  {
    "id": "queue.publish.query-spelling",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "`destination` (required, path)",
    "level": "open",
    "choice": "The query keys of this interface are removed; the rest of the query is sent to the destination byte for byte, since existing clients rely on it."
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
    "choice": "There is no model behind the mock: its `api/llm` returns the same small chat completion for every request, and the callback receives it. It is the only API name; another one is 404."
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
    "choice": "The header wins: it is the primary form, and the query is for clients that cannot set headers. The query keys of this interface are removed before delivery."
  },
  {
    "id": "queue.publish.destination-normalised",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 146,
    "quote": "a URL prefixed with `http://` or `https://`",
    "level": "open",
    "choice": "The destination is not normalised: the path is sent unchanged, with its `..`, its `%2e` and its lower-case escape sequences. RFC 3986 treats these spellings as equal, so a server may send the normalised form."
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
    "choice": "A group gets an id when it is created. A publish to a name that no group has looks for a group with this id."
  },
  {
    "id": "queue.publish.content-type",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 152,
    "quote": "| `Content-Type` | string | MIME type of the body; recommended so the destination can parse it |",
    "level": "must",
    "choice": "Without a Content-Type the delivery has none either: the mock does not guess the type of a body."
  },
  {
    "id": "queue.publish.method",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 153,
    "quote": "| `Svc-Method` | string | Method used toward the destination",
    "level": "must",
    "choice": "Any of GET, POST, PUT, PATCH, DELETE, HEAD and OPTIONS, in any case; another is 400."
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
    "choice": "An attempt without a response in time has failed and is retried like any failed delivery."
  },
  {
    "id": "queue.timeout.units",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 154,
    "quote": "Number followed by `s`, `m` or `h`",
    "level": "must",
    "choice": "A whole or decimal number and one unit, nothing else; anything else is 400. Compounds such as `1m30s` are a setting of the dialect, off by default."
  },
  {
    "id": "queue.timeout.only-shortens",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 154,
    "quote": "can only shorten the plan default",
    "level": "must",
    "choice": "A longer value is accepted and has no effect: the plan default still ends the attempt."
  },
  {
    "id": "queue.retries.after-a-failed-delivery",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "| `Svc-Retries` | integer | Retries after a failed delivery",
    "level": "must",
    "choice": "A delivery fails with a 5xx response or without a response: a broken connection or a timeout. A number of retries that is negative or not whole is 400."
  },
  {
    "id": "queue.retries.client-error",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "Retries after a failed delivery",
    "level": "open",
    "choice": "A 4xx response is a failed delivery and is retried, as existing clients expect: the document does not say which responses are failures."
  },
  {
    "id": "queue.retries.redirect",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 155,
    "quote": "Retries after a failed delivery",
    "level": "open",
    "choice": "A 3xx response is a failed delivery and is not followed, as existing clients expect: the document does not say which responses are failures, so a server may also follow the redirect."
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
    "choice": "The mock has the free tier: 3. A client cannot see the tier, so a target may have either number."
  },
  {
    "id": "queue.retry-delay.expression-in-milliseconds",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "| `Svc-Retry-Delay` | string | Arithmetic expression in milliseconds",
    "level": "must",
    "choice": "Numbers, `+ - * / %`, signs, parentheses, `retried` and the nine functions, at most 256 characters. A bad expression is 400 when the message is published. A result that is negative or no number counts as 0."
  },
  {
    "id": "queue.retry-delay.retried-from-zero",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "variable `retried` (retry count, from 0)",
    "level": "must",
    "choice": "`retried` is the number of retries already made, so it is 0 in the delay before the first."
  },
  {
    "id": "queue.retry-delay.counted-from",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "| `Svc-Retry-Delay` | string | Arithmetic expression in milliseconds",
    "level": "open",
    "choice": "From the end of the failed attempt: the delay is the same for a destination that takes long to fail."
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
    "choice": "`min` and `max` accept two or more values, as such functions do elsewhere: the document does not state their number."
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
    "choice": "n is the number of the retry that the delay precedes, counted from 1: e^2 (about 7.4) seconds before the first retry, e^4 before the second. Existing clients document their own formula so, and a first gap of one second would be hardly a backoff. (`retried` in an expression still counts from 0.)"
  },
  {
    "id": "queue.retry-delay.jitter",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "exponential backoff of min(86400, e^(2n)) seconds",
    "level": "open",
    "choice": "None: the gap is the formula's, rounded to a millisecond, so that tests are repeatable."
  },
  {
    "id": "queue.retry-delay.retry-after",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 156,
    "quote": "exponential backoff of min(86400, e^(2n)) seconds",
    "level": "open",
    "choice": "A Retry-After header of the destination has no effect: the document states the delay without it. Honouring it is a setting of the dialect, off by default."
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
    "choice": "A delivery also has a User-Agent, Svc-Message-Id, Svc-Retried, Svc-Signature, Svc-Caller-Ip and, from a group, Svc-Topic-Name: existing clients read them."
  },
  {
    "id": "queue.forward.all-headers",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 158,
    "quote": "| `Svc-Header-Forward` | boolean string | `true` forwards all incoming request headers without the prefix",
    "level": "must",
    "choice": "Headers of the connection and of this interface are not forwarded: Host, Content-Length, hop-by-hop headers, Authorization and the `Svc-` settings. A Svc-Forward header of the same name wins."
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
    "choice": "Every attempt, failed or successful, with or without a response, causes one callback, itself a message sent with POST. A callback URL that is neither http nor https, or that may not be called, is 400. A callback may have callbacks of its own (Svc-Callback-Failure-Callback), which existing clients use; settings of a callback that is not requested have no effect."
  },
  {
    "id": "queue.callback.required-for-api-llm",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 159,
    "quote": "required when the destination is `api/llm`",
    "level": "must",
    "choice": "Without a callback such a publish is 400."
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
    "choice": "Svc-Callback-Retries wins over the original's retries, which are the default: otherwise the setting would have no meaning."
  },
  {
    "id": "queue.callback.setting-similar",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 160,
    "quote": "Configures the callback request (timeout, retries, delay and similar)",
    "level": "open",
    "choice": "Every setting of a message may be set for a callback: Svc-Callback-Method is its method. The document names three and leaves open which others there are."
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
    "choice": "Svc-Failure-Callback-Retries wins over the original's retries, as for the callback."
  },
  {
    "id": "queue.failure-callback.setting-similar",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 163,
    "quote": "Configures the failure callback request",
    "level": "open",
    "choice": "Every setting of a message, as for the callback."
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
    "choice": "A whole or decimal number and one unit; anything else is 400. Compounds such as `1d10h` are a setting of the dialect, off by default."
  },
  {
    "id": "queue.delay.not-before-in-seconds",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 166,
    "quote": "| `Svc-Not-Before` | integer | Unix timestamp in seconds (UTC)",
    "level": "must",
    "choice": "A time in the past means immediately."
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
    "choice": "An id is remembered for 10 minutes from its first message, as existing clients document."
  },
  {
    "id": "queue.deduplication.id-in-a-group-publish",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 167,
    "quote": "Only one message with this id is published",
    "level": "open",
    "choice": "The id is for the whole publish: the first one reaches every endpoint of the group, the second reaches none, and each element of its response has `deduplicated`."
  },
  {
    "id": "queue.deduplication.content-based",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "| `Svc-Content-Based-Deduplication` | boolean | When true, deduplicates on destination, body and headers |",
    "level": "must",
    "choice": "When both are given, Svc-Deduplication-Id alone decides."
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
    "choice": "Only the headers that are sent on to the destination count: Content-Type and the forwarded ones. With user agents and connection headers every request would differ."
  },
  {
    "id": "queue.deduplication.content-that-counts",
    "interface": "queue",
    "heading": "1. Publish: `POST /v2/publish/{destination}`",
    "line": 168,
    "quote": "When true, deduplicates on destination, body and headers",
    "level": "open",
    "choice": "Settings are not part of the content, in headers and in the query. Only messages that use content-based deduplication are compared."
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
    "choice": "`url` is the API name as it stands in the path: the document shows no other address for it."
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
    "choice": "Each element has `messageId` and the `url` of the endpoint, and a duplicate has `deduplicated`."
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
    "choice": "The token key and the settings of this interface are removed from the query before delivery: the destination must not see the token."
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
    "choice": "The answer to the change is 200 without a body."
  },
  {
    "id": "queue.group.default-or-own",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "These headers apply to every request published to the group.",
    "level": "open",
    "choice": "A header of the message itself, or its query key, wins over the default of the group: the document calls them defaults."
  },
  {
    "id": "queue.group.default-headers-named-later",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "These headers apply to every request published to the group.",
    "level": "open",
    "choice": "A further change replaces the headers that it names and leaves the others; an empty array removes its header."
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
    "choice": "Each string of an array becomes a header line of its own."
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
    "choice": "The map holds strings, so the number is sent as text; the mock takes a JSON number or boolean as its text, because the sentence can be read either way."
  },
  {
    "id": "queue.group.creation",
    "interface": "queue",
    "heading": "3. URL group default headers: `PATCH /v2/topics/{group-name}`",
    "line": 178,
    "quote": "How groups and their endpoints are created and listed: not shown.",
    "level": "open",
    "choice": "As existing clients do it: POST, GET and DELETE on `/v2/topics/{group}/endpoints`, GET and DELETE on `/v2/topics/{group}`, GET on `/v2/topics`."
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
    "choice": "The whole id, URL and label, exactly, in every list: prefixes are named for the bulk selection only."
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
    "choice": "The dates mean the time the run failed, when its entry came into the DLQ: the bulk selection says so for the same names."
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
    "choice": "A run gets its labels when it is triggered, from Svc-Label, comma-separated, as existing clients send them; the filter asks for one of them."
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
    "choice": "`parallelism`, `rate` and `period`, separated by commas. A value without a key is 400."
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
    "choice": "Header names are compared without case, here and in `Svc-Workflow-Runid`. The id is used unchanged; the id of a run in progress is 400, since the steps of two runs could not be distinguished."
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
    "choice": "The new run is listed with the kept steps, before its own."
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
    "choice": "Without the header the new run gets a random id, as a restart does."
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
    "choice": "The kept results are delivered as they are; an application that no longer knows their steps refuses them, and the new run fails.",
    "untestable": "A demand on the user's code, not on the service: the document does not say how a broken resume shows, so every answer to it would have to be accepted."
  },
  {
    "id": "queue.bulk.selection-is-optional",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Selection parameters, all optional",
    "level": "must",
    "choice": "A request without a selection selects every entry; ids without an entry are ignored."
  },
  {
    "id": "queue.bulk.selectors-combined",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "Selection parameters, all optional",
    "level": "open",
    "choice": "Several parameters combine: an entry is selected when it matches all of them."
  },
  {
    "id": "queue.bulk.select-dlq-ids",
    "interface": "queue",
    "heading": "9. Bulk restart: `POST /v2/workflows/dlq/restart`; bulk resume: `POST /v2/workflows/dlq/resume`",
    "line": 202,
    "quote": "`dlqIds` (array of strings)",
    "level": "must",
    "choice": "In a query the ids are repeated keys or one comma-separated value: existing clients send either."
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
    "choice": "The cursor is sent where the selection is, and the selection is sent again with it."
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
    "choice": "Svc-Workflow-RunId is not among the bulk headers and has no effect."
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
    "choice": "Both: existing clients use the query, a JSON body is the natural home of an array. A parameter given in both places is taken from the body. Unknown parameters (such as `count`) are ignored."
  },
  {
    "id": "queue.callback-retrigger.sends-the-callback-again",
    "interface": "queue",
    "heading": "10. Re-trigger failure callback: `POST /v2/workflows/dlq/callback/{dlqId}`",
    "line": 206,
    "quote": "Sends the failure callback of the DLQ entry again.",
    "level": "must",
    "choice": "An entry that has no failure callback is 400: there is nothing to send."
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
    "choice": "The dates mean the run's creation, the only time that every run has."
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
    "choice": "The dates mean the event's `time`."
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
    "choice": "The path segment is percent-decoded once, so an event id may hold any character."
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
    "choice": "The id of the message that continues the run."
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
    "choice": "The Authorization header wins when both are present. Other endpoints ignore the query token."
  },
  {
    "id": "queue.authentication.token-kinds-and-scopes",
    "interface": "queue",
    "heading": "Authentication",
    "line": 228,
    "quote": "Token kinds, scopes, and the behavior on a missing or invalid token: not shown.",
    "level": "open",
    "choice": "One kind of token, which may do everything; by default a fixed development token."
  },
  {
    "id": "queue.authentication.missing-or-invalid-token",
    "interface": "queue",
    "heading": "Authentication",
    "line": 228,
    "quote": "the behavior on a missing or invalid token: not shown",
    "level": "open",
    "choice": "401, as in the key-value interface and as existing clients expect. The token is checked before everything else."
  },
  {
    "id": "queue.callback.content",
    "interface": "queue",
    "heading": "Events",
    "line": 232,
    "quote": "the content delivered to those URLs: not shown.",
    "level": "open",
    "choice": "JSON as existing clients read it: `status`, `header`, `body` (base64), `retried`, `maxRetries`, `sourceMessageId`, `url`, `method`, `sourceHeader`, `sourceBody` (base64), `notBefore`, `createdAt`, `callerIP`, for a group `topicName` and `endpointName`. The failure callback of a run adds `dlqId`, `workflowRunId` and `workflowCreatedAt`. Of an attempt without an answer the `status` is 0 and the `body` the reason; the `sourceHeader` is what the destination was sent."
  },
  {
    "id": "queue.message-logs.lag",
    "interface": "queue",
    "heading": "Events",
    "line": 232,
    "quote": "The service records log events readable through endpoints 11 and 12.",
    "level": "open",
    "choice": "Lists are always up to date, so that tests need not poll."
  },
  {
    "id": "queue.publish.status",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "An accepted publish returns 200, as existing clients expect."
  },
  {
    "id": "queue.deduplication.status",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "A duplicate returns 202, as existing clients report."
  },
  {
    "id": "queue.group.unknown",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "A publish to a group that does not exist, and a change of its default headers, are 404."
  },
  {
    "id": "queue.restart.absent-entry",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "Restart, resume and callback re-trigger of an absent entry are 404, as get and delete are."
  },
  {
    "id": "queue.bulk.nothing-selected",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "A selection that matches no entry returns 200 with no runs."
  },
  {
    "id": "queue.notify.status",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "200, with or without waiters."
  },
  {
    "id": "queue.flow-control.unknown-key",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "status codes other than these: not shown",
    "level": "open",
    "choice": "A key that no message has used returns 200 with a wait list of 0."
  },
  {
    "id": "queue.errors.body-shape",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "Error body shape and status codes other than these: not shown.",
    "level": "open",
    "choice": "`{\"error\": string}` on every error, the shape existing clients read."
  },
  {
    "id": "queue.errors.other-status-codes",
    "interface": "queue",
    "heading": "Errors",
    "line": 241,
    "quote": "Error body shape and status codes other than these: not shown.",
    "level": "open",
    "choice": "400 for a setting, parameter or body that cannot be understood and for a destination the mock may not call, 401 for the token, 404 for what is absent and for unknown paths, 405 for a known path with another method, 429 when its queue is full."
  },
  {
    "id": "queue.pagination.count-above-maximum",
    "interface": "queue",
    "heading": "Limits",
    "line": 247,
    "quote": "| DLQ list page size | default and maximum 100 |",
    "level": "open",
    "choice": "A `count` above the maximum is taken as the maximum: existing clients ask for 100 where 50 is the limit. Below 1 or not a whole number is 400."
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
    "choice": "The cap holds for Svc-Retry-Delay as well: the table names no exception."
  },
  {
    "id": "queue.timeout.plan-maximum",
    "interface": "queue",
    "heading": "Limits",
    "line": 255,
    "quote": "Maximum HTTP connection timeout per plan (default for `Svc-Timeout`): not shown.",
    "level": "open",
    "choice": "15 minutes, the maximum of the only plan of the mock."
  },
  {
    "id": "queue.runs.retention",
    "interface": "queue",
    "heading": "Limits",
    "line": 255,
    "quote": "Retention period of completed workflow runs (depends on plan quota): not shown.",
    "level": "open",
    "choice": "Runs are kept until the mock is reset or stopped: a test that advances the clock far can still read them."
  },
  {
    "id": "queue.versioning.prefix",
    "interface": "queue",
    "heading": "Versioning",
    "line": 259,
    "quote": "All paths carry the prefix `/v2`.",
    "level": "must",
    "untestable": "Every request of every scenario carries the prefix: a server that has another one passes nothing, and one that accepts others beside it contradicts nothing."
  },
  {
    "id": "queue.versioning.other-versions",
    "interface": "queue",
    "heading": "Versioning",
    "line": 259,
    "quote": "Versioning policy and other versions: not shown.",
    "level": "open",
    "choice": "There is no other version: a path without the prefix is 404."
  }
]

export const ruleById = Object.assign(Object.create(null), Object.fromEntries(rules.map((rule) => [rule.id, rule])))

export const contract = {
  "kv": "6d8354b58b6af24beeae81bf468ec540ecbe7162cc4e96566c92b71acd543bfb",
  "queue": "295bd8148b2085a1efb51db0055ab7ffa9ccca0dd7fe299ca417292b45432e98"
}
