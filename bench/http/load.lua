-- wrk sends the requests of a file in turn. Each is its length in bytes on a line, then the bytes.
-- Arguments: the file, the index of the first request, how many requests a connection sends without waiting for the answers, and
-- whether to tell the first response that is not a success: reading all responses takes much of the load's time.
local requests = {}
local at = 0
local depth = 1
local threads = {}
refused = ""

function setup(thread)
  threads[#threads + 1] = thread
end

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  while true do
    local length = file:read("*l")
    if not length then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
  at = tonumber(arguments[2])
  depth = tonumber(arguments[3])
  if arguments[4] == "tell" then
    response = function(status, _, body)
      if status > 399 and refused == "" then refused = status .. " " .. body:sub(1, 300):gsub('[%c"\\]', "'") end
    end
  end
end

local function nextRequest()
  at = at % #requests + 1
  return requests[at]
end

function request()
  if depth == 1 then return nextRequest() end
  local sent = {}
  for i = 1, depth do sent[i] = nextRequest() end
  return table.concat(sent)
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"worst":%d,"failures":'
      .. '{"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d},"refused":"%s"}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.connect, errors.read, errors.write, errors.status, errors.timeout, threads[1]:get("refused")))
end
