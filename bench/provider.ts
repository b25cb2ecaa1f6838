/**
 * A minimal payment provider for the baseline of due plans: returns the id of a charge, at once or after
 * `LATENCY_MS`.
 */
import http from 'node:http'

const latencyMs = Number(process.env.LATENCY_MS ?? '0')
let charges = 0
const server = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    charges += 1
    const body = `{"id":"ch_${charges}"}`
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }
    if (latencyMs > 0) setTimeout(answer, latencyMs)
    else answer()
  })
})
server.keepAliveTimeout = 65_000
server.listen(Number(process.env.PROVIDER_PORT), '127.0.0.1', () => process.send?.('ready'))
