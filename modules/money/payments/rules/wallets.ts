/** Wallets of a phone or browser, spelled as in the payload (S2 §3). */
export const wallets = ['applepay', 'googlepay'] as const
export type Wallet = (typeof wallets)[number]

export const isWallet = (method: string): method is Wallet => (wallets as readonly string[]).includes(method)

/** The payment methods beside cards that the provider supports and the operator enabled. */
export type ProviderMethods = {
  readonly wallets: readonly Wallet[]
  /** Whether donors can pay by direct debit from a US bank account (ACH). */
  readonly hasBankDebits: boolean
}

/**
 * Reads the setting `WALLETS`: comma-separated names, or an empty string for none. Undefined if a name is unknown or
 * repeated.
 */
export function parseWallets(text: string): readonly Wallet[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const known = wallets.filter((wallet) => names.includes(wallet))
  return known.length === names.length ? known : undefined
}
