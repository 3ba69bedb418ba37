// Routes that create, list and delete URL groups, for existing clients. The contract does not
// define these routes (rule `queue.group.creation`).

import { jsonObject } from '../request/body.js'
import { endpointsIn, selectorsIn } from './group-body.js'
import { outsideRoutes } from '../route.js'

export const groups = outsideRoutes({
  'GET /v2/topics': ({ queue }) => queue.groups.all(),

  'GET /v2/topics/{group-name}': ({ queue, path }) => queue.groups.get(path['group-name']),

  'DELETE /v2/topics/{group-name}': ({ queue, path }) => queue.groups.remove(path['group-name']),

  'GET /v2/topics/{group-name}/endpoints': async ({ queue, path }) =>
    (await queue.groups.get(path['group-name'])).endpoints,

  'POST /v2/topics/{group-name}/endpoints': ({ queue, request, path }) =>
    queue.groups.addEndpoints(path['group-name'], endpointsIn(jsonObject(request))),

  'DELETE /v2/topics/{group-name}/endpoints': ({ queue, request, path }) =>
    queue.groups.removeEndpoints(path['group-name'], selectorsIn(jsonObject(request))),
})
