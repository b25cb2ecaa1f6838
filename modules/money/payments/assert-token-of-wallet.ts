import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentProvider } from './port.ts'
import { isWallet } from './rules/wallets.ts'

/**
 * Refuses a token that doesn't come from the named wallet, because the provider's report of the wallet is stored and
 * shown (payments-24). Doesn't check cards. Throws `payment-unavailable` if the provider is unreachable.
 */
export async function assertTokenOfWallet(
  ports: Pick<Ports, 'log'>,
  provider: PaymentProvider,
  { token, paymentMethod }: { readonly token: string; readonly paymentMethod: string },
): Promise<void> {
  if (!isWallet(paymentMethod)) return
  const tokenWallet = await provider.readWallet(token)
  if (tokenWallet.kind === 'unreachable') {
    ports.log.error({ reason: tokenWallet.reason }, 'the payment provider is away; nothing was charged')
    throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
  }
  if (tokenWallet.wallet !== paymentMethod)
    throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'wallet-token-wrong' } } })
}
