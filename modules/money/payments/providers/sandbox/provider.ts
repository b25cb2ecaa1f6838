import type { ChargeReport, PaymentProvider } from '../../port.ts'
import { fromProvider } from '../stripe/map.ts'
import { stripeProvider } from '../stripe/provider.ts'
import { type Wallet, wallets as everyWallet } from '../../rules/wallets.ts'

export type SandboxSettings = {
  readonly name: string
  /** Base URL of the sandbox, without a trailing slash. */
  readonly url: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string | readonly string[]
  readonly wallets?: readonly Wallet[] | undefined
  readonly timeoutMs?: number
  readonly clock: () => Date
}

/**
 * Creates the sandbox provider. The sandbox implements Stripe's API, except for card fields, origin and report of
 * charges.
 */
export function sandboxProvider(settings: SandboxSettings): PaymentProvider {
  const { name, url, secretKey, publishableKey } = settings
  const { origin } = new URL(url)
  const {
    findAccountProblems: _account,
    paymentUrl: _page,
    ...provider
  } = stripeProvider({ ...settings, apiUrl: url, hasScript: false })
  return {
    ...provider,
    movesMoney: false,
    publicConfiguration: {
      provider: name,
      adapter: 'sandbox',
      publishableKey,
      origin,
      wallets: settings.wallets ?? everyWallet,
      hasBankDebits: true,
    },
    contentSources: { script: [], frame: [origin], connect: [], payment: [origin] },
    reportCharges: () => readReport(url, secretKey),
  }
}

type Row = {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly refunded: number
  readonly dispute_fees?: Readonly<Record<string, number>>
}

async function readReport(url: string, secretKey: string): Promise<ChargeReport> {
  const answer = await fetch(`${url}/admin/charges`, { headers: { authorization: `Bearer ${secretKey}` } }).catch(
    () => undefined,
  )
  if (!answer) return { kind: 'unreachable' }
  const { data } = (await answer.json().catch(() => ({}))) as { data?: readonly Row[] }
  if (!data) return { kind: 'unreadable', status: answer.status }
  return {
    kind: 'report',
    charges: data.map(({ id, amount, currency, refunded, dispute_fees: fees = {} }) => ({
      id,
      ...fromProvider(amount, currency),
      refunded: fromProvider(refunded, currency).amount,
      disputeFees: Object.entries(fees).map(([inCurrency, fee]) => fromProvider(fee, inCurrency)),
    })),
  }
}
