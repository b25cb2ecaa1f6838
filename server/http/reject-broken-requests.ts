import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { abortedRequests } from '../ops/metrics.ts'

/**
 * Ends requests that can't be served before anything reads them. A client that has disconnected has no address any
 * more, so the request is counted but not logged. With two Host headers a proxy and this server might each use a
 * different one, so the response is 400 (RFC 9112 section 3.2).
 */
export function rejectBrokenRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { socket, rawHeaders } = request.raw
    if (socket.remoteAddress === undefined) {
      abortedRequests.inc()
      reply.hijack()
      socket.destroy()
      return reply
    }
    if (
      rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length >
      1
    )
      throw new Problem('validation', 'invalid-input')
    return undefined
  })
}

/**
 * Converts Fastify's own refusals (body too large, invalid JSON, unknown method) and PostgreSQL's errors for unstorable
 * text and malformed ids into problems. Contracts refuse such ids (contract-13); one that they accept names nothing.
 */
export function httpRefusalOf(error: unknown): unknown {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 413) return new Problem('validation', 'body-too-large', { status: 413 })
  if (statusCode === 415) return new Problem('validation', 'json-required', { status: 415 })
  if (statusCode === 429) return new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 60 })
  if (code === '22021' || code === '22P05') return new Problem('validation', 'invalid-input')
  if (code === '22P02' || code === '22003') return new Problem('not-found', 'not-found')
  // Only Fastify's errors about the request count: a 4xx of a provider or library is our own failure.
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('validation', 'invalid-input')
  return error instanceof SyntaxError && statusCode === 400 ? new Problem('validation', 'invalid-input') : error
}
