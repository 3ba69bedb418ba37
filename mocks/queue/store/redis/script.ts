// The Lua script that changes the store on Redis. It does one thing per call: `commit` applies the
// changes of a transaction if nothing that the transaction read has changed, `claim` takes due
// messages, `soonest` returns the next due time, `state` and `held` the state of a flow-control key,
// `join` adds an owner, `renew` extends the lease of an owner, `give-back` gives back the claims that it
// does not know, `leave` all its claims, and `clear` deletes everything.
//
// Times are Unix milliseconds of the server. The callers know them approximately, so that the server
// itself decides when messages are due and when leases end. With a virtual clock they are those of the
// only caller, except those of leases.

import { createHash } from 'node:crypto'

/**
 * The keys of the store, after the prefix:
 * - `messages` id → row, `plans` id → JSON of what the script needs: `d` due time, `n` number of
 *   arrival, `a` number of the first arrival, `f` flow-control key with `p` parallelism, `r` rate and `t` period, `q` ordered queue,
 *   `i` true in turn, `u` key of the run
 * - `states` id → `claimed OWNER#NUMBER` or `cancelled OWNER#NUMBER`; a waiting message has none
 * - `due` messages and lines (`=KEY`) that may be claimed, by time; `ready` all messages by due time
 * - `line:KEY` waiting messages of a flow-control key by due time, `active:KEY` its claimed messages,
 *   `starts:KEY` the start times of its attempts, `flow:KEY` its latest limits, `flow-keys` the names
 *   of these keys until they expire
 * - `owners` OWNER → end of the lease, `claimed:OWNER` the ids that the owner has claimed, `virtual`
 *   present if the only owner has a virtual clock
 */
export const SCRIPT = `
local prefix, call = KEYS[1], redis.call
local function key(name) return prefix .. name end
local function member(plan, id) return string.format('%015d:%s', plan.n, id) end
local function idOf(member) return string.sub(member, 17) end

local function milliseconds()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function planOf(id)
  local text = call('HGET', key('plans'), id)
  return text and cjson.decode(text)
end
local function keepPlan(id, plan) call('HSET', key('plans'), id, cjson.encode(plan)) end

local function settingsOf(flow)
  local row = call('HGET', key('flow-settings'), flow)
  return row and cjson.decode(string.match(row, '^%S+ (.*)$')) or {}
end
local function limitsOf(flow, given)
  local own = settingsOf(flow)
  return own.parallelism or given.p, own.rate or given.r, own.period or given.t, own.isPaused
end

-- Keeps the limits of a flow-control key for some milliseconds, and its name as long.
local function keepFlow(flow, duration)
  local now = milliseconds()
  call('PEXPIRE', key('flow:' .. flow), duration)
  call('ZREMRANGEBYSCORE', key('flow-keys'), '-inf', now)
  call('ZADD', key('flow-keys'), 'GT', now + duration, flow)
end

-- Returns the time when one more attempt of a key may start, or nil if one in progress must end first.
local function opens(flow, given)
  local parallelism, rate, period, isPaused = limitsOf(flow, given)
  if isPaused or (parallelism and call('SCARD', key('active:' .. flow)) >= parallelism) then return nil end
  local last = rate and call('LINDEX', key('starts:' .. flow), string.format('%.0f', -rate))
  return last and last + period or 0
end

-- Sets the time in 'due' when the first message of a line may start.
local function arrangeLine(flow)
  call('ZREM', key('due'), '=' .. flow)
  local first = call('ZRANGE', key('line:' .. flow), 0, 0, 'WITHSCORES')
  if not first[1] then return end
  local moment = opens(flow, planOf(idOf(first[1])))
  if moment then call('ZADD', key('due'), math.max(tonumber(first[2]), moment), '=' .. flow) end
end

local function lineUp(id, plan)
  if not plan.f then return call('ZADD', key('due'), plan.d, member(plan, id)) end
  call('ZADD', key('line:' .. plan.f), plan.d, member(plan, id))
  arrangeLine(plan.f)
end

-- Ends the wait or the claim of a message.
local function release(id, plan)
  local state = call('HGET', key('states'), id)
  if state then
    call('HDEL', key('states'), id)
    call('SREM', key('claimed:' .. string.match(state, ' (.*)#')), id)
  end
  if not plan.f then return call('ZREM', key('due'), member(plan, id)) end
  call('ZREM', key('line:' .. plan.f), member(plan, id))
  call('SREM', key('active:' .. plan.f), id)
  arrangeLine(plan.f)
end

local function put(id, text, row)
  local before, plan = planOf(id), cjson.decode(text)
  if before then release(id, before) end
  plan.n = call('INCR', key('arrivals'))
  plan.a = before and before.a or plan.n
  call('HSET', key('messages'), id, row)
  call('ZADD', key('ready'), plan.d, id)
  keepPlan(id, plan)
  if plan.u then call('ZADD', key('run-messages:' .. plan.u), 'NX', plan.n, id) end
  if plan.f then
    call('HSET', key('flow:' .. plan.f), 'latest', cjson.encode({ p = plan.p, r = plan.r, t = plan.t }))
    keepFlow(plan.f, 86400000)
  end
  if plan.q then call('ZADD', key('queue-messages:' .. plan.q), 'NX', plan.n, id)
  else lineUp(id, plan) end
end

local function remove(id)
  local plan = planOf(id)
  if not plan then return end
  release(id, plan)
  call('HDEL', key('messages'), id)
  call('HDEL', key('plans'), id)
  call('ZREM', key('ready'), id)
  if plan.u then call('ZREM', key('run-messages:' .. plan.u), id) end
  if plan.q then call('ZREM', key('queue-messages:' .. plan.q), id) end
end

-- Lets the first messages of an ordered queue start, and no others.
local function arrangeQueue(name, parallelism)
  local ids, turns = call('ZRANGE', key('queue-messages:' .. name), 0, -1), tonumber(parallelism)
  for place, id in ipairs(ids) do
    local isInTurn = place <= turns
    if not call('HGET', key('states'), id) then
      local plan = planOf(id)
      if not isInTurn and not plan.i then return end
      release(id, plan)
      plan.i = isInTurn or nil
      keepPlan(id, plan)
      if isInTurn then lineUp(id, plan) end
    end
  end
end

local function start(flow, plan, now)
  local _, rate, period = limitsOf(flow, plan)
  local name, starts = key('flow:' .. flow), key('starts:' .. flow)
  local longest = tonumber(call('HGET', name, 'longest') or 0)
  if rate and period > longest then
    longest = period
    call('HSET', name, 'longest', longest)
  end
  while true do
    local first = call('LINDEX', starts, 0)
    if not first or first + longest > now then break end
    call('LPOP', starts)
  end
  call('RPUSH', starts, now)
  call('PEXPIRE', starts, math.floor(math.max(longest, 60000)))
  keepFlow(flow, math.floor(math.max(longest, 86400000)))
end

-- Gives back the claims of an owner, except those in 'kept'. Messages that were cancelled meanwhile are
-- removed.
local function giveBack(owner, kept)
  for _, id in ipairs(call('SMEMBERS', key('claimed:' .. owner))) do
    local state, plan = call('HGET', key('states'), id) or '', planOf(id)
    local isCancelled = string.sub(state, 1, 9) == 'cancelled'
    local isKept = kept[(string.gsub(state, '^cancelled', 'claimed'))]
    if isCancelled and not isKept then remove(id)
    elseif plan and not isKept then
      release(id, plan)
      lineUp(id, plan)
    end
  end
end

local function leave(owner)
  giveBack(owner, {})
  call('DEL', key('claimed:' .. owner))
  call('ZREM', key('owners'), owner)
end

local function endLeases()
  for _, owner in ipairs(call('ZRANGEBYSCORE', key('owners'), '-inf', milliseconds())) do leave(owner) end
end

local function head() return tonumber(call('ZRANGE', key('due'), 0, 0, 'WITHSCORES')[2]) end

local actions = {}

-- Extends a lease. Returns the time.
function actions.renew(owner, lease)
  local now = milliseconds()
  call('ZADD', key('owners'), now + lease, owner)
  return { string.format('%.0f', now) }
end

-- Claims messages due at 'now'. Returns the time, and three values for each message. The lease is renewed
-- first, because claims without a lease would never end.
function actions.claim(owner, now, limit, lease)
  local taken = actions.renew(owner, lease)
  endLeases()
  if call('EXISTS', key('virtual')) == 0 then now = math.min(now, taken[1]) end
  for _ = 1, tonumber(limit) do
    local first = call('ZRANGE', key('due'), 0, 0, 'WITHSCORES')
    if not first[1] or tonumber(first[2]) > tonumber(now) then break end
    local flow = string.sub(first[1], 1, 1) == '=' and string.sub(first[1], 2)
    local place = flow and call('ZRANGE', key('line:' .. flow), 0, 0)[1] or first[1]
    local id = idOf(place)
    local plan = planOf(id)
    call('ZREM', key(flow and 'line:' .. flow or 'due'), place)
    local state = 'claimed ' .. owner .. '#' .. call('INCR', key('claims'))
    call('HSET', key('states'), id, state)
    call('SADD', key('claimed:' .. owner), id)
    if flow then
      call('SADD', key('active:' .. flow), id)
      start(flow, plan, tonumber(now))
      arrangeLine(flow)
    end
    for _, each in ipairs({ id, state, call('HGET', key('messages'), id) }) do taken[#taken + 1] = each end
  end
  return taken
end

-- Returns the time, the time of the first message, and the milliseconds until the first lease of another ends.
function actions.soonest(owner)
  local now = milliseconds()
  local lease
  local leases = call('ZRANGE', key('owners'), 0, 1, 'WITHSCORES')
  for n = 1, #leases, 2 do
    if leases[n] ~= owner and not lease then lease = leases[n + 1] - now end
  end
  local due = call('ZRANGE', key('due'), 0, 0, 'WITHSCORES')[2]
  return { string.format('%.0f', now), due or '', lease and string.format('%.0f', math.max(0, lease)) or '' }
end

-- Gives back the claims of an owner that it does not know, because a reply was lost.
actions['give-back'] = function(owner)
  local kept = {}
  for n = 3, #ARGV do kept[ARGV[n]] = true end
  giveBack(owner, kept)
end

-- Adds an owner. Returns the name of another owner instead if one of both has a virtual clock.
function actions.join(owner, lease, clock)
  endLeases()
  local other = call('ZRANGE', key('owners'), 0, 0)[1]
  if other and (clock == 'virtual' or call('EXISTS', key('virtual')) == 1) then return other end
  if clock == 'virtual' then call('SET', key('virtual'), owner) else call('DEL', key('virtual')) end
  actions.renew(owner, lease)
  return ''
end

-- Gives back the claims of an owner, and wakes the others if one of them can be claimed now.
function actions.leave(owner, channel)
  leave(owner)
  call('PUBLISH', channel, owner)
end

-- Returns the number of attempts of a key that count for its rate, and the time of the first.
local function countStarts(flow, period, now)
  local counted, first = 0, nil
  for _, at in ipairs(call('LRANGE', key('starts:' .. flow), 0, -1)) do
    if at + period > now then
      first = first or tonumber(at)
      counted = counted + 1
    end
  end
  return counted, first
end

-- Returns limits and counts of a flow-control key as JSON, or nothing before its first message.
function actions.state(flow, moment)
  local now, latest = tonumber(moment), call('HGET', key('flow:' .. flow), 'latest')
  if not latest then return '' end
  local parallelism, rate, period = limitsOf(flow, cjson.decode(latest))
  local counted, first = countStarts(flow, period, now)
  return cjson.encode({
    limits = { parallelism = parallelism, rate = rate, period = period },
    underWay = call('SCARD', key('active:' .. flow)), ofPeriod = counted,
    periodStart = first or tonumber(call('HGET', key('flow:' .. flow), 'reset') or 0),
  })
end

-- Returns the number of due messages of a key that its limits hold back.
function actions.held(flow, now)
  local first = call('ZRANGE', key('line:' .. flow), 0, 0)[1]
  if not first then return 0 end
  local parallelism, rate, period, isPaused = limitsOf(flow, planOf(idOf(first)))
  local free = (parallelism or math.huge) - call('SCARD', key('active:' .. flow))
  local left = (rate or math.huge) - countStarts(flow, period, tonumber(now))
  local room = isPaused and 0 or math.max(0, math.min(free, left))
  return math.max(0, call('ZCOUNT', key('line:' .. flow), '-inf', now) - room)
end

-- Returns one part of a table by time, newest first: the last member, its score, and the members with
-- their rows. It begins after the member 'last', or at the score 'highest'. Rows without one of the
-- texts at the end of ARGV are left out.
function actions.page(name, highest, last)
  local list = key(name .. '-by-time')
  local rank = call('ZREVRANK', list, last)
  local start = rank and rank + 1 or call('ZCOUNT', list, '(' .. highest, '+inf')
  local members = call('ZREVRANGE', list, start, start + ARGV[5] - 1)
  if #members == 0 then return {} end
  local keys = {}
  for n, each in ipairs(members) do keys[n] = idOf(each) end
  local newLast = members[#members]
  local found = { newLast, call('ZSCORE', list, newLast) }
  for n, row in ipairs(call('HMGET', key(name), unpack(keys))) do
    local fits = row
    for text = 6, #ARGV do fits = fits and string.find(row, ARGV[text], 1, true) end
    if fits then
      found[#found + 1] = members[n]
      found[#found + 1] = row
    end
  end
  return found
end

-- Deletes everything but the owners. The names of all keys are known without a search in the database.
function actions.clear()
  local names = { 'messages', 'plans', 'states', 'due', 'ready', 'flow-keys', 'flow-settings', 'firsts',
    'firsts-until', 'queues', 'groups', 'schedules', 'schedules-due', 'waiters', 'waiters-due',
    'early-events', 'runs', 'runs-by-time', 'run-ids', 'ended-runs', 'dead-letters',
    'dead-letters-by-time', 'failed-messages', 'failed-messages-by-time', 'events', 'events-by-time',
    'history', 'history-by-time' }
  local function also(kind, name) names[#names + 1] = kind .. ':' .. name end
  local function alsoFlow(flow)
    for _, kind in ipairs({ 'line', 'active', 'starts', 'flow' }) do also(kind, flow) end
  end
  for _, flow in ipairs(call('ZRANGE', key('flow-keys'), 0, -1)) do alsoFlow(flow) end
  for _, text in ipairs(call('HVALS', key('plans'))) do
    local plan = cjson.decode(text)
    if plan.f then alsoFlow(plan.f) end
    if plan.q then also('queue-messages', plan.q) end
    if plan.u then also('run-messages', plan.u) end
  end
  for _, run in ipairs(call('HKEYS', key('runs'))) do also('steps', run) end
  for _, row in ipairs(call('HVALS', key('waiters'))) do
    local waiter = cjson.decode(string.match(row, '^%S+ (.*)$'))
    also('waiters-of-event', waiter.eventId)
    also('waiters-of-run', waiter.runKey)
  end
  for _, owner in ipairs(call('ZRANGE', key('owners'), 0, -1)) do also('claimed', owner) end
  for _, name in ipairs(names) do call('UNLINK', key(name)) end
end

local function forgetRunId(id, run)
  local row = call('HGET', key('run-ids'), id)
  if not row then return end
  local token, json = string.match(row, '^(%S+) (.*)$')
  local ids, kept = cjson.decode(json), {}
  for _, each in ipairs(ids.keys) do
    if each ~= run then kept[#kept + 1] = each end
  end
  ids.keys = kept
  if #kept == 0 then call('HDEL', key('run-ids'), id)
  else call('HSET', key('run-ids'), id, token .. '+ ' .. cjson.encode(ids)) end
end

-- The checks and changes of a transaction, each with the number of its arguments.
local checks = {
  row = { 3, function(name, field, token)
    local row = call('HGET', key(name), field)
    if token == '' then return not row end
    return row and string.sub(row, 1, #token + 1) == token .. ' '
  end },
  state = { 2, function(id, state) return (call('HGET', key('states'), id) or '') == state end },
}
local changes = {
  put = { 3, function(name, field, row) call('HSET', key(name), field, row) end },
  delete = { 2, function(name, field) call('HDEL', key(name), field) end },
  list = { 3, function(name, score, field)
    if score == '' then score = call('INCR', key('arrivals')) end
    call('ZADD', key(name), 'NX', score, field)
  end },
  unlist = { 2, function(name, field) call('ZREM', key(name), field) end },
  push = { 2, function(name, row) call('RPUSH', key(name), row) end },
  drop = { 1, function(name) call('UNLINK', key(name)) end },
  keep = { 3, function(name, order, most)
    for _ = 1, call('ZCARD', key(order)) - most do
      local oldest = call('ZPOPMIN', key(order))[1]
      call('HDEL', key(name), string.sub(oldest, 17))
    end
  end },
  ['keep-runs'] = { 1, function(most)
    for _ = 1, call('ZCARD', key('ended-runs')) - most do
      local number, run, id = string.match(call('ZPOPMIN', key('ended-runs'))[1], '^(%d+):(%S+) (.*)$')
      call('HDEL', key('runs'), run)
      call('ZREM', key('runs-by-time'), number .. ':' .. run)
      call('UNLINK', key('steps:' .. run))
      forgetRunId(id, run)
    end
  end },
  message = { 3, put },
  unmessage = { 1, remove },
  cancel = { 1, function(id)
    local state = call('HGET', key('states'), id)
    if state then call('HSET', key('states'), id, (string.gsub(state, '^claimed', 'cancelled'))) end
  end },
  forget = { 1, function(now)
    for _, each in ipairs(call('ZRANGEBYSCORE', key('firsts-until'), '-inf', now, 'LIMIT', 0, 100)) do
      call('HDEL', key('firsts'), each)
      call('ZREM', key('firsts-until'), each)
    end
  end },
  arrange = { 2, arrangeQueue },
  line = { 1, arrangeLine },
  reset = { 2, function(flow, now)
    call('DEL', key('starts:' .. flow))
    call('HSET', key('flow:' .. flow), 'reset', now)
    arrangeLine(flow)
  end },
}

-- Returns 1 if the changes were made, or 0 if something that the transaction read has changed.
function actions.commit(owner, channel)
  local at, pending = 4, {}
  while at <= #ARGV do
    local name = ARGV[at]
    local kind = checks[name] or changes[name]
    local arguments = {}
    for n = 1, kind[1] do arguments[n] = ARGV[at + n] end
    if changes[name] then pending[#pending + 1] = { kind[2], arguments }
    elseif not kind[2](unpack(arguments)) then return 0 end
    at = at + kind[1] + 1
  end
  local before = head()
  for _, each in ipairs(pending) do each[1](unpack(each[2])) end
  local after = head()
  if after and (not before or after < before) and call('ZCARD', key('owners')) > 1 then
    call('PUBLISH', channel, owner)
  end
  return 1
end

return actions[ARGV[1]](unpack(ARGV, 2, 5))
`

export const SHA1 = createHash('sha1').update(SCRIPT).digest('hex')
