import type { PaymentPorts, PaymentProvider, PaymentProviders } from './port.ts'

/** The configured providers; the first takes new payments. Throws when a name is there twice. */
export function paymentProviders(all: readonly [PaymentProvider, ...PaymentProvider[]]): PaymentProviders {
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
 * Returns the provider whose card fields made a token. A page opened before the order of providers changed names its
 * provider; without a name it is the first.
 */
export const providerOfToken = ({ providers }: PaymentPorts, name: string | undefined): PaymentProvider =>
  name !== undefined && providers.isConfigured(name) ? providers.byName(name) : providers.first

/**
 * Runs work for each configured provider. One that fails does not stop the others; then the first error is thrown.
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

/** Represents a provider whose settings were removed: nothing is known of its payments, and nothing is guessed. */
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
    giveToCustomer: async () => false,
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
      methodsOf: refuse,
      detach: refuse,
    },
    refunds: { ask: unknown, ofIntent: refuse, since: refuse },
  }
}
