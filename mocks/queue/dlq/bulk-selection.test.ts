import { expect, test } from 'vitest'
import { selectionInBody, selectionInQuery, type BulkSelection } from './bulk-selection.js'
import { request } from '../testing.js'

const inQuery = (query: string) => selectionInQuery(request('POST', `/v2/x?${query}`))
const inBody = (body: string) => selectionInBody(request('POST', '/v2/x', {}, body))

test.each<[string, BulkSelection]>([
  ['', {}],
  ['count=100&other=1', { count: '100' }],
  ['dlqIds=1-1&dlqIds=1-2', { dlqIds: ['1-1', '1-2'] }],
  ['dlqIds=1-1,1-2', { dlqIds: ['1-1', '1-2'] }],
  ['dlqIds=', { dlqIds: [''] }],
  ['fromDate=1&toDate=2', { fromDate: 1, toDate: 2 }],
  ['workflowUrl=http%3A%2F%2Fapp.test', { workflowUrl: 'http://app.test' }],
  ['workflowRunId=wfr_&workflowCreatedAt=7', { workflowRunId: 'wfr_', workflowCreatedAt: 7 }],
  ['cursor=1-1', { cursor: '1-1' }],
  ['callerIp=1.2.3.4&failureFunctionState=X', { callerIP: '1.2.3.4', failureCallbackState: 'X' }],
])('the query "%s" selects %j', (query, selection) => {
  expect(inQuery(query)).toEqual(selection)
})

test.each(['[]', '{', '{"dlqIds": "1-1"}', '{"dlqIds": [1]}', '{"fromDate": "1"}'])(
  'the body %s returns 400',
  (body) => {
    expect(() => inBody(body)).toThrow(expect.objectContaining({ status: 400 }))
  },
)

test('null in the body means absent', () => {
  expect(inBody('{"dlqIds": null, "fromDate": null, "label": "a", "count": 2}')).toEqual({
    ...{ label: 'a', count: '2' },
  })
  expect(inBody('null')).toEqual({})
})

test('a date in the query must be a number', () => {
  expect(() => inQuery('fromDate=x')).toThrow('fromDate: ')
})
