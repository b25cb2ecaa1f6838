import type { PaymentPorts, PaymentProvider, PaymentProviders } from './port.ts'

/** Creates the set of configured providers; the first one takes new payments. Throws if two have the same name. */
export function createPaymentProviders(all: readonly [PaymentProvider, ...PaymentProvider[]]): PaymentProviders {
  const byName = new Map(all.map((provider) => [provider.name, provider]))
  if (byName.size < all.length) throw new Error('two payment providers have one name')
  return {
    first: all[0],
    all,
    isConfigured: (name) => byName.has(name),
    byName: (name) => byName.get(name) ?? unconfiguredProvider(name),
  }
}

/**
 * Returns the provider whose card fields created a token. The page sends the provider's name, because the
 * configuration may have changed since it was loaded; without a known name this is the first provider.
 */
export const providerOfToken = ({ providers }: PaymentPorts, name: string | undefined): PaymentProvider =>
  name !== undefined && providers.isConfigured(name) ? providers.byName(name) : providers.first

/**
 * Runs `work` for each configured provider. A failure doesn't stop the others; the first error is thrown at the end.
 */
export async function forEachProvider<Result>(
  { providers }: PaymentPorts,
  work: (provider: PaymentProvider) => Promise<Result>,
): Promise<Result[]> {
  const results = await Promise.allSettled(providers.all.map(work))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** Represents a provider that is no longer configured: every look-up returns unreachable or unknown, never a guess. */
function unconfiguredProvider(name: string): PaymentProvider {
  const reason = `the payment provider ${name} is not configured`
  const unreachable = async () => ({ kind: 'unreachable', reason }) as const
  const unknown = async () => ({ kind: 'unknown', reason }) as const
  const refuse = () => Promise.reject(new Error(reason))
  return {
    name,
    movesMoney: false,
    publicConfiguration: {
      provider: name,
      adapter: '',
      publishableKey: '',
      origin: '',
      wallets: [],
      hasBankDebits: false,
    },
    contentSources: { script: [], frame: [], connect: [], payment: [] },
    createIntent: unreachable,
    readWallet: unreachable,
    readBankAccount: unreachable,
    setCustomer: unreachable,
    confirm: unknown,
    lookUp: unreachable,
    cancel: unreachable,
    chargesSince: refuse,
    readWebhook: () => undefined,
    vault: {
      createCustomer: unreachable,
      setUp: async () => ({ state: await unreachable() }),
      lookUpSetup: unreachable,
      cancelSetup: refuse,
      readCard: unreachable,
      methodsOf: refuse,
      detach: refuse,
    },
    refunds: { create: unknown, listForIntent: refuse, listSince: refuse },
    warnings: { listForIntent: refuse, listSince: refuse },
  }
}
