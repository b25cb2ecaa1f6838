/** Starts the sandbox gateway as a separate process: `node sandbox/main.ts`. */
import { startSandbox } from './server.ts'

const { env } = process
const sandbox = await startSandbox({
  port: Number(env.SANDBOX_PORT ?? '3001'),
  folder: env.SANDBOX_DIR,
  secretKey: env.SANDBOX_SECRET_KEY ?? 'sk_sandbox',
  publishableKey: env.SANDBOX_PUBLISHABLE_KEY ?? 'pk_sandbox',
  webhook: env.SANDBOX_WEBHOOK_URL
    ? {
        url: env.SANDBOX_WEBHOOK_URL,
        host: env.SANDBOX_WEBHOOK_HOST,
        secret: env.SANDBOX_WEBHOOK_SECRET ?? 'whsec_sandbox',
        kinds: [
          'payment_intent.succeeded',
          'payment_intent.payment_failed',
          'payment_intent.canceled',
          'charge.refunded',
          'refund.created',
          'refund.updated',
          'refund.failed',
          'charge.dispute.created',
          'charge.dispute.closed',
          'charge.dispute.funds_withdrawn',
          'charge.dispute.funds_reinstated',
          'payment_method.automatically_updated',
        ],
      }
    : undefined,
  allowedOrigins: (env.SANDBOX_ALLOWED_ORIGINS ?? '').split(',').filter(Boolean),
  faults: env.SANDBOX_FAULTS === '1',
  ...(env.SANDBOX_HOLD_MS ? { holdMs: Number(env.SANDBOX_HOLD_MS) } : {}),
  ...(env.SANDBOX_SEED ? { seed: env.SANDBOX_SEED } : {}),
}).catch((error: unknown) => {
  console.error(`The sandbox bank cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
console.log(`The sandbox bank listens at ${sandbox.url}`)
process.send?.({ ready: sandbox.url })

const stop = () => void sandbox.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Exit with the parent process, because the sandbox then has no client.
process.on('disconnect', stop)
