import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { abortedRequests } from '../ops/metrics.ts'

/**
 * Ends requests that cannot be answered before anything reads them: a client that has disconnected has no address any
 * more (counted, nothing is logged), and with two Host headers a proxy and this server might each believe another one
 * (400, RFC 9112 section 3.2).
 */
export function refuseBrokenRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { socket, rawHeaders } = request.raw
    if (socket.remoteAddress === undefined) {
      abortedRequests.inc()
      reply.hijack()
      socket.destroy()
      return reply
    }
    if (rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1)
      throw new Problem('validation', 'invalid-input')
    return undefined
  })
}
