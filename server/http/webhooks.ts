import type { FastifyInstance } from 'fastify'
import { receiveWebhook } from '#modules/money/giving/index.ts'
import type { App } from '../app.ts'

/**
 * Where the payment provider tells us things. Signed raw bytes, so it stands outside the contract: no cookie, no JSON
 * parsing, no session.
 */
export async function registerWebhooks(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 512 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/payments', { config: { rateLimit: false } }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const isTheirs =
        typeof signature === 'string' &&
        Buffer.isBuffer(request.body) &&
        (await receiveWebhook(app, request.body, signature))
      return reply.code(isTheirs ? 200 : 400).send({ received: isTheirs })
    })
  })
}
