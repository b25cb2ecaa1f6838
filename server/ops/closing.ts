import type { FastifyInstance } from 'fastify'

/** A request that reaches a closing server gets its normal response: a restart must not refuse a gift. */
export const closingOptions = { return503OnClosing: false } as const

/**
 * Lets a server close as soon as its last answer is out. A connection that was busy when closing began stays open after
 * its answer, for the next request; nobody's next request comes here any more, so it is closed once it is idle.
 */
export function closeWhenAnswered(fastify: FastifyInstance, everyMs = 50): void {
  fastify.addHook('preClose', async () => {
    const timer = setInterval(() => fastify.server.closeIdleConnections(), everyMs)
    fastify.server.once('close', () => clearInterval(timer))
    // A server that never listened does not close either.
    if (!fastify.server.listening) clearInterval(timer)
  })
}
