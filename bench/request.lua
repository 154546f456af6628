-- wrk: sends the request of a file (headers, an empty line, the body) over and over, and
-- at the end prints "RESULT", the requests answered, the microseconds, and the failures.

function init(args)
  local file = assert(io.open(args[1]))
  for line in file:lines() do
    local name, value = line:match("^([^:]+): *(.-)\r?$")
    if not name then break end
    wrk.headers[name] = value
  end
  wrk.body = file:read("*a"):gsub("%s+$", "")
  wrk.method = "POST"
  file:close()
end

function done(summary)
  local e = summary.errors
  print("RESULT", summary.requests, summary.duration, e.status + e.connect + e.read + e.write + e.timeout)
end
