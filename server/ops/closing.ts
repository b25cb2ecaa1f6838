import type { FastifyInstance } from 'fastify'

/** A request that reaches a closing server gets its normal response, because a restart must not refuse a donation. */
export const closingOptions = { return503OnClosing: false } as const

/**
 * Lets a server close as soon as its last response is sent. A keep-alive connection that was busy when closing began
 * would stay open for a next request that never comes, so it is closed once it is idle.
 */
export function closeAfterResponse(fastify: FastifyInstance, everyMs = 50): void {
  fastify.addHook('preClose', async () => {
    const timer = setInterval(() => fastify.server.closeIdleConnections(), everyMs)
    fastify.server.once('close', () => clearInterval(timer))
    // `preClose` also runs for a server that never listened.
    if (!fastify.server.listening) clearInterval(timer)
  })
}
