import { expect, test } from 'vitest'
import { installedClients, operationsIn, unknownOperations } from './client-operations.js'

test.each([
  ['http.request({ path: ["v2", "batch"], method: "POST" })', 'POST /v2/batch'],
  ['http.request({ method: "DELETE", path: ["v2", "dlq", id] })', 'DELETE /v2/dlq/{}'],
  ['http.request({ path: ["v2", "events"] })', 'GET /v2/events'],
  ['http[stream ? "a" : "b"]({ path: ["llm", "v1"], method: "POST" })', 'POST /llm/v1'],
  ['f({ path: other ? [] : ["v1", "chat"], method: "POST" })', 'POST /v1/chat'],
  ['const path = a ? [] : ["llm"]; f({ path, method: "POST" })', 'POST /llm'],
  ['r({ path: ["v2", "runs", `${id}?cancel=true`], method: "DELETE" })', 'DELETE /v2/runs/{}'],
  ['fetch(`${baseUrl}/v2/keys`, { headers })', 'GET /v2/keys'],
  ['fetch(`${baseUrl}/v2/keys`, { method: "POST" })', 'POST /v2/keys'],
  ['const url = `${base}/v2/hooks/${a}/${b}`', 'GET /v2/hooks/{}/{}'],
])('%s sends %s', (bundle, operation) => {
  expect(operationsIn(bundle)).toEqual([operation])
})

test('a path in a variable has the method of the request with the variable', () => {
  const bundle = `function notify(id) {
    const path = id === void 0 ? ["v2", "notify", event] : ["v2", "notify", id, event]
    return http.request({ path, method: "POST" })
  }`
  expect(operationsIn(bundle)).toEqual(['POST /v2/notify/{}', 'POST /v2/notify/{}/{}'])
})

test('text that is no request has no operation', () => {
  expect(
    operationsIn('const names = ["a", "b"]; if (url === "https://a.test/v2/publish") go()'),
  ).toEqual([])
})

test('an operation that the mock does not have is unknown', () => {
  expect(unknownOperations(['POST /v2/batch', 'GET /v2/future/{}'])).toEqual(['GET /v2/future/{}'])
})

test('the mock has every operation that the installed clients can send', () => {
  for (const { name, version, operations } of installedClients()) {
    expect(operations.length, `no operations found in ${name} ${version}`).toBeGreaterThan(10)
    expect(unknownOperations(operations), `${name} ${version} sends`).toEqual([])
  }
})
