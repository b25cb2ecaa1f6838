import type { FastifyInstance } from 'fastify'
import { givingServer } from '#modules/money/giving/index-server.ts'
import type { App } from '../app.ts'

/**
 * Registers the webhooks of payment providers; the signature identifies the provider. They take signed raw bytes and
 * are outside the contract: no cookie, no JSON parsing, no session.
 */
export async function registerWebhooks(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 512 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/payments', { config: { rateLimit: false } }, async (request, reply) => {
      const isTheirs =
        Buffer.isBuffer(request.body) && (await givingServer.receiveWebhook(app, request.body, request.headers))
      return reply.code(isTheirs ? 200 : 400).send({ received: isTheirs })
    })
  })
}
