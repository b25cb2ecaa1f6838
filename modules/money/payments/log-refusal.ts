import type { Ports } from '#shared/ports.ts'
import type { ProviderRefusal } from './port.ts'

/**
 * Alerts the operator to a request that the provider refused as invalid or not permitted (payments-4). Donors can't
 * correct such a refusal.
 */
export const logRefusal = (
  { log }: Pick<Ports, 'log'>,
  { code, reason }: Omit<ProviderRefusal, 'kind'>,
  about: Readonly<Record<string, string>> = {},
): void => log.error({ ...about, code, reason }, 'the payment provider refused a request; nothing was charged')
