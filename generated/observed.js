// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

export const correct = {
  "svc": {
    "kv.envelope.nested-arrays/hscan": {
      "HSCAN": "200 [\"0\",[\"field\",\"value\"]]"
    },
    "kv.methods.unregistered/brew": {
      "BREW": 405
    },
    "kv.path.empty-body/post-without-body": {
      "POST /ECHO/a": "200 \"a\"",
      "POST /ECHO and no bytes": "400 ERR"
    },
    "kv.path.body-with-other-methods/body-with-get-and-put": {
      "GET": "400 ERR",
      "PUT": "200 \"body\""
    },
    "kv.path.query-options-without-body/options-without-body": {
      "GET with EX=1000": "200 \"OK\"",
      "PERSIST after GET": "200 1",
      "POST with EX=1000": "200 \"OK\"",
      "PERSIST after POST": "200 1"
    },
    "kv.path.flag-options/option-without-value": {
      "?NX": "200 null",
      "?NX=": "200 null"
    },
    "kv.path.repeated-options/repeated-option": {
      "?b=1&a=2&b=3": "200 7",
      "arguments": "200 [\"body\",\"b\",\"1\",\"a\",\"2\",\"b\",\"3\"]"
    },
    "kv.path.percent-encoding/ambiguous-encoding": {
      "/ECHO/a+b": "200 \"a+b\"",
      "/ECHO/100%": "400 ERR",
      "/ECHO/..": "200 \"..\"",
      "/ECHO/%2E%2E": "200 \"..\"",
      "/./ECHO/a": "400 ERR",
      "?a+b=c+d": "200 3",
      "arguments": "200 [\"a\",\"a+b\",\"c+d\"]"
    },
    "kv.path.percent-encoding/encoded-invalid-utf8": {
      "SET": "200 \"OK\"",
      "bytes are kept": true
    },
    "kv.path.empty-segment/empty-segments": {
      "/ECHO/": "200 \"\"",
      "//ECHO/a": "400 ERR",
      "/STRLEN//": "400 ERR",
      "/RPUSH/key//a": "200 2"
    },
    "kv.path.no-command/root-path-reply": {
      "GET": "400 ERR",
      "HEAD": "400 \"\"",
      "PUT": "400 ERR"
    },
    "kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec": {
      "/pipeline": "400 ERR",
      "/multi-exec": "400 ERR"
    },
    "kv.body.number-text/number-spellings": {
      "1.50": "200 \"1.50\"",
      "-0": "200 \"-0\"",
      "1e3": "200 \"1e3\"",
      "1E-2": "200 \"1E-2\"",
      "1e400": "200 \"1e400\""
    },
    "kv.body.other-argument-types/other-types": {
      "true": "200 \"true\"",
      "true in a pipeline": "200 [\"true\"]",
      "false": "200 \"false\"",
      "false in a pipeline": "200 [\"false\"]",
      "null": "200 \"null\"",
      "null in a pipeline": "200 [\"null\"]",
      "[\"nested\"]": "400 ERR",
      "[\"nested\"] in a pipeline": "400 ERR",
      "{\"a\":1}": "400 ERR",
      "{\"a\":1} in a pipeline": "400 ERR"
    },
    "kv.body.empty-array/empty-array": {
      "[]": "400 ERR",
      "no body": "400 ERR"
    },
    "kv.pipeline.empty/no-commands": {
      "[]": "400 ERR",
      "no body": "400 ERR",
      "[[]]": "400 ERR",
      "[1, [\"PING\"]]": "400 ERR"
    },
    "kv.pipeline.wrong-argument-count/too-few": {
      "ECHO a, GET, ECHO b": "200 [\"a\", ERR, \"b\"]"
    },
    "kv.pipeline.resp2/layout": {
      "ECHO a, PING": "200 \"$1\\r\\na\\r\\n+PONG\\r\\n\""
    },
    "kv.transaction.empty/no-commands": {
      "[]": "400 ERR",
      "no body": "400 ERR",
      "[[]]": "400 ERR",
      "[1, [\"PING\"]]": "400 ERR"
    },
    "kv.transaction.base64-with-resp2/both": {
      "ECHO a": "400 ERR"
    },
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "400 EXECABORT"
    },
    "kv.transaction.bad-option/unknown-option": {
      "ECHO a, SET BOGUS": "200 [\"a\", ERR]"
    },
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "400 application/json",
      "Accept: */*": "200 text/event-stream",
      "Accept: application/json": "400 application/json"
    },
    "kv.monitor.command-case/one-word": {
      "echo": "echo",
      "form of the client address": "<n>.<n>.<n>.<n>:<n>",
      "ECHO": "ECHO",
      "eChO": "eChO"
    },
    "kv.monitor.command-case/xgroup-create": {
      "XGROUP CREATE": "\"XGROUP\" \"CREATE\""
    },
    "kv.monitor.argument-escapes/escapes": {
      "a quote": "\"a\\\"b\"",
      "a backslash": "\"a\\\\b\"",
      "an apostrophe": "\"a'b\"",
      "a line feed": "\"a\\nb\"",
      "a carriage return": "\"a\\rb\"",
      "a tab": "\"a\\tb\"",
      "a zero": "\"a\\x00b\"",
      "two bytes of UTF-8": "\"\\xc3\\xbc\"",
      "four bytes of UTF-8": "\"\\xf0\\x9f\\x9a\\x80\"",
      "a byte that is not UTF-8": "\"\\xff\""
    },
    "kv.monitor.transactions/executed-and-discarded": {
      "commands": [
        "ECHO",
        "ECHO"
      ]
    },
    "kv.monitor.own-requests/subscription": {
      "a subscription": "not shown"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "400 application/json",
      "Accept: */*": "200 text/event-stream",
      "Accept: application/json": "400 application/json"
    },
    "kv.publish.count/none-one-two": {
      "without subscribers": 0,
      "with 1 subscriber": 1,
      "with 2 subscribers": 2
    },
    "kv.info.command-by-path/post-info": {
      "result of INFO": "a text"
    },
    "kv.commands.mixed-case/echo-in-mixed-case": {
      "eChO": "200 \"a\""
    },
    "kv.commands.categories/one-of-each-category": {
      "String: STRLEN": "executed",
      "Bitmap: BITCOUNT": "executed",
      "Hash: HLEN": "executed",
      "List: LLEN": "executed",
      "Set: SCARD": "executed",
      "SortedSet: ZCARD": "executed",
      "Geo: GEOPOS": "executed",
      "HyperLogLog: PFCOUNT": "executed",
      "Generic: EXISTS": "executed",
      "Server: TIME": "executed",
      "Scripting: EVAL": "executed",
      "Pub/Sub: PUBSUB": "executed",
      "Connection: PING": "executed",
      "JSON: JSON.GET": "executed",
      "Streams: XLEN": "executed",
      "Cluster: CLUSTER": "200 ERR"
    },
    "kv.commands.other-blocking/pipeline-reply": {
      "BLMOVE": "200 ERR",
      "BLMPOP": "200 ERR",
      "BZMPOP": "200 ERR",
      "WAIT": "200 ERR"
    },
    "kv.commands.bound-to-a-connection/pipeline-reply": {
      "MULTI": "200 ERR",
      "EXEC": "200 ERR",
      "MONITOR": "200 ERR",
      "SUBSCRIBE": "200 ERR",
      "UNSUBSCRIBE": "200 ERR"
    },
    "kv.response-format.resp2-error/failure-and-refusal": {
      "a command that fails: status": 400,
      "a command that fails: content type": "application/octet-stream",
      "a command that fails: first byte": "-",
      "a request without a token: status": 401,
      "a request without a token: content type": "application/json",
      "a request without a token: first byte": "{"
    },
    "kv.response-format.event-streams/subscription": {
      "status": 200,
      "content type": "text/event-stream",
      "first event": "subscribe,<channel>,1"
    },
    "kv.base64.ok-in-array/status-from-a-script": {
      "EVAL": "200 [\"T0s=\"]"
    },
    "kv.base64.errors/error": {
      "ECHO without a message": "400 ERR"
    },
    "kv.base64.other-encodings/other-values": {
      "hex": "200 \"a\"",
      "BASE64": "200 \"a\"",
      "base64url": "200 \"a\""
    },
    "kv.base64.event-streams/monitor-and-subscription": {
      "a monitor": "\"OK\"",
      "a subscription": "subscribe,<channel>,1",
      "a message": "message,<channel>,hello"
    },
    "kv.utf8.replacement-count/number-per-sequence": {
      "a continuation byte": 1,
      "3 continuation bytes": 3,
      "the first byte of a 2-byte sequence": 1,
      "2 bytes of a 3-byte sequence": 1,
      "2 bytes of a 4-byte sequence": 1,
      "3 bytes of a 4-byte sequence, then a first byte": 2,
      "an overlong U+0000 (2 bytes)": 2,
      "an overlong sequence of two bytes": 2,
      "an overlong sequence of three bytes": 3,
      "the last overlong sequence of three bytes": 3,
      "an overlong sequence of four bytes": 4,
      "the first surrogate": 3,
      "the last surrogate": 3,
      "a pair of surrogates": 6,
      "a code point after U+10FFFF": 4,
      "a first byte for code points after U+10FFFF": 4,
      "a sequence of five bytes": 5,
      "a sequence of six bytes": 6,
      "the byte FE": 1,
      "the byte FF": 1
    },
    "kv.authentication.both-tokens/header-and-query": {
      "header valid, query invalid": "200 \"a\"",
      "header invalid, query valid": "401 WRONGPASS"
    },
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "the scheme in lower case": "200 \"a\"",
      "the scheme in upper case": "200 \"a\"",
      "two spaces before the token": "200 \"a\"",
      "a tab before the token": "401 WRONGPASS",
      "a comma after the token": "401 WRONGPASS"
    },
    "kv.authentication.several-query-tokens/valid-and-wrong": {
      "the first is valid": "200 \"a\"",
      "the last is valid": "401 WRONGPASS"
    },
    "kv.authentication.other-ways/schemes-headers-cookie": {
      "the token with the scheme Basic": 401,
      "the token in the query parameter password": 401,
      "the token in Authorization without a scheme": 401,
      "the token with the scheme Token": 401,
      "the token in X-Api-Key": 401,
      "the token in a cookie": 401
    },
    "kv.authentication.error-class/no-token-and-wrong-token": {
      "no token": "401 WRONGPASS",
      "invalid token": "401 WRONGPASS"
    },
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "HSCAN KEY 0": 200,
      "RANDOMKEY": 200,
      "DBSIZE": 200,
      "TIME": 200,
      "INFO": 200,
      "PUBLISH KEY message": 400,
      "PING": 200,
      "LRANGE KEY 0 0": 200,
      "HGETALL KEY": 200,
      "ZRANGE KEY 0 0": 200,
      "EXISTS KEY": 200,
      "PFCOUNT KEY": 200,
      "GET in a transaction": "200 [null]",
      "the monitor": 400,
      "a subscription": 200
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "400 NOPERM",
      "in a pipeline": "200 [NOPERM, \"PONG\"]",
      "in a transaction": "400 EXECABORT"
    },
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "the user is disabled (off)": "401 WRONGPASS",
      "the password changed": "401 WRONGPASS",
      "no command is allowed": "400 NOPERM",
      "the user is deleted": "401 WRONGPASS"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "alone": "400 NOPERM",
      "in a pipeline": "200 [NOPERM, null]",
      "in a transaction": "400 EXECABORT"
    },
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "data: subscribe,<channel>,1\n\ndata: message,<channel>,hello\n\n",
      "line ends": [
        "\"\\n\""
      ],
      "comments": false,
      "event names": false,
      "ids": false
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\ndata: b\n\ndata: message,<channel>,",
      "a carriage return": "a\ndata: b\n\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\ndata: b\n\ndata: message,<channel>,",
      "an empty line": "a\ndata: \ndata: b\n\ndata: message,<channel>,",
      "a line feed at the end": "a\ndata: \n\ndata: message,<channel>,",
      "a zero": "a\u0000b\n\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\n\ndata: message,<channel>,"
    },
    "kv.errors.order-of-refusals/status-for-2-mistakes": {
      "method and token": 405,
      "method and format": 405,
      "token and format": 401,
      "token and body": 401
    },
    "kv.errors.texts/common-errors": {
      "SET KEY value NX XX": "ERR syntax error",
      "SET KEY value BOGUS": "ERR syntax error",
      "SET KEY value EX": "ERR syntax error",
      "GET": "ERR wrong number of arguments for 'get' command",
      "SET KEY": "ERR wrong number of arguments for 'set' command",
      "HSET KEY field": "ERR wrong number of arguments for 'hset' command",
      "INCRBY KEY many": "ERR value is not an integer or out of range",
      "EXPIRE KEY soon": "ERR value is not an integer or out of range",
      "LRANGE KEY first last": "ERR value is not an integer or out of range"
    },
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 400,
      "name and argument together have the maximum size": 200
    },
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a pipeline of 3 commands with 2 left": "200 [1, 2, ERR]",
      "a transaction of 3 commands with 2 left": "400 EXECABORT",
      "INCR after the transaction": "400 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "400 ERR",
      "over the size limit, in a transaction": "400 EXECABORT",
      "over the daily limit": "400 ERR",
      "over the daily limit, in a transaction": "400 EXECABORT"
    },
    "kv.versioning.scheme/v1-and-v2": {
      "v1": "400 ERR",
      "v2": "400 ERR"
    },
    "queue.publish.delivery-before-the-answer/delivery-or-response-first": {
      "deliveries when the publish was answered": 0
    },
    "queue.publish.query-spelling/delivered-query": {
      "plus=a+b": "plus=a+b",
      "space=%20": "space=%20",
      "flag": "flag",
      "b=1&a=2": "b=1&a=2",
      "quote='": "quote='"
    },
    "queue.publish.destination-normalised/path-spelling": {
      "/a/../b": "/a/../b",
      "/a/./b": "/a/./b",
      "/a/%2e%2e/b": "/a/%2e%2e/b",
      "/a%2eb": "/a%2eb",
      "/a%c3%a9": "/a%c3%a9",
      "/%61": "/%61"
    },
    "queue.publish.header-and-query-disagree/svc-method": {
      "method with PUT in the header and PATCH in the query": "PUT"
    },
    "queue.publish.status/accepted-publish": {
      "status of an accepted publish": 200,
      "fields of the response": [
        "messageId",
        "url"
      ],
      "form of the messageId": "msg_…"
    },
    "queue.timeout.plan-maximum/longest-attempt": {
      "seconds": 900
    },
    "queue.retries.client-error/attempts-for-400-404-429": {
      "attempts after a 400": 2,
      "attempts after a 404": 2,
      "attempts after a 429": 2
    },
    "queue.retries.redirect/attempts-for-302": {
      "attempts": 2,
      "calls of where it leads": 0
    },
    "queue.retry-delay.first-n/n": {
      "n": 1
    },
    "queue.retry-delay.counted-from/beginning-or-end": {
      "counted from": "its end"
    },
    "queue.retry-delay.retry-after/retry-after": {
      "honoured": false
    },
    "queue.retry-delay.min-max-of-more/three-values": {
      "min(3000, 1000, 2000)": 1000,
      "max(500, 1000, 2000)": 2000
    },
    "queue.errors.other-status-codes/bad-retry-delay": {
      "status": 400
    },
    "queue.forward.added-headers/headers-not-forwarded": {
      "headers with the prefix": [
        "svc-caller-ip",
        "svc-message-id",
        "svc-retried",
        "svc-signature"
      ]
    },
    "queue.callback.setting-retries/gap-with-own-retry-delay": {
      "seconds with 3 and 5": 5
    },
    "queue.callback.content/method-content-type-body-fields": {
      "method": "POST",
      "content type": "application/json",
      "members": [
        "body",
        "callerIP",
        "createdAt",
        "header",
        "maxRetries",
        "method",
        "notBefore",
        "retried",
        "sourceBody",
        "sourceHeader",
        "sourceMessageId",
        "status",
        "url"
      ]
    },
    "queue.callback.content/status-after-broken-connection": {
      "status": 0
    },
    "queue.errors.other-status-codes/ftp-callback-url": {
      "status": 400
    },
    "queue.callback.setting-retries/own-or-message-retries": {
      "calls with 0 and 2": 3
    },
    "queue.callback.setting-similar/method-set-to-put": {
      "method with PUT in the header": "PUT",
      "method with PUT in the query": "PUT"
    },
    "queue.failure-callback.setting-retries/gap-with-own-retry-delay": {
      "seconds with 0 and 5": 5
    },
    "queue.failure-callback.setting-retries/own-or-message-retries": {
      "calls with 0 and 2": 3
    },
    "queue.failure-callback.setting-similar/method-set-to-put": {
      "method with PUT in the header": "PUT",
      "method with PUT in the query": "PUT"
    },
    "queue.deduplication.window/window": {
      "after 60 seconds": "remembered",
      "after 599.999 seconds": "remembered",
      "after 600 seconds": "forgotten",
      "after 3600 seconds": "forgotten",
      "after 86400 seconds": "forgotten"
    },
    "queue.deduplication.id-of-a-duplicate/message-id": {
      "Deduplication-Id": "the same id",
      "Content-Based-Deduplication": "the same id"
    },
    "queue.deduplication.content-that-counts/content": {
      "the setting in header and query": "a duplicate",
      "the setting at the second one alone": "no duplicate",
      "another method setting": "a duplicate",
      "another user agent": "a duplicate"
    },
    "queue.deduplication.status/status": {
      "status": 202
    },
    "queue.webhook.token-removed/svc-token-in-delivery": {
      "query of the delivery": "?own=1"
    },
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "messageId",
        "url"
      ],
      "its url is that of the endpoint": true,
      "headers of a delivery with the id of an element": [
        "Svc-Message-Id"
      ]
    },
    "queue.group.unknown/publish-status": {
      "status": 404
    },
    "queue.group.unknown/set-default-headers-status": {
      "status": 404
    },
    "queue.group.default-or-own/message-header-or-group-default": {
      "forwarded header": "own",
      "method with PATCH in the message and PUT as the default": "PATCH"
    },
    "queue.publish.header-and-query-disagree/group-default-method": {
      "method with PATCH in the query and PUT as the default": "PATCH"
    },
    "queue.group.default-headers-named-later/earlier-headers-kept-or-replaced": {
      "the earlier default headers": "apply still"
    },
    "queue.group.default-or-own/header-forward-false-or-default": {
      "header of the request": "not forwarded"
    },
    "queue.group.default-or-own/attempts-for-retries-1-default-2": {
      "attempts": 2
    },
    "queue.group.fields/get-v2-topics-name-fields": {
      "status of GET /v2/topics/{group-name}": 200,
      "fields of the group": [
        "createdAt",
        "endpoints",
        "headers",
        "id",
        "name",
        "updatedAt"
      ],
      "its name is that name": true
    },
    "queue.group.creation/get-v2-topics-status": {
      "status of GET /v2/topics": 200
    },
    "queue.resources.absent-or-null/unset-failure-callback": {
      "failureCallback": "none"
    },
    "queue.dlq-message.header-prefix/names": {
      "names": [
        "X-Contract"
      ]
    },
    "queue.dlq-message.created-at-meaning/moment": {
      "createdAt": "when the run was created"
    },
    "queue.states.step-success/completed-run": {
      "states": [
        "STEP_SUCCESS"
      ]
    },
    "queue.states.callback-success/success": {
      "state": "CALLBACK_SUCCESS"
    },
    "queue.states.other-message-states/fails-once": {
      "states": [
        "ACTIVE",
        "CREATED",
        "ERROR",
        "FAILED",
        "RETRY"
      ]
    },
    "queue.states.other-step-states/sleep": {
      "states": [
        "STEP_PROGRESS",
        "STEP_SUCCESS"
      ]
    },
    "queue.states.other-callback-states/fails": {
      "state": "CALLBACK_FAIL"
    },
    "queue.states.run-transitions/failed-run": {
      "states": [
        "RUN_FAILED",
        "RUN_STARTED"
      ]
    },
    "queue.pagination.changes-between-pages/entries-are-added": {
      "left out": 0,
      "repeated": 0
    },
    "queue.pagination.changes-between-pages/all-that-was-seen-is-deleted": {
      "left out": 0,
      "repeated": 0
    },
    "queue.pagination.absent-or-empty-cursor/end": {
      "cursor": "none"
    },
    "queue.pagination.order/oldest-or-newest": {
      "first of the list": "newest"
    },
    "queue.pagination.order/runs": {
      "first of the list": "newest"
    },
    "queue.pagination.exact-or-prefix/beginnings": {
      "workflowRunId": "does not match",
      "workflowUrl": "does not match",
      "label": "does not match"
    },
    "queue.pagination.count-above-maximum/count-of-101": {
      "status": 200,
      "status of /v2/workflows/logs with count 10001": 200,
      "status of /v2/workflows/messageLogs with count 10001": 200
    },
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 400
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 400
    },
    "queue.dlq.date-meaning/moment": {
      "the moment that": "the run failed"
    },
    "queue.runs.completed-at-without-success/failed-and-cancelled": {
      "failed": "a moment",
      "canceled": "a moment"
    },
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": "none"
    },
    "queue.runs.step-and-call-types/types": {
      "stepType": [
        "Initial",
        "Run",
        "Invoke"
      ],
      "callType": [
        "step"
      ],
      "stepName": [
        "init",
        "one",
        "child",
        "two"
      ]
    },
    "queue.runs.date-meaning/created-or-ended": {
      "moment": "when it was created"
    },
    "queue.pagination.changes-between-pages/runs": {
      "left out": 0,
      "repeated": 0
    },
    "queue.pagination.changes-between-pages/events-between-two-pages": {
      "left out": 0,
      "repeated": 0
    },
    "queue.message-logs.lag/lag": {
      "logged at once": true
    },
    "queue.restart.entry-afterwards/restart": {
      "form of the run id": "wfr_…",
      "status of the entry": 404
    },
    "queue.restart.absent-entry/restart": {
      "status": 404
    },
    "queue.resume.entry-afterwards/resume": {
      "form of the run id": "wfr_…",
      "status of the entry": 404
    },
    "queue.restart.absent-entry/resume": {
      "status": 404
    },
    "queue.resume.kept-steps-listed/kept-steps": {
      "kept steps": "listed"
    },
    "queue.resume.pending-waits/pending-wait": {
      "the wait is executed": "once"
    },
    "queue.bulk.selection-is-optional/restart-none": {
      "status": 200
    },
    "queue.bulk.selection-is-optional/restart-from-date": {
      "status": 200
    },
    "queue.bulk.selection-is-optional/resume-none": {
      "status": 200
    },
    "queue.bulk.selectors-combined/entry-id-and-run-id": {
      "status": 200,
      "the entry of the id is rerun": false,
      "the entry of the run id is rerun": false
    },
    "queue.bulk.nothing-selected/status": {
      "status": 200
    },
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "status": 200,
      "an id in the query is rerun": false,
      "an id in the body is rerun": true,
      "status of a selection in the body alone": 200,
      "an id in the body alone is rerun": true
    },
    "queue.callback-retrigger.of-which-run/returned-run-id": {
      "run": "the failed one"
    },
    "queue.states.other-callback-states/state-if-re-trigger-fails": {
      "state": "CALLBACK_FAIL"
    },
    "queue.errors.other-status-codes/re-trigger-without-callback-or-entry": {
      "without a failure callback": 400,
      "without an entry": 404
    },
    "queue.notify.which-message/message": {
      "message": "one of the run"
    },
    "queue.notify.waiters-of-a-failed-run/failed-run": {
      "waiters": 0
    },
    "queue.notify.status/nobody": {
      "status": 200
    },
    "queue.notify.status/one-run": {
      "status": 200
    },
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "unit": "seconds",
      "names of headers": [
        "Svc-Workflow-Createdat",
        "Svc-Workflow-Init",
        "Svc-Workflow-Runid",
        "Svc-Workflow-Sdk-Version",
        "Svc-Workflow-Url"
      ]
    },
    "queue.flow-control.unknown-key/status-and-body": {
      "status": 200,
      "waitListSize": 0
    },
    "queue.authentication.missing-or-invalid-token/status": {
      "status of a missing token": 401,
      "status of an unknown token": 401
    },
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": {
        "error": "string"
      }
    },
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "an unknown path": 404,
      "another method": 405,
      "a publish without a destination": 400,
      "a setting that cannot be read": 400
    },
    "queue.versioning.other-versions/v1-v3-and-no-version": {
      "status under \"\"": 404,
      "status under \"/v1\"": 404,
      "status under \"/v3\"": 404
    }
  },
  "upstash": {
    "kv.envelope.nested-arrays/hscan": {
      "HSCAN": "200 [\"0\",[\"field\",\"value\"]]"
    },
    "kv.methods.unregistered/brew": {
      "BREW": 405
    },
    "kv.path.empty-body/post-without-body": {
      "POST /ECHO/a": "200 \"a\"",
      "POST /ECHO and no bytes": "400 ERR"
    },
    "kv.path.body-with-other-methods/body-with-get-and-put": {
      "GET": "400 ERR",
      "PUT": "200 \"body\""
    },
    "kv.path.query-options-without-body/options-without-body": {
      "GET with EX=1000": "200 \"OK\"",
      "PERSIST after GET": "200 1",
      "POST with EX=1000": "200 \"OK\"",
      "PERSIST after POST": "200 1"
    },
    "kv.path.flag-options/option-without-value": {
      "?NX": "200 null",
      "?NX=": "200 null"
    },
    "kv.path.repeated-options/repeated-option": {
      "?b=1&a=2&b=3": "200 7",
      "arguments": "200 [\"body\",\"b\",\"1\",\"a\",\"2\",\"b\",\"3\"]"
    },
    "kv.path.percent-encoding/ambiguous-encoding": {
      "/ECHO/a+b": "200 \"a+b\"",
      "/ECHO/100%": "400 ERR",
      "/ECHO/..": "200 \"..\"",
      "/ECHO/%2E%2E": "200 \"..\"",
      "/./ECHO/a": "400 ERR",
      "?a+b=c+d": "200 3",
      "arguments": "200 [\"a\",\"a+b\",\"c+d\"]"
    },
    "kv.path.percent-encoding/encoded-invalid-utf8": {
      "SET": "200 \"OK\"",
      "bytes are kept": true
    },
    "kv.path.empty-segment/empty-segments": {
      "/ECHO/": "200 \"\"",
      "//ECHO/a": "400 ERR",
      "/STRLEN//": "400 ERR",
      "/RPUSH/key//a": "200 2"
    },
    "kv.path.no-command/root-path-reply": {
      "GET": "400 ERR",
      "HEAD": "400 \"\"",
      "PUT": "400 ERR"
    },
    "kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec": {
      "/pipeline": "400 ERR",
      "/multi-exec": "400 ERR"
    },
    "kv.body.number-text/number-spellings": {
      "1.50": "200 \"1.50\"",
      "-0": "200 \"-0\"",
      "1e3": "200 \"1e3\"",
      "1E-2": "200 \"1E-2\"",
      "1e400": "200 \"1e400\""
    },
    "kv.body.other-argument-types/other-types": {
      "true": "200 \"true\"",
      "true in a pipeline": "200 [\"true\"]",
      "false": "200 \"false\"",
      "false in a pipeline": "200 [\"false\"]",
      "null": "200 \"null\"",
      "null in a pipeline": "200 [\"null\"]",
      "[\"nested\"]": "400 ERR",
      "[\"nested\"] in a pipeline": "400 ERR",
      "{\"a\":1}": "400 ERR",
      "{\"a\":1} in a pipeline": "400 ERR"
    },
    "kv.body.empty-array/empty-array": {
      "[]": "400 ERR",
      "no body": "400 ERR"
    },
    "kv.pipeline.empty/no-commands": {
      "[]": "400 ERR",
      "no body": "400 ERR",
      "[[]]": "400 ERR",
      "[1, [\"PING\"]]": "400 ERR"
    },
    "kv.pipeline.wrong-argument-count/too-few": {
      "ECHO a, GET, ECHO b": "200 [\"a\", ERR, \"b\"]"
    },
    "kv.pipeline.resp2/layout": {
      "ECHO a, PING": "200 \"$1\\r\\na\\r\\n+PONG\\r\\n\""
    },
    "kv.transaction.empty/no-commands": {
      "[]": "400 ERR",
      "no body": "400 ERR",
      "[[]]": "400 ERR",
      "[1, [\"PING\"]]": "400 ERR"
    },
    "kv.transaction.base64-with-resp2/both": {
      "ECHO a": "400 ERR"
    },
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "400 EXECABORT"
    },
    "kv.transaction.bad-option/unknown-option": {
      "ECHO a, SET BOGUS": "200 [\"a\", ERR]"
    },
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "400 application/json",
      "Accept: */*": "200 text/event-stream",
      "Accept: application/json": "400 application/json"
    },
    "kv.monitor.command-case/one-word": {
      "echo": "echo",
      "form of the client address": "<n>.<n>.<n>.<n>:<n>",
      "ECHO": "ECHO",
      "eChO": "eChO"
    },
    "kv.monitor.command-case/xgroup-create": {
      "XGROUP CREATE": "\"XGROUP\" \"CREATE\""
    },
    "kv.monitor.argument-escapes/escapes": {
      "a quote": "\"a\\\"b\"",
      "a backslash": "\"a\\\\b\"",
      "an apostrophe": "\"a'b\"",
      "a line feed": "\"a\\nb\"",
      "a carriage return": "\"a\\rb\"",
      "a tab": "\"a\\tb\"",
      "a zero": "\"a\\x00b\"",
      "two bytes of UTF-8": "\"\\xc3\\xbc\"",
      "four bytes of UTF-8": "\"\\xf0\\x9f\\x9a\\x80\"",
      "a byte that is not UTF-8": "\"\\xff\""
    },
    "kv.monitor.transactions/executed-and-discarded": {
      "commands": [
        "ECHO",
        "ECHO"
      ]
    },
    "kv.monitor.own-requests/subscription": {
      "a subscription": "not shown"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "400 application/json",
      "Accept: */*": "200 text/event-stream",
      "Accept: application/json": "400 application/json"
    },
    "kv.publish.count/none-one-two": {
      "without subscribers": 0,
      "with 1 subscriber": 1,
      "with 2 subscribers": 2
    },
    "kv.info.command-by-path/post-info": {
      "result of INFO": "a text"
    },
    "kv.commands.mixed-case/echo-in-mixed-case": {
      "eChO": "200 \"a\""
    },
    "kv.commands.categories/one-of-each-category": {
      "String: STRLEN": "executed",
      "Bitmap: BITCOUNT": "executed",
      "Hash: HLEN": "executed",
      "List: LLEN": "executed",
      "Set: SCARD": "executed",
      "SortedSet: ZCARD": "executed",
      "Geo: GEOPOS": "executed",
      "HyperLogLog: PFCOUNT": "executed",
      "Generic: EXISTS": "executed",
      "Server: TIME": "executed",
      "Scripting: EVAL": "executed",
      "Pub/Sub: PUBSUB": "executed",
      "Connection: PING": "executed",
      "JSON: JSON.GET": "executed",
      "Streams: XLEN": "executed",
      "Cluster: CLUSTER": "200 ERR"
    },
    "kv.commands.other-blocking/pipeline-reply": {
      "BLMOVE": "200 ERR",
      "BLMPOP": "200 ERR",
      "BZMPOP": "200 ERR",
      "WAIT": "200 ERR"
    },
    "kv.commands.bound-to-a-connection/pipeline-reply": {
      "MULTI": "200 ERR",
      "EXEC": "200 ERR",
      "MONITOR": "200 ERR",
      "SUBSCRIBE": "200 ERR",
      "UNSUBSCRIBE": "200 ERR"
    },
    "kv.response-format.resp2-error/failure-and-refusal": {
      "a command that fails: status": 400,
      "a command that fails: content type": "application/octet-stream",
      "a command that fails: first byte": "-",
      "a request without a token: status": 401,
      "a request without a token: content type": "application/json",
      "a request without a token: first byte": "{"
    },
    "kv.response-format.event-streams/subscription": {
      "status": 200,
      "content type": "text/event-stream",
      "first event": "subscribe,<channel>,1"
    },
    "kv.base64.ok-in-array/status-from-a-script": {
      "EVAL": "200 [\"T0s=\"]"
    },
    "kv.base64.errors/error": {
      "ECHO without a message": "400 ERR"
    },
    "kv.base64.other-encodings/other-values": {
      "hex": "200 \"a\"",
      "BASE64": "200 \"a\"",
      "base64url": "200 \"a\""
    },
    "kv.base64.event-streams/monitor-and-subscription": {
      "a monitor": "\"OK\"",
      "a subscription": "subscribe,<channel>,1",
      "a message": "message,<channel>,hello"
    },
    "kv.utf8.replacement-count/number-per-sequence": {
      "a continuation byte": 1,
      "3 continuation bytes": 3,
      "the first byte of a 2-byte sequence": 1,
      "2 bytes of a 3-byte sequence": 1,
      "2 bytes of a 4-byte sequence": 1,
      "3 bytes of a 4-byte sequence, then a first byte": 2,
      "an overlong U+0000 (2 bytes)": 2,
      "an overlong sequence of two bytes": 2,
      "an overlong sequence of three bytes": 3,
      "the last overlong sequence of three bytes": 3,
      "an overlong sequence of four bytes": 4,
      "the first surrogate": 3,
      "the last surrogate": 3,
      "a pair of surrogates": 6,
      "a code point after U+10FFFF": 4,
      "a first byte for code points after U+10FFFF": 4,
      "a sequence of five bytes": 5,
      "a sequence of six bytes": 6,
      "the byte FE": 1,
      "the byte FF": 1
    },
    "kv.authentication.both-tokens/header-and-query": {
      "header valid, query invalid": "200 \"a\"",
      "header invalid, query valid": "401 WRONGPASS"
    },
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "the scheme in lower case": "200 \"a\"",
      "the scheme in upper case": "200 \"a\"",
      "two spaces before the token": "200 \"a\"",
      "a tab before the token": "401 WRONGPASS",
      "a comma after the token": "401 WRONGPASS"
    },
    "kv.authentication.several-query-tokens/valid-and-wrong": {
      "the first is valid": "200 \"a\"",
      "the last is valid": "401 WRONGPASS"
    },
    "kv.authentication.other-ways/schemes-headers-cookie": {
      "the token with the scheme Basic": 401,
      "the token in the query parameter password": 401,
      "the token in Authorization without a scheme": 401,
      "the token with the scheme Token": 401,
      "the token in X-Api-Key": 401,
      "the token in a cookie": 401
    },
    "kv.authentication.error-class/no-token-and-wrong-token": {
      "no token": "401 WRONGPASS",
      "invalid token": "401 WRONGPASS"
    },
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "HSCAN KEY 0": 200,
      "RANDOMKEY": 200,
      "DBSIZE": 200,
      "TIME": 200,
      "INFO": 200,
      "PUBLISH KEY message": 400,
      "PING": 200,
      "LRANGE KEY 0 0": 200,
      "HGETALL KEY": 200,
      "ZRANGE KEY 0 0": 200,
      "EXISTS KEY": 200,
      "PFCOUNT KEY": 200,
      "GET in a transaction": "200 [null]",
      "the monitor": 400,
      "a subscription": 200
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "400 NOPERM",
      "in a pipeline": "200 [NOPERM, \"PONG\"]",
      "in a transaction": "400 EXECABORT"
    },
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "the user is disabled (off)": "401 WRONGPASS",
      "the password changed": "401 WRONGPASS",
      "no command is allowed": "400 NOPERM",
      "the user is deleted": "401 WRONGPASS"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "alone": "400 NOPERM",
      "in a pipeline": "200 [NOPERM, null]",
      "in a transaction": "400 EXECABORT"
    },
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "data: subscribe,<channel>,1\n\ndata: message,<channel>,hello\n\n",
      "line ends": [
        "\"\\n\""
      ],
      "comments": false,
      "event names": false,
      "ids": false
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\ndata: b\n\ndata: message,<channel>,",
      "a carriage return": "a\ndata: b\n\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\ndata: b\n\ndata: message,<channel>,",
      "an empty line": "a\ndata: \ndata: b\n\ndata: message,<channel>,",
      "a line feed at the end": "a\ndata: \n\ndata: message,<channel>,",
      "a zero": "a\u0000b\n\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\n\ndata: message,<channel>,"
    },
    "kv.errors.order-of-refusals/status-for-2-mistakes": {
      "method and token": 405,
      "method and format": 405,
      "token and format": 401,
      "token and body": 401
    },
    "kv.errors.texts/common-errors": {
      "SET KEY value NX XX": "ERR syntax error",
      "SET KEY value BOGUS": "ERR syntax error",
      "SET KEY value EX": "ERR syntax error",
      "GET": "ERR wrong number of arguments for 'get' command",
      "SET KEY": "ERR wrong number of arguments for 'set' command",
      "HSET KEY field": "ERR wrong number of arguments for 'hset' command",
      "INCRBY KEY many": "ERR value is not an integer or out of range",
      "EXPIRE KEY soon": "ERR value is not an integer or out of range",
      "LRANGE KEY first last": "ERR value is not an integer or out of range"
    },
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 400,
      "name and argument together have the maximum size": 200
    },
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a pipeline of 3 commands with 2 left": "200 [1, 2, ERR]",
      "a transaction of 3 commands with 2 left": "400 EXECABORT",
      "INCR after the transaction": "400 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "400 ERR",
      "over the size limit, in a transaction": "400 EXECABORT",
      "over the daily limit": "400 ERR",
      "over the daily limit, in a transaction": "400 EXECABORT"
    },
    "kv.versioning.scheme/v1-and-v2": {
      "v1": "400 ERR",
      "v2": "400 ERR"
    },
    "queue.publish.delivery-before-the-answer/delivery-or-response-first": {
      "deliveries when the publish was answered": 0
    },
    "queue.publish.query-spelling/delivered-query": {
      "plus=a+b": "plus=a+b",
      "space=%20": "space=%20",
      "flag": "flag",
      "b=1&a=2": "b=1&a=2",
      "quote='": "quote='"
    },
    "queue.publish.destination-normalised/path-spelling": {
      "/a/../b": "/a/../b",
      "/a/./b": "/a/./b",
      "/a/%2e%2e/b": "/a/%2e%2e/b",
      "/a%2eb": "/a%2eb",
      "/a%c3%a9": "/a%c3%a9",
      "/%61": "/%61"
    },
    "queue.publish.header-and-query-disagree/svc-method": {
      "method with PUT in the header and PATCH in the query": "PUT"
    },
    "queue.publish.status/accepted-publish": {
      "status of an accepted publish": 200,
      "fields of the response": [
        "messageId",
        "url"
      ],
      "form of the messageId": "msg_…"
    },
    "queue.timeout.plan-maximum/longest-attempt": {
      "seconds": 900
    },
    "queue.retries.client-error/attempts-for-400-404-429": {
      "attempts after a 400": 2,
      "attempts after a 404": 2,
      "attempts after a 429": 2
    },
    "queue.retries.redirect/attempts-for-302": {
      "attempts": 2,
      "calls of where it leads": 0
    },
    "queue.retry-delay.first-n/n": {
      "n": 1
    },
    "queue.retry-delay.counted-from/beginning-or-end": {
      "counted from": "its end"
    },
    "queue.retry-delay.retry-after/retry-after": {
      "honoured": true
    },
    "queue.retry-delay.min-max-of-more/three-values": {
      "min(3000, 1000, 2000)": 1000,
      "max(500, 1000, 2000)": 2000
    },
    "queue.errors.other-status-codes/bad-retry-delay": {
      "status": 400
    },
    "queue.forward.added-headers/headers-not-forwarded": {
      "headers with the prefix": [
        "upstash-caller-ip",
        "upstash-message-id",
        "upstash-retried",
        "upstash-signature"
      ]
    },
    "queue.callback.setting-retries/gap-with-own-retry-delay": {
      "seconds with 3 and 5": 5
    },
    "queue.callback.content/method-content-type-body-fields": {
      "method": "POST",
      "content type": "application/json",
      "members": [
        "body",
        "callerIP",
        "createdAt",
        "header",
        "maxRetries",
        "method",
        "notBefore",
        "retried",
        "sourceBody",
        "sourceHeader",
        "sourceMessageId",
        "status",
        "url"
      ]
    },
    "queue.callback.content/status-after-broken-connection": {
      "status": 0
    },
    "queue.errors.other-status-codes/ftp-callback-url": {
      "status": 400
    },
    "queue.callback.setting-retries/own-or-message-retries": {
      "calls with 0 and 2": 3
    },
    "queue.callback.setting-similar/method-set-to-put": {
      "method with PUT in the header": "PUT",
      "method with PUT in the query": "PUT"
    },
    "queue.failure-callback.setting-retries/gap-with-own-retry-delay": {
      "seconds with 0 and 5": 5
    },
    "queue.failure-callback.setting-retries/own-or-message-retries": {
      "calls with 0 and 2": 3
    },
    "queue.failure-callback.setting-similar/method-set-to-put": {
      "method with PUT in the header": "PUT",
      "method with PUT in the query": "PUT"
    },
    "queue.deduplication.window/window": {
      "after 60 seconds": "remembered",
      "after 599.999 seconds": "remembered",
      "after 600 seconds": "forgotten",
      "after 3600 seconds": "forgotten",
      "after 86400 seconds": "forgotten"
    },
    "queue.deduplication.id-of-a-duplicate/message-id": {
      "Deduplication-Id": "the same id",
      "Content-Based-Deduplication": "the same id"
    },
    "queue.deduplication.content-that-counts/content": {
      "the setting in header and query": "a duplicate",
      "the setting at the second one alone": "no duplicate",
      "another method setting": "a duplicate",
      "another user agent": "a duplicate"
    },
    "queue.deduplication.status/status": {
      "status": 202
    },
    "queue.webhook.token-removed/svc-token-in-delivery": {
      "query of the delivery": "?own=1"
    },
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "messageId",
        "url"
      ],
      "its url is that of the endpoint": true,
      "headers of a delivery with the id of an element": [
        "Upstash-Message-Id"
      ]
    },
    "queue.group.unknown/publish-status": {
      "status": 404
    },
    "queue.group.unknown/set-default-headers-status": {
      "status": 404
    },
    "queue.group.default-or-own/message-header-or-group-default": {
      "forwarded header": "own",
      "method with PATCH in the message and PUT as the default": "PATCH"
    },
    "queue.publish.header-and-query-disagree/group-default-method": {
      "method with PATCH in the query and PUT as the default": "PATCH"
    },
    "queue.group.default-headers-named-later/earlier-headers-kept-or-replaced": {
      "the earlier default headers": "apply still"
    },
    "queue.group.default-or-own/header-forward-false-or-default": {
      "header of the request": "not forwarded"
    },
    "queue.group.default-or-own/attempts-for-retries-1-default-2": {
      "attempts": 2
    },
    "queue.group.fields/get-v2-topics-name-fields": {
      "status of GET /v2/topics/{group-name}": 200,
      "fields of the group": [
        "createdAt",
        "endpoints",
        "headers",
        "id",
        "name",
        "updatedAt"
      ],
      "its name is that name": true
    },
    "queue.group.creation/get-v2-topics-status": {
      "status of GET /v2/topics": 200
    },
    "queue.resources.absent-or-null/unset-failure-callback": {
      "failureCallback": "none"
    },
    "queue.dlq-message.header-prefix/names": {
      "names": [
        "X-Contract"
      ]
    },
    "queue.dlq-message.created-at-meaning/moment": {
      "createdAt": "when the run was created"
    },
    "queue.states.step-success/completed-run": {
      "states": [
        "STEP_SUCCESS"
      ]
    },
    "queue.states.callback-success/success": {
      "state": "CALLBACK_SUCCESS"
    },
    "queue.states.other-message-states/fails-once": {
      "states": [
        "ACTIVE",
        "CREATED",
        "ERROR",
        "FAILED",
        "RETRY"
      ]
    },
    "queue.states.other-step-states/sleep": {
      "states": [
        "STEP_PROGRESS",
        "STEP_SUCCESS"
      ]
    },
    "queue.states.other-callback-states/fails": {
      "state": "CALLBACK_FAIL"
    },
    "queue.states.run-transitions/failed-run": {
      "states": [
        "RUN_FAILED",
        "RUN_STARTED"
      ]
    },
    "queue.pagination.changes-between-pages/entries-are-added": {
      "left out": 0,
      "repeated": 0
    },
    "queue.pagination.changes-between-pages/all-that-was-seen-is-deleted": {
      "left out": 0,
      "repeated": 0
    },
    "queue.pagination.absent-or-empty-cursor/end": {
      "cursor": "none"
    },
    "queue.pagination.order/oldest-or-newest": {
      "first of the list": "newest"
    },
    "queue.pagination.order/runs": {
      "first of the list": "newest"
    },
    "queue.pagination.exact-or-prefix/beginnings": {
      "workflowRunId": "does not match",
      "workflowUrl": "does not match",
      "label": "does not match"
    },
    "queue.pagination.count-above-maximum/count-of-101": {
      "status": 200,
      "status of /v2/workflows/logs with count 10001": 200,
      "status of /v2/workflows/messageLogs with count 10001": 200
    },
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 400
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 400
    },
    "queue.dlq.date-meaning/moment": {
      "the moment that": "the run failed"
    },
    "queue.runs.completed-at-without-success/failed-and-cancelled": {
      "failed": "a moment",
      "canceled": "a moment"
    },
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": "none"
    },
    "queue.runs.step-and-call-types/types": {
      "stepType": [
        "Initial",
        "Run",
        "Invoke"
      ],
      "callType": [
        "step"
      ],
      "stepName": [
        "init",
        "one",
        "child",
        "two"
      ]
    },
    "queue.runs.date-meaning/created-or-ended": {
      "moment": "when it was created"
    },
    "queue.pagination.changes-between-pages/runs": {
      "left out": 0,
      "repeated": 0
    },
    "queue.pagination.changes-between-pages/events-between-two-pages": {
      "left out": 0,
      "repeated": 0
    },
    "queue.message-logs.lag/lag": {
      "logged at once": true
    },
    "queue.restart.entry-afterwards/restart": {
      "form of the run id": "wfr_…",
      "status of the entry": 404
    },
    "queue.restart.absent-entry/restart": {
      "status": 404
    },
    "queue.resume.entry-afterwards/resume": {
      "form of the run id": "wfr_…",
      "status of the entry": 404
    },
    "queue.restart.absent-entry/resume": {
      "status": 404
    },
    "queue.resume.kept-steps-listed/kept-steps": {
      "kept steps": "listed"
    },
    "queue.resume.pending-waits/pending-wait": {
      "the wait is executed": "once"
    },
    "queue.bulk.selection-is-optional/restart-none": {
      "status": 200
    },
    "queue.bulk.selection-is-optional/restart-from-date": {
      "status": 200
    },
    "queue.bulk.selection-is-optional/resume-none": {
      "status": 200
    },
    "queue.bulk.selectors-combined/entry-id-and-run-id": {
      "status": 200,
      "the entry of the id is rerun": false,
      "the entry of the run id is rerun": false
    },
    "queue.bulk.nothing-selected/status": {
      "status": 200
    },
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "status": 200,
      "an id in the query is rerun": false,
      "an id in the body is rerun": true,
      "status of a selection in the body alone": 200,
      "an id in the body alone is rerun": true
    },
    "queue.callback-retrigger.of-which-run/returned-run-id": {
      "run": "the failed one"
    },
    "queue.states.other-callback-states/state-if-re-trigger-fails": {
      "state": "CALLBACK_FAIL"
    },
    "queue.errors.other-status-codes/re-trigger-without-callback-or-entry": {
      "without a failure callback": 400,
      "without an entry": 404
    },
    "queue.notify.which-message/message": {
      "message": "one of the run"
    },
    "queue.notify.waiters-of-a-failed-run/failed-run": {
      "waiters": 0
    },
    "queue.notify.status/nobody": {
      "status": 200
    },
    "queue.notify.status/one-run": {
      "status": 200
    },
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "unit": "seconds",
      "names of headers": [
        "Upstash-Workflow-Createdat",
        "Upstash-Workflow-Init",
        "Upstash-Workflow-Runid",
        "Upstash-Workflow-Sdk-Version",
        "Upstash-Workflow-Url"
      ]
    },
    "queue.flow-control.unknown-key/status-and-body": {
      "status": 200,
      "waitListSize": 0
    },
    "queue.authentication.missing-or-invalid-token/status": {
      "status of a missing token": 401,
      "status of an unknown token": 401
    },
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": {
        "error": "string"
      }
    },
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "an unknown path": 404,
      "another method": 405,
      "a publish without a destination": 400,
      "a setting that cannot be read": 400
    },
    "queue.versioning.other-versions/v1-v3-and-no-version": {
      "status under \"\"": 404,
      "status under \"/v1\"": 404,
      "status under \"/v3\"": 404
    }
  }
}

export const variants = {
  "absent-fields-as-null": {
    "queue.publish.status/accepted-publish": {
      "fields of the response": [
        "deduplicated",
        "messageId",
        "url"
      ]
    },
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "deduplicated",
        "messageId",
        "url"
      ]
    },
    "queue.resources.absent-or-null/unset-failure-callback": {
      "failureCallback": null
    },
    "queue.pagination.absent-or-empty-cursor/end": {
      "cursor": null
    },
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": null
    }
  },
  "accept-406": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "406 application/json",
      "Accept: application/json": "406 application/json"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "406 application/json",
      "Accept: application/json": "406 application/json"
    }
  },
  "accept-exact": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: */*": "400 application/json"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: */*": "400 application/json"
    }
  },
  "accepted-publish-201": {
    "queue.publish.status/accepted-publish": {
      "status of an accepted publish": 201
    }
  },
  "accepted-publish-202": {
    "queue.publish.status/accepted-publish": {
      "status of an accepted publish": 202
    }
  },
  "acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "PUBLISH KEY message": 403,
      "the monitor": 403
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "403 NOPERM"
    },
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "no command is allowed": "403 NOPERM"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "alone": "403 NOPERM"
    }
  },
  "acl-token-outlives-user": {
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "the user is disabled (off)": "400 NOPERM",
      "the password changed": "400 NOPERM",
      "the user is deleted": "400 NOPERM"
    }
  },
  "api-llm-body-422": {},
  "backoff-from-0": {
    "queue.retry-delay.first-n/n": {
      "n": 0
    }
  },
  "backoff-in-whole-seconds": {},
  "bare-percent-literal": {
    "kv.path.percent-encoding/ambiguous-encoding": {
      "/ECHO/100%": "200 \"100%\""
    }
  },
  "base64-ok-in-array-plain": {
    "kv.base64.ok-in-array/status-from-a-script": {
      "EVAL": "200 [\"OK\"]"
    }
  },
  "batch-get-405": {
    "kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec": {
      "/pipeline": "405 ERR",
      "/multi-exec": "405 ERR"
    }
  },
  "blocking-moves-run": {
    "kv.commands.other-blocking/pipeline-reply": {
      "BLMOVE": "200 null",
      "BLMPOP": "200 null",
      "BZMPOP": "200 null"
    }
  },
  "booleans-refused": {
    "kv.body.other-argument-types/other-types": {
      "true": "400 ERR",
      "true in a pipeline": "400 ERR",
      "false": "400 ERR",
      "false in a pipeline": "400 ERR"
    }
  },
  "bulk-dlq-ids-disable-filters": {
    "queue.bulk.selectors-combined/entry-id-and-run-id": {
      "the entry of the id is rerun": true
    }
  },
  "bulk-nothing-selected-404": {
    "queue.bulk.selectors-combined/entry-id-and-run-id": {
      "status": 404
    },
    "queue.bulk.nothing-selected/status": {
      "status": 404
    }
  },
  "bulk-one-run-per-request": {},
  "bulk-selection-in-body-400": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "status": 400,
      "an id in the body is rerun": false,
      "status of a selection in the query alone": 200,
      "an id in the query alone is rerun": true,
      "status of a selection in the body alone": 400,
      "an id in the body alone is rerun": false
    }
  },
  "bulk-selection-in-body-only": {},
  "bulk-selection-in-both": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the query is rerun": true,
      "status of a selection in the query alone": 200,
      "an id in the query alone is rerun": true
    }
  },
  "bulk-selection-in-query-400": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "status": 400,
      "an id in the body is rerun": false,
      "status of a selection in the query alone": 400,
      "an id in the query alone is rerun": false
    }
  },
  "bulk-selection-in-query-only": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the query is rerun": true,
      "an id in the body is rerun": false,
      "status of a selection in the query alone": 200,
      "an id in the query alone is rerun": true
    }
  },
  "bulk-without-selection-400": {
    "queue.bulk.selection-is-optional/restart-none": {
      "status": 400
    },
    "queue.bulk.selection-is-optional/resume-none": {
      "status": 400
    }
  },
  "callback-body-empty": {
    "queue.callback.content/method-content-type-body-fields": {
      "members": []
    },
    "queue.callback.content/status-after-broken-connection": {
      "status": "none"
    }
  },
  "callback-body-fields-differ": {
    "queue.callback.content/method-content-type-body-fields": {
      "members": [
        "answer",
        "id"
      ]
    },
    "queue.callback.content/status-after-broken-connection": {
      "status": "none"
    }
  },
  "callback-put": {
    "queue.callback.content/method-content-type-body-fields": {
      "method": "PUT"
    }
  },
  "callback-retries-of-message": {
    "queue.callback.setting-retries/own-or-message-retries": {
      "calls with 0 and 2": 1
    }
  },
  "class-words-differ": {
    "kv.path.empty-body/post-without-body": {
      "POST /ECHO and no bytes": "400 ERR:"
    },
    "kv.path.body-with-other-methods/body-with-get-and-put": {
      "GET": "400 ERR:"
    },
    "kv.path.percent-encoding/ambiguous-encoding": {
      "/ECHO/100%": "400 ERR:",
      "/./ECHO/a": "400 No_Such-Command"
    },
    "kv.path.empty-segment/empty-segments": {
      "//ECHO/a": "400 ERR:",
      "/STRLEN//": "400 ERR:"
    },
    "kv.path.no-command/root-path-reply": {
      "GET": "400 ERR:",
      "PUT": "400 ERR:"
    },
    "kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec": {
      "/pipeline": "400 No_Such-Command",
      "/multi-exec": "400 No_Such-Command"
    },
    "kv.body.other-argument-types/other-types": {
      "[\"nested\"]": "400 ERR:",
      "[\"nested\"] in a pipeline": "400 ERR:",
      "{\"a\":1}": "400 ERR:",
      "{\"a\":1} in a pipeline": "400 ERR:"
    },
    "kv.body.empty-array/empty-array": {
      "[]": "400 ERR:",
      "no body": "400 ERR:"
    },
    "kv.pipeline.empty/no-commands": {
      "[]": "400 ERR:",
      "no body": "400 ERR:",
      "[[]]": "400 ERR:",
      "[1, [\"PING\"]]": "400 ERR:"
    },
    "kv.pipeline.wrong-argument-count/too-few": {
      "ECHO a, GET, ECHO b": "200 [\"a\", ERR:, \"b\"]"
    },
    "kv.transaction.empty/no-commands": {
      "[]": "400 ERR:",
      "no body": "400 ERR:",
      "[[]]": "400 ERR:",
      "[1, [\"PING\"]]": "400 ERR:"
    },
    "kv.transaction.base64-with-resp2/both": {
      "ECHO a": "400 ERR:"
    },
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "400 exec.abort:"
    },
    "kv.transaction.bad-option/unknown-option": {
      "ECHO a, SET BOGUS": "200 [\"a\", ERR:]"
    },
    "kv.commands.categories/one-of-each-category": {
      "Cluster: CLUSTER": "200 ERR:"
    },
    "kv.commands.other-blocking/pipeline-reply": {
      "BLMOVE": "200 No_Such-Command",
      "BLMPOP": "200 No_Such-Command",
      "BZMPOP": "200 No_Such-Command",
      "WAIT": "200 No_Such-Command"
    },
    "kv.commands.bound-to-a-connection/pipeline-reply": {
      "MULTI": "200 No_Such-Command",
      "EXEC": "200 No_Such-Command",
      "MONITOR": "200 No_Such-Command",
      "SUBSCRIBE": "200 No_Such-Command",
      "UNSUBSCRIBE": "200 No_Such-Command"
    },
    "kv.base64.errors/error": {
      "ECHO without a message": "400 ERR:"
    },
    "kv.authentication.both-tokens/header-and-query": {
      "header invalid, query valid": "401 Unauthorized"
    },
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "a tab before the token": "401 Unauthorized",
      "a comma after the token": "401 Unauthorized"
    },
    "kv.authentication.several-query-tokens/valid-and-wrong": {
      "the last is valid": "401 Unauthorized"
    },
    "kv.authentication.error-class/no-token-and-wrong-token": {
      "no token": "401 Unauthorized",
      "invalid token": "401 Unauthorized"
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "400 NO_AUTH",
      "in a pipeline": "200 [NO_AUTH, \"PONG\"]",
      "in a transaction": "400 exec.abort:"
    },
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "the user is disabled (off)": "401 Unauthorized",
      "the password changed": "401 Unauthorized",
      "no command is allowed": "400 NO_AUTH",
      "the user is deleted": "401 Unauthorized"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "alone": "400 NO_AUTH",
      "in a pipeline": "200 [NO_AUTH, null]",
      "in a transaction": "400 exec.abort:"
    },
    "kv.errors.texts/common-errors": {
      "SET KEY value NX XX": "ERR: syntax error",
      "SET KEY value BOGUS": "ERR: syntax error",
      "SET KEY value EX": "ERR: syntax error",
      "GET": "ERR: wrong number of arguments for 'get' command",
      "SET KEY": "ERR: wrong number of arguments for 'set' command",
      "HSET KEY field": "ERR: wrong number of arguments for 'hset' command",
      "INCRBY KEY many": "ERR: value is not an integer or out of range",
      "EXPIRE KEY soon": "ERR: value is not an integer or out of range",
      "LRANGE KEY first last": "ERR: value is not an integer or out of range"
    },
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a pipeline of 3 commands with 2 left": "200 [1, 2, ERR:]",
      "a transaction of 3 commands with 2 left": "400 exec.abort:",
      "INCR after the transaction": "400 ERR:"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "400 ERR:",
      "over the size limit, in a transaction": "400 exec.abort:",
      "over the daily limit": "400 ERR:",
      "over the daily limit, in a transaction": "400 exec.abort:"
    },
    "kv.versioning.scheme/v1-and-v2": {
      "v1": "400 No_Such-Command",
      "v2": "400 No_Such-Command"
    }
  },
  "cursor-is-offset": {
    "queue.pagination.changes-between-pages/entries-are-added": {
      "repeated": 2
    },
    "queue.pagination.changes-between-pages/all-that-was-seen-is-deleted": {
      "left out": 2
    },
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    },
    "queue.pagination.changes-between-pages/runs": {
      "repeated": 1
    },
    "queue.pagination.changes-between-pages/events-between-two-pages": {
      "repeated": 3
    }
  },
  "daily-limit-429": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "INCR after the transaction": "429 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the daily limit": "429 ERR"
    }
  },
  "dedup-content-with-method": {
    "queue.deduplication.content-that-counts/content": {
      "another method setting": "no duplicate"
    }
  },
  "dedup-content-with-settings": {
    "queue.deduplication.content-that-counts/content": {
      "the setting in header and query": "no duplicate",
      "another method setting": "no duplicate"
    }
  },
  "dedup-window-1d": {
    "queue.deduplication.window/window": {
      "after 600 seconds": "remembered",
      "after 3600 seconds": "remembered"
    }
  },
  "dedup-window-1h": {
    "queue.deduplication.window/window": {
      "after 600 seconds": "remembered"
    }
  },
  "dedup-window-1m": {
    "queue.deduplication.window/window": {
      "after 60 seconds": "forgotten",
      "after 599.999 seconds": "forgotten"
    }
  },
  "dedup-window-90d": {
    "queue.deduplication.window/window": {
      "after 600 seconds": "remembered",
      "after 3600 seconds": "remembered",
      "after 86400 seconds": "remembered"
    }
  },
  "default-header-values-joined": {},
  "default-headers-replaced": {
    "queue.group.default-headers-named-later/earlier-headers-kept-or-replaced": {
      "the earlier default headers": "apply no more"
    }
  },
  "default-headers-win": {
    "queue.group.default-or-own/message-header-or-group-default": {
      "forwarded header": "default",
      "method with PATCH in the message and PUT as the default": "PUT"
    },
    "queue.group.default-or-own/header-forward-false-or-default": {
      "header of the request": "forwarded"
    },
    "queue.group.default-or-own/attempts-for-retries-1-default-2": {
      "attempts": 3
    }
  },
  "default-headers-win-over-query": {
    "queue.publish.header-and-query-disagree/group-default-method": {
      "method with PATCH in the query and PUT as the default": "PUT"
    }
  },
  "deliveries-unsigned": {
    "queue.forward.added-headers/headers-not-forwarded": {
      "headers with the prefix": [
        "svc-caller-ip",
        "svc-message-id",
        "svc-retried"
      ]
    }
  },
  "deliveries-without-own-headers": {
    "queue.forward.added-headers/headers-not-forwarded": {
      "headers with the prefix": []
    },
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "headers of a delivery with the id of an element": []
    }
  },
  "destination-url-normalized": {
    "queue.publish.query-spelling/delivered-query": {
      "quote='": "quote=%27"
    },
    "queue.publish.destination-normalised/path-spelling": {
      "/a/../b": "/b",
      "/a/./b": "/a/b",
      "/a/%2e%2e/b": "/b"
    }
  },
  "dlq-callback-fail-filter-400": {},
  "dlq-callback-header-forward": {
    "queue.dlq-message.header-prefix/names": {
      "names": [
        "Svc-Forward-X-Contract"
      ]
    }
  },
  "dlq-callback-header-prefixed": {
    "queue.dlq-message.header-prefix/names": {
      "names": [
        "Svc-Failure-Callback-Forward-X-Contract"
      ]
    }
  },
  "dlq-count-over-maximum-400": {
    "queue.pagination.count-above-maximum/count-of-101": {
      "status": 400
    }
  },
  "dlq-created-at-of-failure": {
    "queue.dlq-message.created-at-meaning/moment": {
      "createdAt": "when the run failed"
    }
  },
  "dlq-last-cursor-empty": {
    "queue.pagination.absent-or-empty-cursor/end": {
      "cursor": ""
    }
  },
  "dlq-oldest-first": {
    "queue.pagination.order/oldest-or-newest": {
      "first of the list": "oldest"
    },
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "dlq-unknown-cursor-ignored": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "duplicate-200": {
    "queue.deduplication.status/status": {
      "status": 200
    }
  },
  "duplicate-201": {
    "queue.deduplication.status/status": {
      "status": 201
    }
  },
  "duplicate-new-id": {
    "queue.deduplication.id-of-a-duplicate/message-id": {
      "Deduplication-Id": "another id",
      "Content-Based-Deduplication": "another id"
    }
  },
  "empty-batch-accepted": {
    "kv.pipeline.empty/no-commands": {
      "[]": "200 []"
    },
    "kv.transaction.empty/no-commands": {
      "[]": "200 []"
    }
  },
  "empty-body-is-argument": {
    "kv.path.empty-body/post-without-body": {
      "POST /ECHO/a": "400 ERR",
      "POST /ECHO and no bytes": "200 \"\""
    },
    "kv.path.query-options-without-body/options-without-body": {
      "POST with EX=1000": "400 ERR",
      "PERSIST after POST": "200 0"
    }
  },
  "empty-option-value-refused": {
    "kv.path.flag-options/option-without-value": {
      "?NX=": "400 ERR"
    }
  },
  "empty-segments-ignored": {
    "kv.path.empty-segment/empty-segments": {
      "/ECHO/": "400 ERR",
      "//ECHO/a": "200 \"a\"",
      "/RPUSH/key//a": "200 1"
    }
  },
  "encoding-case-insensitive": {
    "kv.base64.other-encodings/other-values": {
      "BASE64": "200 \"YQ==\""
    }
  },
  "error-bodies-as-array": {
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": [
        "string",
        {
          "messageId": null
        }
      ]
    }
  },
  "error-bodies-code": {
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": {
        "code": "number",
        "message": "string"
      }
    }
  },
  "error-bodies-empty": {
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": "string"
    }
  },
  "error-bodies-message": {
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": {
        "message": "string"
      }
    }
  },
  "error-bodies-nested": {
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": {
        "error": {
          "message": "string"
        }
      }
    }
  },
  "error-bodies-text": {
    "queue.errors.body-shape/http-404-unknown-dlq-id": {
      "shape of the body of a 404": "string"
    }
  },
  "error-texts-differ": {
    "kv.errors.texts/common-errors": {
      "SET KEY value NX XX": "ERR something else",
      "SET KEY value BOGUS": "ERR something else",
      "SET KEY value EX": "ERR something else",
      "GET": "ERR something else",
      "SET KEY": "ERR something else",
      "HSET KEY field": "ERR something else",
      "INCRBY KEY many": "ERR something else",
      "EXPIRE KEY soon": "ERR something else",
      "LRANGE KEY first last": "ERR something else"
    }
  },
  "event-data-as-text": {},
  "event-data-without-event-id": {},
  "event-stream-charset": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: */*": "200 text/event-stream; charset=utf-8"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: */*": "200 text/event-stream; charset=utf-8"
    },
    "kv.response-format.event-streams/subscription": {
      "content type": "text/event-stream; charset=utf-8"
    }
  },
  "event-stream-without-accept": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "200 text/event-stream",
      "Accept: application/json": "200 text/event-stream"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "200 text/event-stream",
      "Accept: application/json": "200 text/event-stream"
    }
  },
  "events-crlf": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "data: subscribe,<channel>,1\r\n\r\ndata: message,<channel>,hello\r\n\r\n",
      "line ends": [
        "\"\\r\\n\""
      ]
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\r\ndata: b\r\n\r\ndata: message,<channel>,",
      "a carriage return": "a\r\ndata: b\r\n\r\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\r\ndata: b\r\n\r\ndata: message,<channel>,",
      "an empty line": "a\r\ndata: \r\ndata: b\r\n\r\ndata: message,<channel>,",
      "a line feed at the end": "a\r\ndata: \r\n\r\ndata: message,<channel>,",
      "a zero": "a\u0000b\r\n\r\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\r\n\r\ndata: message,<channel>,"
    }
  },
  "events-name-id-retry": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "event: message\nid: 1\nretry: 1000\ndata: subscribe,<channel>,1\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,hello\n\n",
      "event names": true,
      "ids": true
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\ndata: b\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a carriage return": "a\ndata: b\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\ndata: b\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "an empty line": "a\ndata: \ndata: b\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a line feed at the end": "a\ndata: \n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a zero": "a\u0000b\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,"
    }
  },
  "events-with-comments": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": ": keep-alive\n\n\ndata: subscribe,<channel>,1\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,hello\n\n\n:\n\n",
      "comments": true
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\ndata: b\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a carriage return": "a\ndata: b\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\ndata: b\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "an empty line": "a\ndata: \ndata: b\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a line feed at the end": "a\ndata: \n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a zero": "a\u0000b\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,"
    }
  },
  "exponents-expanded": {
    "kv.body.number-text/number-spellings": {
      "1e3": "200 \"1000\"",
      "1E-2": "200 \"0.01\""
    }
  },
  "extra-response-headers": {},
  "failed-run-keeps-waiters": {
    "queue.notify.waiters-of-a-failed-run/failed-run": {
      "waiters": 1
    }
  },
  "failure-callback-retries-of-message": {
    "queue.failure-callback.setting-retries/own-or-message-retries": {
      "calls with 0 and 2": 1
    }
  },
  "flags-ignored": {
    "kv.path.flag-options/option-without-value": {
      "?NX": "200 \"OK\"",
      "?NX=": "200 \"OK\""
    }
  },
  "flow-control-404-without-messages": {
    "queue.flow-control.unknown-key/status-and-body": {
      "status": 404,
      "waitListSize": "none"
    }
  },
  "format-checked-before-token": {
    "kv.errors.order-of-refusals/status-for-2-mistakes": {
      "token and format": 400
    }
  },
  "group-query-forwarded": {},
  "group-returns-name-in-other-order": {
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "messageId",
        "topicName",
        "url"
      ],
      "its url is that of the endpoint": false
    }
  },
  "group-returns-no-url": {
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "messageId"
      ],
      "its url is that of the endpoint": false
    }
  },
  "groups-404": {
    "queue.group.fields/get-v2-topics-name-fields": {
      "status of GET /v2/topics/{group-name}": 404,
      "fields of the group": [
        "error"
      ],
      "its name is that name": false
    },
    "queue.group.creation/get-v2-topics-status": {
      "status of GET /v2/topics": 404
    }
  },
  "groups-405": {
    "queue.group.fields/get-v2-topics-name-fields": {
      "status of GET /v2/topics/{group-name}": 405,
      "fields of the group": [
        "error"
      ],
      "its name is that name": false
    },
    "queue.group.creation/get-v2-topics-status": {
      "status of GET /v2/topics": 405
    }
  },
  "header-values-end-in-spaces": {},
  "ids-not-ascii": {
    "queue.publish.status/accepted-publish": {
      "form of the messageId": "é-msg_…"
    },
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "headers of a delivery with the id of an element": []
    },
    "queue.restart.entry-afterwards/restart": {
      "form of the run id": "wfr_…-é"
    },
    "queue.resume.entry-afterwards/resume": {
      "form of the run id": "wfr_…-é"
    }
  },
  "info-empty": {
    "kv.info.command-by-path/post-info": {
      "result of INFO": ""
    }
  },
  "info-null": {
    "kv.info.command-by-path/post-info": {
      "result of INFO": null
    }
  },
  "info-refused": {
    "kv.info.command-by-path/post-info": {
      "result of INFO": "none"
    },
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "INFO": 400
    }
  },
  "initial-step-name-empty": {
    "queue.runs.step-and-call-types/types": {
      "stepName": [
        "",
        "one",
        "child",
        "two"
      ]
    }
  },
  "integers-limited-to-2-53": {},
  "invalid-cursor-404": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 404
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 404
    }
  },
  "invalid-queue-token-403": {
    "queue.authentication.missing-or-invalid-token/status": {
      "status of a missing token": 403,
      "status of an unknown token": 403
    }
  },
  "invalid-request-422": {
    "queue.errors.other-status-codes/bad-retry-delay": {
      "status": 422
    },
    "queue.errors.other-status-codes/ftp-callback-url": {
      "status": 422
    },
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 422
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 422
    },
    "queue.errors.other-status-codes/re-trigger-without-callback-or-entry": {
      "without a failure callback": 422
    },
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "a publish without a destination": 422,
      "a setting that cannot be read": 422
    }
  },
  "json-charset": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "400 application/json; charset=utf-8",
      "Accept: application/json": "400 application/json; charset=utf-8"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "400 application/json; charset=utf-8",
      "Accept: application/json": "400 application/json; charset=utf-8"
    },
    "kv.response-format.resp2-error/failure-and-refusal": {
      "a request without a token: content type": "application/json; charset=utf-8"
    }
  },
  "json-commands-unknown": {
    "kv.commands.categories/one-of-each-category": {
      "JSON: JSON.GET": "200 ERR"
    }
  },
  "json-escapes-and-number-forms": {},
  "json-keys-escaped": {},
  "json-whitespace": {
    "kv.response-format.resp2-error/failure-and-refusal": {
      "a request without a token: first byte": "\n"
    }
  },
  "last-query-token-wins": {
    "kv.authentication.several-query-tokens/valid-and-wrong": {
      "the first is valid": "401 WRONGPASS",
      "the last is valid": "200 \"a\""
    }
  },
  "limit-status-200": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 200
    },
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "INCR after the transaction": "200 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "200 ERR",
      "over the daily limit": "200 ERR"
    }
  },
  "lists-count-over-maximum-400": {
    "queue.pagination.count-above-maximum/count-of-101": {
      "status of /v2/workflows/logs with count 10001": 400,
      "status of /v2/workflows/messageLogs with count 10001": 400
    }
  },
  "lists-half-full-pages": {},
  "lists-match-by-prefix": {
    "queue.pagination.exact-or-prefix/beginnings": {
      "workflowRunId": "matches",
      "workflowUrl": "matches",
      "label": "matches"
    }
  },
  "lists-match-label-by-prefix": {
    "queue.pagination.exact-or-prefix/beginnings": {
      "label": "matches"
    }
  },
  "lists-match-workflow-run-id-by-prefix": {
    "queue.pagination.exact-or-prefix/beginnings": {
      "workflowRunId": "matches"
    }
  },
  "lists-match-workflow-url-by-prefix": {
    "queue.pagination.exact-or-prefix/beginnings": {
      "workflowUrl": "matches"
    }
  },
  "lists-oldest-first": {
    "queue.pagination.order/runs": {
      "first of the list": "oldest"
    }
  },
  "logs-created-and-delivered-only": {
    "queue.states.other-message-states/fails-once": {
      "states": [
        "CREATED"
      ]
    }
  },
  "logs-own-messages": {
    "queue.states.other-message-states/fails-once": {
      "states": [
        "ACTIVE",
        "CREATED",
        "DELIVERED",
        "ERROR",
        "FAILED",
        "RETRY"
      ]
    }
  },
  "logs-undelivered-messages": {},
  "logs-without-active-and-error": {
    "queue.states.other-message-states/fails-once": {
      "states": [
        "CREATED",
        "FAILED",
        "RETRY"
      ]
    }
  },
  "message-ids-as-uuids": {
    "queue.publish.status/accepted-publish": {
      "form of the messageId": "<uuid>"
    }
  },
  "missing-token-no-auth": {
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "a tab before the token": "401 NO_AUTH"
    },
    "kv.authentication.error-class/no-token-and-wrong-token": {
      "no token": "401 NO_AUTH"
    }
  },
  "missing-token-noauth": {
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "a tab before the token": "401 NOAUTH"
    },
    "kv.authentication.error-class/no-token-and-wrong-token": {
      "no token": "401 NOAUTH"
    }
  },
  "monitor-client-socket-path": {
    "kv.monitor.command-case/one-word": {
      "form of the client address": "unix:/run/kv.sock"
    }
  },
  "monitor-client-without-port": {
    "kv.monitor.command-case/one-word": {
      "form of the client address": "<n>.<n>.<n>.<n>"
    }
  },
  "monitor-escapes-only-quotes": {
    "kv.monitor.argument-escapes/escapes": {
      "a quote": "\"a\"\"b\"",
      "a backslash": "\"a\\b\"",
      "a line feed": "\"a\nb\"",
      "a carriage return": "\"a",
      "a tab": "none",
      "a zero": "none",
      "two bytes of UTF-8": "none",
      "four bytes of UTF-8": "none",
      "a byte that is not UTF-8": "\"�\""
    }
  },
  "monitor-names-upper-case": {
    "kv.monitor.command-case/one-word": {
      "echo": "ECHO",
      "eChO": "ECHO"
    }
  },
  "monitor-shows-multi-exec": {
    "kv.monitor.transactions/executed-and-discarded": {
      "commands": [
        "MULTI",
        "ECHO",
        "EXEC",
        "ECHO"
      ]
    }
  },
  "monitor-shows-subscriptions": {
    "kv.monitor.own-requests/subscription": {
      "a subscription": "shown"
    }
  },
  "multi-exec-in-pipeline": {
    "kv.commands.bound-to-a-connection/pipeline-reply": {
      "MULTI": "200 \"OK\"",
      "EXEC": "200 []"
    }
  },
  "next-delivery-time-is-created-at": {},
  "no-command-404": {
    "kv.path.no-command/root-path-reply": {
      "GET": "404 ERR",
      "HEAD": "404 \"\"",
      "PUT": "404 ERR"
    }
  },
  "no-destination-404": {
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "a publish without a destination": 404
    }
  },
  "no-failure-callback-404": {
    "queue.errors.other-status-codes/re-trigger-without-callback-or-entry": {
      "without a failure callback": 404
    }
  },
  "no-failure-callback-409": {
    "queue.errors.other-status-codes/re-trigger-without-callback-or-entry": {
      "without a failure callback": 409
    }
  },
  "no-group-400": {
    "queue.group.unknown/set-default-headers-status": {
      "status": 400
    }
  },
  "no-group-ignored": {
    "queue.group.unknown/set-default-headers-status": {
      "status": 200
    }
  },
  "no-queue-token-400": {
    "queue.authentication.missing-or-invalid-token/status": {
      "status of a missing token": 400
    }
  },
  "no-queue-token-403": {
    "queue.authentication.missing-or-invalid-token/status": {
      "status of a missing token": 403
    }
  },
  "notify-201": {
    "queue.notify.status/nobody": {
      "status": 201
    },
    "queue.notify.status/one-run": {
      "status": 201
    }
  },
  "notify-202": {
    "queue.notify.status/nobody": {
      "status": 202
    },
    "queue.notify.status/one-run": {
      "status": 202
    }
  },
  "notify-returns-first-message-id": {},
  "notify-reverse-order": {},
  "notify-same-message-id": {
    "queue.notify.which-message/message": {
      "message": "none of the run"
    }
  },
  "null-is-empty": {
    "kv.body.other-argument-types/other-types": {
      "null": "200 \"\"",
      "null in a pipeline": "200 [\"\"]"
    }
  },
  "null-refused": {
    "kv.body.other-argument-types/other-types": {
      "null": "400 ERR",
      "null in a pipeline": "400 ERR"
    }
  },
  "numbers-as-javascript": {
    "kv.body.number-text/number-spellings": {
      "1.50": "200 \"1.5\"",
      "-0": "200 \"0\"",
      "1e3": "200 \"1000\"",
      "1E-2": "200 \"0.01\"",
      "1e400": "200 \"Infinity\""
    }
  },
  "options-need-body": {
    "kv.path.query-options-without-body/options-without-body": {
      "PERSIST after GET": "200 0",
      "PERSIST after POST": "200 0"
    }
  },
  "path-dots-resolved": {
    "kv.path.percent-encoding/ambiguous-encoding": {
      "/ECHO/..": "400 ERR",
      "/ECHO/%2E%2E": "400 ERR",
      "/./ECHO/a": "200 \"a\""
    }
  },
  "pipeline-non-command-in-place": {
    "kv.pipeline.empty/no-commands": {
      "[1, [\"PING\"]]": "200 [ERR, \"PONG\"]"
    }
  },
  "publish-returns-ok": {
    "kv.publish.count/none-one-two": {
      "without subscribers": "OK",
      "with 1 subscriber": "OK",
      "with 2 subscribers": "OK"
    }
  },
  "put-body-ignored": {
    "kv.path.body-with-other-methods/body-with-get-and-put": {
      "PUT": "400 ERR"
    }
  },
  "query-options-by-name": {
    "kv.path.repeated-options/repeated-option": {
      "arguments": "200 [\"body\",\"a\",\"2\",\"b\",\"1\",\"b\",\"3\"]"
    }
  },
  "query-settings-win": {
    "queue.publish.header-and-query-disagree/svc-method": {
      "method with PUT in the header and PATCH in the query": "PATCH"
    }
  },
  "query-token-wins": {
    "kv.authentication.both-tokens/header-and-query": {
      "header valid, query invalid": "401 WRONGPASS",
      "header invalid, query valid": "200 \"a\""
    }
  },
  "read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "PUBLISH KEY message": 403,
      "the monitor": 403
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "403 NOPERM"
    }
  },
  "read-only-denied-in-place": {
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "200 [NOPERM, \"PONG\"]"
    }
  },
  "read-only-refuses-info": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "INFO": 400
    }
  },
  "read-only-refuses-info-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "INFO": 403
    }
  },
  "read-only-refuses-lrange": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 400
    }
  },
  "read-only-refuses-lrange-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 403
    }
  },
  "read-only-refuses-pfcount": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "PFCOUNT KEY": 400
    }
  },
  "read-only-refuses-pfcount-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "PFCOUNT KEY": 403
    }
  },
  "read-only-refuses-powerful-reads": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 400,
      "HGETALL KEY": 400,
      "ZRANGE KEY 0 0": 400,
      "EXISTS KEY": 400
    }
  },
  "read-only-refuses-randomkey": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "RANDOMKEY": 400
    }
  },
  "read-only-refuses-randomkey-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "RANDOMKEY": 403
    }
  },
  "read-only-refuses-subscribe": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "a subscription": 400
    }
  },
  "read-only-refuses-subscribe-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "a subscription": 403
    }
  },
  "read-only-refuses-time": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "TIME": 400
    }
  },
  "read-only-refuses-time-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "TIME": 403
    }
  },
  "read-only-refuses-transactions": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "GET in a transaction": "400 NOPERM"
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "400 NOPERM"
    }
  },
  "replacement-per-byte": {
    "kv.utf8.replacement-count/number-per-sequence": {
      "2 bytes of a 3-byte sequence": 2,
      "2 bytes of a 4-byte sequence": 2,
      "3 bytes of a 4-byte sequence, then a first byte": 4
    }
  },
  "replacement-per-run": {
    "kv.utf8.replacement-count/number-per-sequence": {
      "3 continuation bytes": 1,
      "3 bytes of a 4-byte sequence, then a first byte": 1,
      "an overlong U+0000 (2 bytes)": 1,
      "an overlong sequence of two bytes": 1,
      "an overlong sequence of three bytes": 1,
      "the last overlong sequence of three bytes": 1,
      "an overlong sequence of four bytes": 1,
      "the first surrogate": 1,
      "the last surrogate": 1,
      "a pair of surrogates": 1,
      "a code point after U+10FFFF": 1,
      "a first byte for code points after U+10FFFF": 1,
      "a sequence of five bytes": 1,
      "a sequence of six bytes": 1
    }
  },
  "rerun-absent-400": {
    "queue.restart.absent-entry/restart": {
      "status": 400
    },
    "queue.restart.absent-entry/resume": {
      "status": 400
    }
  },
  "rerun-keeps-entry": {
    "queue.restart.entry-afterwards/restart": {
      "status of the entry": 200
    },
    "queue.resume.entry-afterwards/resume": {
      "status of the entry": 200
    }
  },
  "resp2-errors-as-json": {
    "kv.response-format.resp2-error/failure-and-refusal": {
      "a command that fails: content type": "application/json",
      "a command that fails: first byte": "{"
    }
  },
  "resp2-pipeline-in-array": {
    "kv.pipeline.resp2/layout": {
      "ECHO a, PING": "200 \"*2\\r\\n$1\\r\\na\\r\\n+PONG\\r\\n\""
    }
  },
  "resume-repeats-waits-and-sleeps": {
    "queue.resume.pending-waits/pending-wait": {
      "the wait is executed": "again"
    }
  },
  "resumed-run-hides-kept-steps": {
    "queue.resume.kept-steps-listed/kept-steps": {
      "kept steps": "not listed"
    }
  },
  "retrigger-absent-400": {
    "queue.errors.other-status-codes/re-trigger-without-callback-or-entry": {
      "without an entry": 400
    }
  },
  "retrigger-returns-new-run-id": {
    "queue.callback-retrigger.of-which-run/returned-run-id": {
      "run": "another one"
    }
  },
  "retry-after-honoured": {
    "queue.retry-delay.retry-after/retry-after": {
      "honoured": true
    }
  },
  "retry-delay-from-attempt-start": {
    "queue.retry-delay.counted-from/beginning-or-end": {
      "counted from": "its beginning"
    }
  },
  "run-completed-at-0": {
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": 0
    }
  },
  "run-completed-at-null": {
    "queue.runs.completed-at-without-success/failed-and-cancelled": {
      "failed": null,
      "canceled": null
    },
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": null
    }
  },
  "run-completed-at-of-success-only": {
    "queue.runs.completed-at-without-success/failed-and-cancelled": {
      "failed": "none",
      "canceled": "none"
    }
  },
  "run-deliveries-empty": {},
  "run-deliveries-without-creation-time": {
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "names of headers": [
        "Svc-Workflow-Init",
        "Svc-Workflow-Runid",
        "Svc-Workflow-Sdk-Version",
        "Svc-Workflow-Url"
      ]
    }
  },
  "run-deliveries-without-plans": {},
  "run-ids-of-7-digits": {
    "queue.restart.entry-afterwards/restart": {
      "form of the run id": "<digits>"
    },
    "queue.resume.entry-afterwards/resume": {
      "form of the run id": "<digits>"
    }
  },
  "run-list-dates-of-completion": {
    "queue.runs.date-meaning/created-or-ended": {
      "moment": "when the run ended"
    }
  },
  "run-sequential-steps-in-one-group": {},
  "scheme-case-sensitive": {
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "the scheme in lower case": "401 WRONGPASS",
      "the scheme in upper case": "401 WRONGPASS"
    }
  },
  "scheme-one-space": {
    "kv.authentication.header-spelling/scheme-and-spaces": {
      "two spaces before the token": "401 WRONGPASS"
    }
  },
  "siblings-cancelled": {},
  "size-limit-413": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 413
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "413 ERR"
    }
  },
  "size-of-json": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "name and argument together have the maximum size": 400
    }
  },
  "size-without-name": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 200
    }
  },
  "state-names-differ": {
    "queue.states.step-success/completed-run": {
      "states": [
        "STEP_DONE"
      ]
    },
    "queue.states.callback-success/success": {
      "state": "DONE"
    },
    "queue.states.other-step-states/sleep": {
      "states": [
        "STEP_BUSY",
        "STEP_DONE"
      ]
    },
    "queue.runs.step-and-call-types/types": {
      "stepType": [
        "DO"
      ],
      "callType": [
        "DO"
      ]
    }
  },
  "status-3xx-is-success": {
    "queue.retries.redirect/attempts-for-302": {
      "attempts": 1
    }
  },
  "status-4xx-is-success": {
    "queue.retries.client-error/attempts-for-400-404-429": {
      "attempts after a 400": 1,
      "attempts after a 404": 1,
      "attempts after a 429": 1
    }
  },
  "step-in-progress-success": {
    "queue.states.other-step-states/sleep": {
      "states": [
        "STEP_SUCCESS"
      ]
    }
  },
  "step-in-progress-waiting": {
    "queue.states.other-step-states/sleep": {
      "states": [
        "STEP_SUCCESS",
        "STEP_WAITING"
      ]
    }
  },
  "step-names-empty": {
    "queue.runs.step-and-call-types/types": {
      "stepName": [
        "",
        "",
        "",
        ""
      ]
    }
  },
  "step-types-empty": {
    "queue.runs.step-and-call-types/types": {
      "stepType": [
        ""
      ],
      "callType": [
        ""
      ]
    }
  },
  "subscribe-first-count-12": {
    "kv.response-format.event-streams/subscription": {
      "first event": "subscribe,<channel>,12"
    },
    "kv.base64.event-streams/monitor-and-subscription": {
      "a subscription": "subscribe,<channel>,12"
    },
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "data: subscribe,<channel>,12\n\ndata: message,<channel>,hello\n\n"
    }
  },
  "token-accepted-anywhere": {
    "kv.authentication.other-ways/schemes-headers-cookie": {
      "the token with the scheme Basic": 200,
      "the token in the query parameter password": 400,
      "the token in Authorization without a scheme": 200,
      "the token with the scheme Token": 200,
      "the token in X-Api-Key": 200,
      "the token in a cookie": 200
    }
  },
  "token-checked-before-method": {
    "kv.errors.order-of-refusals/status-for-2-mistakes": {
      "method and token": 401
    }
  },
  "transaction-base64-wins": {
    "kv.transaction.base64-with-resp2/both": {
      "ECHO a": "200 [\"YQ==\"]"
    }
  },
  "transaction-counts-once": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a transaction of 3 commands with 2 left": "200 [3, 4, 5]",
      "INCR after the transaction": "200 6"
    }
  },
  "transaction-error-of-command": {
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "400 ERR"
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "400 NOPERM"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "in a transaction": "400 NOPERM"
    },
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a transaction of 3 commands with 2 left": "400 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit, in a transaction": "400 ERR",
      "over the daily limit, in a transaction": "400 ERR"
    }
  },
  "unknown-encoding-400": {
    "kv.base64.other-encodings/other-values": {
      "hex": "400 ERR",
      "BASE64": "400 ERR",
      "base64url": "400 ERR"
    }
  },
  "unknown-group-400": {
    "queue.group.unknown/publish-status": {
      "status": 400
    }
  },
  "unknown-method-400": {
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "another method": 400
    }
  },
  "unknown-method-404": {
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "another method": 404
    }
  },
  "unknown-path-400": {
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "an unknown path": 400
    },
    "queue.versioning.other-versions/v1-v3-and-no-version": {
      "status under \"\"": 400,
      "status under \"/v1\"": 400,
      "status under \"/v3\"": 400
    }
  },
  "unknown-path-405": {
    "queue.errors.other-status-codes/paths-methods-and-settings": {
      "an unknown path": 405
    },
    "queue.versioning.other-versions/v1-v3-and-no-version": {
      "status under \"\"": 405,
      "status under \"/v1\"": 405,
      "status under \"/v3\"": 405
    }
  },
  "unknown-queue-token-403": {
    "queue.authentication.missing-or-invalid-token/status": {
      "status of an unknown token": 403
    }
  },
  "unregistered-method-400": {
    "kv.methods.unregistered/brew": {
      "BREW": 400
    }
  },
  "url-query-sorted": {
    "queue.publish.query-spelling/delivered-query": {
      "space=%20": "space=+",
      "flag": "flag=",
      "b=1&a=2": "a=2&b=1",
      "quote='": "quote=%27"
    }
  },
  "version-404": {
    "kv.versioning.scheme/v1-and-v2": {
      "v1": "404 ERR",
      "v2": "404 ERR"
    }
  },
  "wait-returns-0": {
    "kv.commands.other-blocking/pipeline-reply": {
      "WAIT": "200 0"
    }
  },
  "waiter-deadline-in-milliseconds": {
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "unit": "milliseconds"
    }
  },
  "waiter-headers-lower-case": {
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "names of headers": [
        "svc-workflow-createdat",
        "svc-workflow-init",
        "svc-workflow-runid",
        "svc-workflow-sdk-version",
        "svc-workflow-url"
      ]
    }
  },
  "waiter-headers-of-start": {
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "names of headers": [
        "Svc-Feature-Set",
        "Svc-Forward-Svc-Workflow-Sdk-Version",
        "Svc-Workflow-Init",
        "Svc-Workflow-Runid",
        "Svc-Workflow-Sdk-Version",
        "Svc-Workflow-Url"
      ]
    }
  },
  "wrong-count-in-place": {
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "200 [\"a\", ERR]"
    }
  }
}

export const pairs = {
  "absent-fields-as-null group-returns-name-in-other-order": {
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "deduplicated",
        "messageId",
        "topicName",
        "url"
      ]
    }
  },
  "absent-fields-as-null group-returns-no-url": {
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "deduplicated",
        "messageId"
      ]
    }
  },
  "absent-fields-as-null run-completed-at-0": {
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": null
    }
  },
  "accept-406 accept-exact": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: */*": "406 application/json"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: */*": "406 application/json"
    }
  },
  "acl-token-outlives-user acl-denied-403": {
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "the user is disabled (off)": "403 NOPERM",
      "the password changed": "403 NOPERM",
      "the user is deleted": "403 NOPERM"
    }
  },
  "bulk-dlq-ids-disable-filters bulk-nothing-selected-404": {
    "queue.bulk.selectors-combined/entry-id-and-run-id": {
      "status": 200
    }
  },
  "bulk-selection-in-both bulk-selection-in-body-400": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the query is rerun": false
    }
  },
  "bulk-selection-in-both bulk-selection-in-query-400": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the query is rerun": false
    }
  },
  "bulk-selection-in-query-only bulk-selection-in-body-400": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the query is rerun": false
    }
  },
  "bulk-selection-in-query-only bulk-selection-in-both": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the body is rerun": true
    }
  },
  "bulk-selection-in-query-only bulk-selection-in-query-400": {
    "queue.bulk.selection-in-query-or-body/query-or-body": {
      "an id in the query is rerun": false
    }
  },
  "callback-body-empty callback-body-fields-differ": {
    "queue.callback.content/method-content-type-body-fields": {
      "members": []
    }
  },
  "class-words-differ acl-denied-403": {
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "400 NO_AUTH"
    },
    "kv.authentication.acl-token-lifetime/user-changed-or-deleted": {
      "no command is allowed": "400 NO_AUTH"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "alone": "400 NO_AUTH"
    }
  },
  "class-words-differ batch-get-405": {
    "kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec": {
      "/pipeline": "405 No_Such-Command",
      "/multi-exec": "405 No_Such-Command"
    }
  },
  "class-words-differ daily-limit-429": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "INCR after the transaction": "400 ERR:"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the daily limit": "400 ERR:"
    }
  },
  "class-words-differ empty-body-is-argument": {
    "kv.path.empty-body/post-without-body": {
      "POST /ECHO/a": "400 ERR:"
    }
  },
  "class-words-differ empty-segments-ignored": {
    "kv.path.empty-segment/empty-segments": {
      "/ECHO/": "400 ERR:"
    }
  },
  "class-words-differ error-texts-differ": {
    "kv.errors.texts/common-errors": {
      "SET KEY value NX XX": "ERR: something else",
      "SET KEY value BOGUS": "ERR: something else",
      "SET KEY value EX": "ERR: something else",
      "GET": "ERR: something else",
      "SET KEY": "ERR: something else",
      "HSET KEY field": "ERR: something else",
      "INCRBY KEY many": "ERR: something else",
      "EXPIRE KEY soon": "ERR: something else",
      "LRANGE KEY first last": "ERR: something else"
    }
  },
  "class-words-differ json-commands-unknown": {
    "kv.commands.categories/one-of-each-category": {
      "JSON: JSON.GET": "200 No_Such-Command"
    }
  },
  "class-words-differ last-query-token-wins": {
    "kv.authentication.several-query-tokens/valid-and-wrong": {
      "the first is valid": "401 Unauthorized"
    }
  },
  "class-words-differ limit-status-200": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "INCR after the transaction": "400 ERR:"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "400 ERR:",
      "over the daily limit": "400 ERR:"
    }
  },
  "class-words-differ no-command-404": {
    "kv.path.no-command/root-path-reply": {
      "GET": "404 ERR:",
      "PUT": "404 ERR:"
    }
  },
  "class-words-differ path-dots-resolved": {
    "kv.path.percent-encoding/ambiguous-encoding": {
      "/ECHO/..": "400 ERR:",
      "/ECHO/%2E%2E": "400 ERR:"
    }
  },
  "class-words-differ pipeline-non-command-in-place": {
    "kv.pipeline.empty/no-commands": {
      "[1, [\"PING\"]]": "200 [No_Such-Command, \"PONG\"]"
    }
  },
  "class-words-differ put-body-ignored": {
    "kv.path.body-with-other-methods/body-with-get-and-put": {
      "PUT": "400 ERR:"
    }
  },
  "class-words-differ query-token-wins": {
    "kv.authentication.both-tokens/header-and-query": {
      "header valid, query invalid": "401 Unauthorized"
    }
  },
  "class-words-differ read-only-denied-403": {
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "alone": "400 NO_AUTH"
    }
  },
  "class-words-differ read-only-denied-in-place": {
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "200 [NO_AUTH, \"PONG\"]"
    }
  },
  "class-words-differ size-limit-413": {
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit": "400 ERR:"
    }
  },
  "class-words-differ transaction-error-of-command": {
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "400 exec.abort:"
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "400 exec.abort:"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "in a transaction": "400 exec.abort:"
    },
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a transaction of 3 commands with 2 left": "400 exec.abort:"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit, in a transaction": "400 exec.abort:",
      "over the daily limit, in a transaction": "400 exec.abort:"
    }
  },
  "class-words-differ version-404": {
    "kv.versioning.scheme/v1-and-v2": {
      "v1": "404 No_Such-Command",
      "v2": "404 No_Such-Command"
    }
  },
  "class-words-differ wrong-count-in-place": {
    "kv.transaction.wrong-argument-count/too-few": {
      "ECHO a, GET": "200 [\"a\", ERR:]"
    }
  },
  "cursor-is-offset invalid-cursor-404": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "cursor-is-offset invalid-request-422": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "dedup-window-1h dedup-window-1m": {
    "queue.deduplication.window/window": {
      "after 600 seconds": "forgotten"
    }
  },
  "dedup-window-1m dedup-window-1d": {
    "queue.deduplication.window/window": {
      "after 60 seconds": "remembered",
      "after 599.999 seconds": "remembered"
    }
  },
  "dedup-window-1m dedup-window-90d": {
    "queue.deduplication.window/window": {
      "after 60 seconds": "remembered",
      "after 599.999 seconds": "remembered"
    }
  },
  "deliveries-without-own-headers deliveries-unsigned": {
    "queue.forward.added-headers/headers-not-forwarded": {
      "headers with the prefix": []
    }
  },
  "dlq-callback-header-prefixed dlq-callback-header-forward": {
    "queue.dlq-message.header-prefix/names": {
      "names": [
        "Svc-Forward-Svc-Failure-Callback-Forward-X-Contract"
      ]
    }
  },
  "dlq-oldest-first invalid-cursor-404": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "dlq-oldest-first invalid-request-422": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "dlq-unknown-cursor-ignored invalid-cursor-404": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "dlq-unknown-cursor-ignored invalid-request-422": {
    "queue.errors.other-status-codes/cursor-garbage": {
      "status": 200
    },
    "queue.errors.other-status-codes/cursor-a-number": {
      "status": 200
    }
  },
  "event-stream-charset event-stream-without-accept": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "200 text/event-stream; charset=utf-8",
      "Accept: application/json": "200 text/event-stream; charset=utf-8"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "200 text/event-stream; charset=utf-8",
      "Accept: application/json": "200 text/event-stream; charset=utf-8"
    }
  },
  "event-stream-without-accept accept-406": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "200 text/event-stream",
      "Accept: application/json": "200 text/event-stream"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "200 text/event-stream",
      "Accept: application/json": "200 text/event-stream"
    }
  },
  "event-stream-without-accept accept-exact": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: */*": "200 text/event-stream"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: */*": "200 text/event-stream"
    }
  },
  "events-crlf events-name-id-retry": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "event: message\nid: 1\nretry: 1000\ndata: subscribe,<channel>,1\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,hello\r\n\r\n",
      "line ends": [
        "\"\\n\"",
        "\"\\r\\n\""
      ]
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\r\ndata: b\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a carriage return": "a\r\ndata: b\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\r\ndata: b\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "an empty line": "a\r\ndata: \r\ndata: b\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a line feed at the end": "a\r\ndata: \r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a zero": "a\u0000b\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\r\n\r\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,"
    }
  },
  "events-crlf events-with-comments": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": ": keep-alive\n\n\ndata: subscribe,<channel>,1\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,hello\r\n\r\n\n:\n\n",
      "line ends": [
        "\"\\n\"",
        "\"\\r\\n\""
      ]
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\r\ndata: b\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a carriage return": "a\r\ndata: b\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\r\ndata: b\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "an empty line": "a\r\ndata: \r\ndata: b\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a line feed at the end": "a\r\ndata: \r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a zero": "a\u0000b\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\r\n\r\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,"
    }
  },
  "events-crlf subscribe-first-count-12": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "data: subscribe,<channel>,12\r\n\r\ndata: message,<channel>,hello\r\n\r\n"
    }
  },
  "events-name-id-retry subscribe-first-count-12": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "event: message\nid: 1\nretry: 1000\ndata: subscribe,<channel>,12\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,hello\n\n"
    }
  },
  "events-with-comments events-name-id-retry": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": "event: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: subscribe,<channel>,1\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,hello\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\n"
    },
    "kv.events.line-breaks-in-payload/line-breaks-and-bytes": {
      "a line feed": "a\ndata: b\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a carriage return": "a\ndata: b\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a carriage return and a line feed": "a\ndata: b\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "an empty line": "a\ndata: \ndata: b\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a line feed at the end": "a\ndata: \n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a zero": "a\u0000b\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,",
      "a byte that is not UTF-8": "a�b\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\n:\n\nevent: message\nid: 1\nretry: 1000\n: keep-alive\n\nevent: message\nid: 1\nretry: 1000\n\nevent: message\nid: 1\nretry: 1000\ndata: message,<channel>,"
    }
  },
  "events-with-comments subscribe-first-count-12": {
    "kv.events.line-ends/line-ends": {
      "the bytes of two events": ": keep-alive\n\n\ndata: subscribe,<channel>,12\n\n\n:\n\n: keep-alive\n\n\ndata: message,<channel>,hello\n\n\n:\n\n"
    }
  },
  "group-returns-no-url group-returns-name-in-other-order": {
    "queue.group.element-fields/result-fields-and-delivery-id": {
      "fields of an element": [
        "messageId",
        "topicName"
      ]
    }
  },
  "groups-404 groups-405": {
    "queue.group.fields/get-v2-topics-name-fields": {
      "status of GET /v2/topics/{group-name}": 404
    },
    "queue.group.creation/get-v2-topics-status": {
      "status of GET /v2/topics": 404
    }
  },
  "info-empty info-refused": {
    "kv.info.command-by-path/post-info": {
      "result of INFO": ""
    }
  },
  "info-null info-refused": {
    "kv.info.command-by-path/post-info": {
      "result of INFO": null
    }
  },
  "json-charset accept-406": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: (none)": "406 application/json; charset=utf-8",
      "Accept: application/json": "406 application/json; charset=utf-8"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: (none)": "406 application/json; charset=utf-8",
      "Accept: application/json": "406 application/json; charset=utf-8"
    }
  },
  "json-charset accept-exact": {
    "kv.monitor.accept-missing/other-accept": {
      "Accept: */*": "400 application/json; charset=utf-8"
    },
    "kv.subscribe.accept-missing/other-accept": {
      "Accept: */*": "400 application/json; charset=utf-8"
    }
  },
  "json-whitespace json-charset": {
    "kv.response-format.resp2-error/failure-and-refusal": {
      "a request without a token: content type": "application/json"
    }
  },
  "logs-own-messages logs-created-and-delivered-only": {
    "queue.states.other-message-states/fails-once": {
      "states": [
        "CREATED",
        "DELIVERED"
      ]
    }
  },
  "logs-own-messages logs-without-active-and-error": {
    "queue.states.other-message-states/fails-once": {
      "states": [
        "CREATED",
        "DELIVERED",
        "FAILED",
        "RETRY"
      ]
    }
  },
  "monitor-client-socket-path monitor-client-without-port": {
    "kv.monitor.command-case/one-word": {
      "form of the client address": "unix:/run/kv.sock"
    }
  },
  "no-group-ignored no-group-400": {
    "queue.group.unknown/set-default-headers-status": {
      "status": 200
    }
  },
  "read-only-refuses-info acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "INFO": 403
    }
  },
  "read-only-refuses-info read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "INFO": 403
    }
  },
  "read-only-refuses-lrange acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 403
    }
  },
  "read-only-refuses-lrange read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 403
    }
  },
  "read-only-refuses-pfcount acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "PFCOUNT KEY": 403
    }
  },
  "read-only-refuses-pfcount read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "PFCOUNT KEY": 403
    }
  },
  "read-only-refuses-powerful-reads acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 403,
      "HGETALL KEY": 403,
      "ZRANGE KEY 0 0": 403,
      "EXISTS KEY": 403
    }
  },
  "read-only-refuses-powerful-reads read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "LRANGE KEY 0 0": 403,
      "HGETALL KEY": 403,
      "ZRANGE KEY 0 0": 403,
      "EXISTS KEY": 403
    }
  },
  "read-only-refuses-randomkey acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "RANDOMKEY": 403
    }
  },
  "read-only-refuses-randomkey read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "RANDOMKEY": 403
    }
  },
  "read-only-refuses-subscribe acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "a subscription": 403
    }
  },
  "read-only-refuses-subscribe read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "a subscription": 403
    }
  },
  "read-only-refuses-time acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "TIME": 403
    }
  },
  "read-only-refuses-time read-only-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "TIME": 403
    }
  },
  "read-only-refuses-transactions acl-denied-403": {
    "kv.authentication.read-only-denied-commands/commands-transactions-streams": {
      "GET in a transaction": "403 NOPERM"
    },
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "403 NOPERM"
    }
  },
  "replacement-per-run replacement-per-byte": {
    "kv.utf8.replacement-count/number-per-sequence": {
      "2 bytes of a 3-byte sequence": 1,
      "2 bytes of a 4-byte sequence": 1,
      "3 bytes of a 4-byte sequence, then a first byte": 1
    }
  },
  "run-completed-at-null run-completed-at-0": {
    "queue.runs.completed-at-of-a-run-in-progress/waiting": {
      "workflowRunCompletedAt": null
    }
  },
  "run-deliveries-without-creation-time waiter-headers-lower-case": {
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "names of headers": [
        "svc-workflow-init",
        "svc-workflow-runid",
        "svc-workflow-sdk-version",
        "svc-workflow-url"
      ]
    }
  },
  "run-ids-of-7-digits ids-not-ascii": {
    "queue.restart.entry-afterwards/restart": {
      "form of the run id": "<digits>-é"
    },
    "queue.resume.entry-afterwards/resume": {
      "form of the run id": "<digits>-é"
    }
  },
  "size-of-json limit-status-200": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "name and argument together have the maximum size": 200
    }
  },
  "size-of-json size-limit-413": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "name and argument together have the maximum size": 413
    }
  },
  "size-of-json size-without-name": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 400
    }
  },
  "size-without-name size-limit-413": {
    "kv.limits.request-size-value/parts-of-a-command": {
      "the argument alone has the maximum size": 200
    }
  },
  "state-names-differ step-in-progress-waiting": {
    "queue.states.other-step-states/sleep": {
      "states": [
        "STEP_WAITING"
      ]
    }
  },
  "transaction-counts-once daily-limit-429": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "INCR after the transaction": "200 6"
    }
  },
  "transaction-error-of-command acl-denied-403": {
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "403 NOPERM"
    },
    "kv.authentication.acl-denied-error/alone-and-in-batches": {
      "in a transaction": "403 NOPERM"
    }
  },
  "transaction-error-of-command daily-limit-429": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a transaction of 3 commands with 2 left": "429 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the daily limit, in a transaction": "429 ERR"
    }
  },
  "transaction-error-of-command limit-status-200": {
    "kv.limits.daily-requests-value/pipeline-and-transaction": {
      "a transaction of 3 commands with 2 left": "200 ERR"
    },
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit, in a transaction": "200 ERR",
      "over the daily limit, in a transaction": "200 ERR"
    }
  },
  "transaction-error-of-command read-only-denied-403": {
    "kv.authentication.read-only-error/alone-and-in-batches": {
      "in a transaction": "403 NOPERM"
    }
  },
  "transaction-error-of-command size-limit-413": {
    "kv.limits.refusals/too-large-and-too-many": {
      "over the size limit, in a transaction": "413 ERR"
    }
  },
  "waiter-headers-of-start waiter-headers-lower-case": {
    "queue.waiter.deadline-unit/seconds-or-milliseconds": {
      "names of headers": [
        "svc-feature-set",
        "svc-forward-svc-workflow-sdk-version",
        "svc-workflow-init",
        "svc-workflow-runid",
        "svc-workflow-sdk-version",
        "svc-workflow-url"
      ]
    }
  }
}
