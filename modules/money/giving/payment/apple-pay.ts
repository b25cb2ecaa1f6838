import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { applePayGateway } from '../rules/apple-pay.ts'

/**
 * Opens a session at Apple with our merchant certificate, or at the sandbox. The domain comes from our configuration,
 * never from the caller.
 */
export type ApplePayPorts = {
  readonly applePay: { openSession(gateway: URL): Promise<Record<string, unknown>> } | undefined
}

/**
 * Opens an Apple Pay session at `url`, which Apple's script gave the browser (payments-20). Only Apple's own gateways
 * are contacted.
 */
export async function openApplePaySession(
  ports: ApplePayPorts & Pick<Ports, 'log'>,
  url: string,
): Promise<Record<string, unknown>> {
  const gateway = applePayGateway(url)
  if (!gateway)
    throw new Problem('validation', 'invalid-input', { fields: { url: { code: 'not-an-apple-pay-gateway' } } })
  if (!ports.applePay) throw new Problem('conflict', 'apple-pay-unavailable')
  try {
    return await ports.applePay.openSession(gateway)
  } catch (error) {
    // A warning, because the caller chooses the gateway and can choose an unreachable one.
    ports.log.warn({ error, gateway: gateway.hostname }, 'Apple Pay opened no session')
    throw new Problem('server', 'apple-pay-unavailable', { status: 503 })
  }
}
